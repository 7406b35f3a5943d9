/* spin [FILE]: writes FILE when named, prints `spinning`, then loops without a call and without an end. */
#include "guest.h"

int main(int argc, char **argv) {
  volatile unsigned long long turns = 0;
  if (argc > 1) {
    int fd = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0) return fail("open", argv[1]);
    write_all(fd, "half done\n", 10);
    close(fd);
  }
  write_all(1, "spinning\n", 9);
  for (;;) turns++;
}
