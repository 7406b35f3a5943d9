/* echo ARG...: prints every argument on a line of its own, as `argv[i]=<bytes>`, argv[0] included. */
#include <stdio.h>

int main(int argc, char **argv) {
  for (int i = 0; i < argc; i++) printf("argv[%d]=%s\n", i, argv[i]);
  return 0;
}
