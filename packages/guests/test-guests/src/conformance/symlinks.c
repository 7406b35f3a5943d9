/* Symbolic links: following, not following, and never out of the world. */
#include "conformance/conformance.h"

int main(void) {
  char target[64];
  struct stat status;

  make_file("file", "content");
  mkdir("directory", 0755);
  make_file("directory/inner", "inner");
  symlink("file", "to-file");
  symlink("directory", "to-directory");
  symlink("nowhere", "dangling");
  symlink("loop-b", "loop-a");
  symlink("loop-a", "loop-b");

  rule("open-follows", holds("to-file", "content") && holds("to-directory/inner", "inner"));
  refused("O_NOFOLLOW-is-ELOOP", open("to-file", O_RDONLY | O_NOFOLLOW), ELOOP);
  refused("a-loop-is-ELOOP", open("loop-a", O_RDONLY), ELOOP);
  refused("a-dangling-link-is-ENOENT", open("dangling", O_RDONLY), ENOENT);
  rule("lstat-shows-the-link", lstat("to-file", &status) == 0 && S_ISLNK(status.st_mode) && status.st_size == 4);
  rule("stat-shows-the-target", stat("to-file", &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 7);

  rule("readlink-reads", readlink("to-directory", target, sizeof target) == 9 && memcmp(target, "directory", 9) == 0);
  rule("readlink-truncates", readlink("to-directory", target, 3) == 3 && memcmp(target, "dir", 3) == 0);
  refused("readlink-of-a-file-is-EINVAL", readlink("file", target, sizeof target), EINVAL);

  refused("O_EXCL-of-a-file-is-EEXIST", open("file", O_CREAT | O_EXCL | O_WRONLY, 0644), EEXIST);
  refused("O_EXCL-of-a-dangling-link-is-EEXIST", open("dangling", O_CREAT | O_EXCL | O_WRONLY, 0644), EEXIST);
  rule("O_CREAT-through-a-dangling-link-makes-its-target",
       open("dangling", O_CREAT | O_WRONLY, 0644) >= 0 && stat("nowhere", &status) == 0);

  refused("symlink-over-a-name-is-EEXIST", symlink("x", "file"), EEXIST);
  refused("a-link-out-of-the-world-is-EPERM", symlink("../../../outside", "escape"), EPERM);
  mkdir("directory/deep", 0755);
  symlink("../../../tmp", "directory/deep/up");
  rename("directory/deep/up", "up");
  refused("a-link-that-climbs-out-is-not-read", open("up/x", O_RDONLY), EPERM);
  refused("nor-created-through", open("up/x", O_CREAT | O_WRONLY, 0644), EPERM);
  refused("nor-made-a-directory-through", mkdir("up/x", 0755), EPERM);
  refused("nor-renamed-through", rename("file", "up/x"), EPERM);
  rule("but-it-can-be-looked-at-and-removed", lstat("up", &status) == 0 && unlink("up") == 0);

  rule("unlink-removes-the-link", unlink("to-file") == 0 && holds("file", "content"));
  refused("rmdir-of-a-link-is-ENOTDIR", rmdir("to-directory"), ENOTDIR);
  return conclude();
}
