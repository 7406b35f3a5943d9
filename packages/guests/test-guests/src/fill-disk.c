/* fill-disk [FILE]: writes 64 KiB blocks until one fails, then prints `<errno name> after <bytes>`; exit 1. */
#include "guest.h"

static char block[65536];

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : "full.bin";
  long long bytes = 0;
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd < 0) return fail("open", path);
  memset(block, 'x', sizeof block);
  for (;;) {
    ssize_t n = write(fd, block, sizeof block);
    if (n <= 0) break;
    bytes += n;
  }
  printf("%s after %lld\n", errno_name(errno), bytes);
  return 1;
}
