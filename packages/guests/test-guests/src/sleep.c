/* sleep MILLISECONDS: prints `sleeping`, sleeps once, prints `slept`. */
#include <time.h>
#include "guest.h"

int main(int argc, char **argv) {
  long milliseconds = argc > 1 ? atol(argv[1]) : 0;
  struct timespec duration = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
  write_all(1, "sleeping\n", 9);
  if (nanosleep(&duration, NULL) != 0) return fail("nanosleep", "clock");
  write_all(1, "slept\n", 6);
  return 0;
}
