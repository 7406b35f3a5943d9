/* pump MEGABYTES: reads as much through a pipe from a child that writes it, in blocks of 64 KiB, and prints MB/s. Registered as
 * "pump". */
#include "guest.h"
#include "wasix.h"

#include <time.h>

static char block[65536];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc > 2) {
    for (long left = atol(argv[1]) * 16; left > 0; left--)
      if (write_all(1, block, sizeof block) != 0) return fail("write", "pipe");
    return 0;
  }
  int ends[2];
  if (argc < 2 || wasix_fd_pipe(&ends[0], &ends[1]) != 0) return usage("pump MEGABYTES");
  fd_op ops[] = {{.command = OP_DUP2, .fd = 1, .source = ends[1]}, {.command = OP_CLOSE, .fd = ends[0]}};
  int child = spawn_with((char *const[]){"pump", argv[1], "write", NULL}, ops, 2);
  close(ends[1]);
  ssize_t count = read(ends[0], block, 1);
  double start = now();
  long long total = 0;
  while ((count = read(ends[0], block, sizeof block)) > 0) total += count;
  double seconds = now() - start;
  printf("%lld bytes, %.0f MB/s\n", total, total / seconds / 1e6);
  return join(child);
}
