/* read-lines: prints every line of stdin with its number as soon as it has it, then `end` twice seen. */
#include "guest.h"

static char line[4096];

int main(void) {
  long number = 0;
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    printf("%ld: %s\n", ++number, line);
    fflush(stdout);
  }
  for (int i = 0; i < 2; i++) printf("end %zd\n", read(0, line, sizeof line));
  return 0;
}
