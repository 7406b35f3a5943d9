/* Names and inodes: link counts, sizes that follow every writer. */
#include "conformance/conformance.h"

int main(void) {
  struct stat first, second;

  make_file("one", "content");
  rule("a-file-has-one-name", links_of("one") == 1);
  rule("link-makes-a-second-name", link("one", "two") == 0 && links_of("one") == 2 && links_of("two") == 2);
  stat("one", &first);
  stat("two", &second);
  rule("both-names-are-one-inode", first.st_ino == second.st_ino && first.st_dev == second.st_dev);

  rule("rename-between-two-names-succeeds", rename("one", "two") == 0);
  rule("and-both-names-stay", links_of("one") == 2 && links_of("two") == 2);

  unlink("one");
  rule("unlink-leaves-one-name", links_of("two") == 1 && holds("two", "content"));

  refused("link-to-an-existing-name-is-EEXIST", link("two", "two"), EEXIST);
  mkdir("directory", 0755);
  refused("link-of-a-directory-is-EPERM", link("directory", "other"), EPERM);

  int writer = open("two", O_WRONLY);
  int reader = open("two", O_RDONLY);
  write_all(writer, "more content", 12);
  rule("fstat-shows-what-another-descriptor-wrote", fstat(reader, &first) == 0 && first.st_size == 12);
  ftruncate(writer, 3);
  rule("fstat-shows-that-another-descriptor-truncated", fstat(reader, &first) == 0 && first.st_size == 3);
  rule("stat-shows-it-too", size_of("two") == 3);

  rule("a-directory-counts-its-subdirectories",
       links_of("directory") == 2 && mkdir("directory/sub", 0755) == 0 && links_of("directory") == 3);
  return conclude();
}
