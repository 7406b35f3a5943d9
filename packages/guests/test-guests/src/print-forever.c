/* print-forever [stdout|stderr]: prints lines without end; exit 1 with the errno's name on stderr once a write fails. */
#include "guest.h"

static char block[65536];

int main(int argc, char **argv) {
  int fd = argc > 1 && strcmp(argv[1], "stderr") == 0 ? 2 : 1;
  for (size_t i = 0; i < sizeof block; i++) block[i] = i % 64 == 63 ? '\n' : (char)('0' + i % 10);
  while (write_all(fd, block, sizeof block) == 0) continue;
  fprintf(stderr, "%s\n", errno_name(errno));
  return 1;
}
