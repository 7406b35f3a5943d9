/* read-write-big FILE MEBIBYTES: writes a pattern in 64 KiB blocks, reads it back, compares; prints both sums. */
#include <stdint.h>
#include "guest.h"

static uint32_t block[16384];

static void fill(uint32_t seed) {
  for (size_t i = 0; i < 16384; i++) block[i] = seed = seed * 1664525u + 1013904223u;
}

static uint32_t sum(void) {
  uint32_t total = 0;
  for (size_t i = 0; i < 16384; i++) total = total * 31 + block[i];
  return total;
}

int main(int argc, char **argv) {
  if (argc != 3) return usage("read-write-big FILE MEBIBYTES");
  long blocks = atol(argv[2]) * 16;
  uint32_t written = 0, found = 0;
  int fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0644);
  if (fd < 0) return fail("open", argv[1]);
  for (long i = 0; i < blocks; i++) {
    fill((uint32_t)i);
    written = written * 31 + sum();
    if (write_all(fd, (const char *)block, sizeof block) != 0) return fail("write", argv[1]);
  }
  if (lseek(fd, 0, SEEK_SET) != 0) return fail("lseek", argv[1]);
  for (long i = 0; i < blocks; i++) {
    for (size_t have = 0; have < sizeof block;) {
      ssize_t n = read(fd, (char *)block + have, sizeof block - have);
      if (n <= 0) return fail("read", argv[1]);
      have += (size_t)n;
    }
    found = found * 31 + sum();
  }
  printf("%08x %08x\n", written, found);
  return written == found ? 0 : 1;
}
