/* flags: -Wl,--max-memory=268435456 */
/* out-of-memory [trap]: allocates 1 MiB at a time until malloc fails, says how much it got, exits 1 or traps. */
#include "guest.h"

static volatile void *volatile sink;

int main(int argc, char **argv) {
  int mebibytes = 0;
  for (;;) {
    volatile char *block = malloc(1 << 20);
    if (block == NULL) break;
    sink = block; /* else the compiler drops the allocation */
    block[0] = block[(1 << 20) - 1] = 1;
    mebibytes++;
  }
  printf("out of memory after %d MiB\n", mebibytes);
  fflush(stdout);
  if (argc > 1 && strcmp(argv[1], "trap") == 0) __builtin_trap();
  return 1;
}
