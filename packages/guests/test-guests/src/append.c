/* append FILE COUNT TEXT [reopen]: appends TEXT and a newline COUNT times, through one descriptor or a new one each. */
#include "guest.h"

int main(int argc, char **argv) {
  if (argc < 4) return usage("append FILE COUNT TEXT [reopen]");
  long count = atol(argv[2]);
  int reopen = argc > 4;
  int fd = -1;
  for (long i = 0; i < count; i++) {
    if (fd < 0) fd = open(argv[1], O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (fd < 0) return fail("open", argv[1]);
    if (write_all(fd, argv[3], strlen(argv[3])) != 0 || write_all(fd, "\n", 1) != 0) return fail("write", argv[1]);
    if (reopen) {
      close(fd);
      fd = -1;
    }
  }
  return 0;
}
