/* cat [FILE...]: copies the files, or stdin, to stdout in pieces of at most 64 KiB. */
#include "guest.h"

static char buffer[65536];

static int copy(int fd) {
  ssize_t n;
  while ((n = read(fd, buffer, sizeof buffer)) > 0) {
    if (write_all(1, buffer, (size_t)n) != 0) return fail("write", "stdout");
  }
  return n == 0 ? 0 : fail("read", "input");
}

int main(int argc, char **argv) {
  int status = 0;
  if (argc == 1) return copy(0);
  for (int i = 1; i < argc; i++) {
    int fd = open(argv[i], O_RDONLY);
    if (fd < 0) {
      status = fail("open", argv[i]);
      continue;
    }
    status |= copy(fd);
    close(fd);
  }
  return status;
}
