/* trap [unreachable|memory|divide]: writes to both streams, and to ./trap.txt, then traps. */
#include "guest.h"

int main(int argc, char **argv) {
  volatile int one = 1, zero = 0;
  const char *kind = argc > 1 ? argv[1] : "unreachable";
  int fd = open("trap.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd >= 0) write_all(fd, "left behind\n", 12);
  write_all(1, "before the trap\n", 16);
  write_all(2, "trapping\n", 9);
  if (strcmp(kind, "memory") == 0) return *(volatile int *)0xfffffff0u;
  if (strcmp(kind, "divide") == 0) return one / zero;
  __builtin_trap();
}
