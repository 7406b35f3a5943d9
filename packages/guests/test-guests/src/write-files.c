/* write-files DIRECTORY COUNT BYTES: makes the directory and COUNT files `f0`, `f1`, … of BYTES bytes in it. */
#include <sys/stat.h>
#include "guest.h"

int main(int argc, char **argv) {
  char path[512];
  if (argc != 4) return usage("write-files DIRECTORY COUNT BYTES");
  long count = atol(argv[2]);
  size_t bytes = (size_t)atol(argv[3]);
  char *content = malloc(bytes + 1);
  memset(content, 'f', bytes);
  if (mkdir(argv[1], 0755) != 0 && errno != EEXIST) return fail("mkdir", argv[1]);
  for (long i = 0; i < count; i++) {
    snprintf(path, sizeof path, "%s/f%ld", argv[1], i);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || write_all(fd, content, bytes) != 0) return fail("write", path);
    close(fd);
  }
  printf("%ld files\n", count);
  return 0;
}
