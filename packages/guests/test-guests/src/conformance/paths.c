/* Pathname resolution: slashes, lengths, kinds. */
#include "conformance/conformance.h"

int main(void) {
  char long_name[300];
  struct stat status;

  make_file("file", "content");
  mkdir("directory", 0755);

  refused("a-file-with-a-slash-is-ENOTDIR", open("file/", O_RDONLY), ENOTDIR);
  refused("stat-of-a-file-with-a-slash-is-ENOTDIR", stat("file/", &status), ENOTDIR);
  refused("a-file-as-a-directory-is-ENOTDIR", open("file/x", O_RDONLY), ENOTDIR);
  rule("a-directory-with-slashes-is-itself", stat("directory///", &status) == 0 && S_ISDIR(status.st_mode));
  rule("mkdir-takes-a-slash", mkdir("new/", 0755) == 0 && rmdir("new/") == 0);
  refused("mkdir-of-an-existing-name-is-EEXIST", mkdir("file", 0755), EEXIST);
  refused("mkdir-below-nothing-is-ENOENT", mkdir("nothing/new", 0755), ENOENT);
  refused("rmdir-of-a-file-is-ENOTDIR", rmdir("file"), ENOTDIR);
  make_file("directory/child", "");
  refused("rmdir-of-a-full-directory-is-ENOTEMPTY", rmdir("directory"), ENOTEMPTY);
  refused("unlink-of-a-directory-is-EISDIR", unlink("directory"), EISDIR);
  refused("unlink-of-a-file-with-a-slash-is-ENOTDIR", unlink("file/"), ENOTDIR);
  refused("opening-a-directory-for-writing-is-EISDIR", open("directory", O_WRONLY), EISDIR);
  refused("O_DIRECTORY-of-a-file-is-ENOTDIR", open("file", O_RDONLY | O_DIRECTORY), ENOTDIR);

  memset(long_name, 'n', 256);
  long_name[256] = 0;
  refused("a-name-of-256-bytes-is-ENAMETOOLONG", open(long_name, O_CREAT | O_WRONLY, 0644), ENAMETOOLONG);
  long_name[255] = 0;
  rule("a-name-of-255-bytes-is-not", open(long_name, O_CREAT | O_WRONLY, 0644) >= 0);

  refused("the-system's-directories-are-read-only", open("/etc/new", O_CREAT | O_WRONLY, 0644), EROFS);
  rule("tmp-is-writable", open("/tmp/new", O_CREAT | O_WRONLY, 0644) >= 0);
  rule("names-are-bytes", open("Grüße 🐜", O_CREAT | O_WRONLY, 0644) >= 0 && stat("Grüße 🐜", &status) == 0);
  return conclude();
}
