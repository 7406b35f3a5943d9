/* interactive: asks for a name and greets it until it reads `quit` (exit 0) or the end of stdin (exit 3). */
#include "guest.h"

int main(void) {
  char line[256];
  for (;;) {
    printf("name? ");
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) return 3;
    line[strcspn(line, "\r\n")] = 0;
    if (strcmp(line, "quit") == 0) return 0;
    printf("hello, %s\n", line);
  }
}
