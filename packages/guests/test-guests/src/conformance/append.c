/* O_APPEND: every write goes to the end of the moment. */
#include "conformance/conformance.h"

int main(void) {
  char buffer[64];

  int a = open("append", O_WRONLY | O_CREAT | O_APPEND, 0644);
  int b = open("append", O_RDWR);
  write_all(a, "0123456789", 10);
  ftruncate(b, 0);
  write_all(a, "ab", 2);
  rule("append-after-another-descriptor-truncated", size_of("append") == 2 && holds("append", "ab"));

  lseek(b, 0, SEEK_END);
  write_all(b, "cd", 2);
  write_all(a, "ef", 2);
  rule("append-after-another-descriptor-wrote", holds("append", "abcdef"));

  ftruncate(a, 0);
  write_all(a, "xyz", 3);
  rule("append-after-ftruncate-leaves-no-hole", holds("append", "xyz"));
  close(a);

  a = open("append", O_RDWR | O_APPEND);
  rule("append-descriptor-can-seek",
       lseek(a, 1, SEEK_SET) == 1 && read(a, buffer, 2) == 2 && memcmp(buffer, "yz", 2) == 0);
  lseek(a, 0, SEEK_SET);
  write_all(a, "!", 1);
  rule("append-after-seek-still-appends", holds("append", "xyz!"));
  rule("append-moves-the-position", lseek(a, 0, SEEK_CUR) == 4);

  pwrite(a, "P", 1, 0);
  rule("pwrite-keeps-its-offset-with-append", holds("append", "Pyz!"));

  fcntl(a, F_SETFL, 0);
  lseek(a, 0, SEEK_SET);
  write_all(a, "Q", 1);
  rule("append-can-be-switched-off", holds("append", "Qyz!"));
  return conclude();
}
