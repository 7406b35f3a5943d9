/* stdin: data, then end of file, then end of file again. To be given "first\nsecond\n", in any pieces, then the end. */
#include "conformance/conformance.h"

int main(void) {
  char data[64] = {0};
  size_t total = 0;
  ssize_t count;
  while ((count = read(0, data + total, 5)) > 0) total += (size_t)count;
  rule("all-bytes-come-before-the-end", total == 13 && memcmp(data, "first\nsecond\n", 13) == 0);
  rule("the-end-is-seen", count == 0);
  rule("and-seen-again", read(0, data, 5) == 0 && read(0, data, 5) == 0);
  refused("stdin-cannot-be-written", write(0, "x", 1), EBADF);
  return conclude();
}
