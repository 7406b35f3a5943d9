/* An open file lives on without a name. */
#include "conformance/conformance.h"

enum { LARGE = 3 * 1024 * 1024 + 7 };

int main(void) {
  static char block[LARGE];
  char buffer[16] = {0};
  struct stat status;

  make_file("doomed", "old content");
  int fd = open("doomed", O_RDWR);
  unlink("doomed");
  refused("an-unlinked-name-is-gone", open("doomed", O_RDONLY), ENOENT);
  rule("an-unlinked-open-file-is-readable", read(fd, buffer, 3) == 3 && memcmp(buffer, "old", 3) == 0);

  make_file("doomed", "new");
  lseek(fd, 0, SEEK_SET);
  rule("a-new-file-of-the-same-name-is-another", read(fd, buffer, 3) == 3 && memcmp(buffer, "old", 3) == 0);
  rule("an-unlinked-file-has-no-links", fstat(fd, &status) == 0 && status.st_nlink == 0);

  struct stat other;
  rule("inode-numbers-are-not-reused-while-open", stat("doomed", &other) == 0 && other.st_ino != status.st_ino);

  memset(block, 'x', sizeof block);
  lseek(fd, 0, SEEK_SET);
  rule("a-large-write-to-an-unlinked-file-works", write_all(fd, block, sizeof block) == 0);
  rule("its-size-grows", fstat(fd, &status) == 0 && status.st_size == LARGE);
  rule("its-bytes-are-there",
       pread(fd, buffer, 1, LARGE - 1) == 1 && buffer[0] == 'x' && pread(fd, buffer, 1, LARGE) == 0);
  rule("truncating-it-works", ftruncate(fd, 1) == 0 && fstat(fd, &status) == 0 && status.st_size == 1);
  close(fd);

  make_file("replaced", "before");
  make_file("replacement", "after");
  fd = open("replaced", O_RDONLY);
  rename("replacement", "replaced");
  rule("a-replaced-open-file-is-readable", read(fd, buffer, 6) == 6 && memcmp(buffer, "before", 6) == 0);
  rule("its-name-shows-the-replacement", holds("replaced", "after"));
  close(fd);
  return conclude();
}
