/* env [NAME...]: prints the environment in its own order, or the named variables; exit 1 when one is missing. */
#include <stdio.h>
#include <stdlib.h>

extern char **environ;

int main(int argc, char **argv) {
  int missing = 0;
  if (argc == 1) {
    for (char **entry = environ; *entry; entry++) puts(*entry);
  }
  for (int i = 1; i < argc; i++) {
    const char *value = getenv(argv[i]);
    if (value == NULL) missing = 1;
    printf("%s=%s\n", argv[i], value ? value : "(unset)");
  }
  return missing;
}
