/* The devices of every world, and what a C library takes for a terminal. Run without a terminal. */
#include "conformance/conformance.h"

int main(void) {
  char buffer[64];

  int null = open("/dev/null", O_RDWR);
  rule("null-reads-nothing", read(null, buffer, 8) == 0);
  rule("null-takes-everything", write(null, "abc", 3) == 3);
  rule("null-is-no-terminal", isatty(null) == 0);

  int zero = open("/dev/zero", O_RDONLY);
  memset(buffer, 'x', sizeof buffer);
  rule("zero-reads-zeros", read(zero, buffer, 8) == 8 && memcmp(buffer, "\0\0\0\0\0\0\0\0x", 9) == 0);

  int full = open("/dev/full", O_WRONLY);
  refused("full-is-ENOSPC", write(full, "x", 1), ENOSPC);

  int random = open("/dev/urandom", O_RDONLY);
  memset(buffer, 0, sizeof buffer);
  rule("urandom-reads-bytes", read(random, buffer, sizeof buffer) == sizeof buffer);
  int zeros = 0;
  for (size_t i = 0; i < sizeof buffer; i++) zeros += buffer[i] == 0;
  rule("and-they-are-random", zeros < 16);

  rule("streams-are-no-terminals", !isatty(0) && !isatty(1) && !isatty(2));
  refused("a-stream-has-no-position", lseek(1, 0, SEEK_CUR), ESPIPE);
  refused("without-a-terminal-tty-is-ENXIO", open("/dev/tty", O_RDWR), ENXIO);
  rule("files-are-no-terminals", !isatty(open("file", O_CREAT | O_RDWR, 0644)));

  int out = open("/dev/stdout", O_WRONLY);
  rule("stdout-can-be-opened", out >= 0 && write(out, "", 0) == 0);
  refused("devices-stay", unlink("/dev/null"), EROFS);
  rule("etc-has-hosts-and-passwd", size_of("/etc/hosts") > 0 && size_of("/etc/passwd") > 0);
  return conclude();
}
