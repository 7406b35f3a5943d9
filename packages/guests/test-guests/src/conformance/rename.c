/* rename(2): what it replaces, what it refuses, and that it cannot leave its root. */
#include "conformance/conformance.h"

int main(void) {
  struct stat before, after;

  make_file("file", "file");
  make_file("other", "other");
  mkdir("empty", 0755);
  mkdir("full", 0755);
  make_file("full/child", "child");
  mkdir("tree", 0755);
  mkdir("tree/deep", 0755);
  make_file("tree/deep/leaf", "leaf");

  refused("file-over-directory-is-EISDIR", rename("file", "empty"), EISDIR);
  refused("directory-over-file-is-ENOTDIR", rename("empty", "file"), ENOTDIR);
  refused("directory-over-full-directory-is-ENOTEMPTY", rename("tree", "full"), ENOTEMPTY);
  refused("directory-into-itself-is-EINVAL", rename("tree", "tree/deep/tree"), EINVAL);
  refused("missing-source-is-ENOENT", rename("nothing", "x"), ENOENT);
  refused("file-to-name-with-slash-is-ENOTDIR", rename("file", "x/"), ENOTDIR);
  rule("refused-renames-change-nothing",
       holds("file", "file") && holds("full/child", "child") && holds("tree/deep/leaf", "leaf"));

  stat("tree/deep/leaf", &before);
  rule("directory-over-empty-directory-replaces-it", rename("tree", "empty") == 0);
  rule("a-moved-tree-keeps-its-inodes", stat("empty/deep/leaf", &after) == 0 && before.st_ino == after.st_ino);
  refused("and-is-gone-from-where-it-was", stat("tree", &after), ENOENT);

  stat("file", &before);
  rule("file-over-file-replaces-it", rename("file", "other") == 0 && holds("other", "file"));
  rule("and-keeps-its-inode", stat("other", &after) == 0 && before.st_ino == after.st_ino);

  symlink("other", "link");
  rule("renaming-a-link-moves-the-link",
       rename("link", "moved") == 0 && lstat("moved", &after) == 0 && S_ISLNK(after.st_mode));
  rule("and-leaves-its-target", holds("other", "file"));

  rule("dot-dot-out-of-the-root-is-refused",
       rename("other", "../../escaped") == -1 && (errno == EPERM || errno == ENOTCAPABLE));
  rule("dot-dot-into-the-root-is-refused",
       rename("../../etc/hosts", "stolen") == -1 && (errno == EPERM || errno == ENOTCAPABLE));
  symlink("..", "up");
  rule("a-link-out-of-the-root-does-not-help", rename("other", "up/../escaped") == -1 && holds("other", "file"));
  rule("a-mount-point-stays", rename("/tmp", "/work/tmp") == -1);
  return conclude();
}
