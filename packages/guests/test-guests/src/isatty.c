/* isatty: prints for every standard stream whether it is a terminal, then TERM, COLUMNS and LINES. */
#include "guest.h"

static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value ? value : "(unset)";
}

int main(void) {
  printf("stdin=%d stdout=%d stderr=%d\n", isatty(0), isatty(1), isatty(2));
  printf("TERM=%s COLUMNS=%s LINES=%s\n", variable("TERM"), variable("COLUMNS"), variable("LINES"));
  return 0;
}
