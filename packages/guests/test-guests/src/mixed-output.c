/* mixed-output [COUNT]: writes `o0`, `e0`, `o1`, `e1`, … to stdout and stderr in turn. */
#include "guest.h"

int main(int argc, char **argv) {
  char text[32];
  int count = argc > 1 ? atoi(argv[1]) : 4;
  for (int i = 0; i < count; i++) {
    int length = snprintf(text, sizeof text, "o%d\n", i);
    write_all(1, text, (size_t)length);
    text[0] = 'e';
    write_all(2, text, (size_t)length);
  }
  return 0;
}
