/* Output that is not flushed by the guest's library arrives whole, however the guest ends: "exit", "trap" or "return". */
#include "conformance/conformance.h"

int main(int argc, char **argv) {
  const char *end = argc > 1 ? argv[1] : "return";
  for (int i = 0; i < 2000; i++) {
    char line[32];
    int length = sprintf(line, "line %d\n", i);
    write_all(i % 2 ? 2 : 1, line, (size_t)length);
  }
  if (strcmp(end, "exit") == 0) _Exit(3);
  if (strcmp(end, "trap") == 0) __builtin_trap();
  return 0;
}
