/* File functions of POSIX that wasi-libc leaves out, as far as preview 1 carries them. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Neither owners nor permission bits can be told or changed: a missing file is still ENOENT, EBADF a bad descriptor. */
static int no_owner(int missing) {
  if (missing != 0) return -1;
  errno = ENOTSUP;
  return -1;
}

static int unchangeable(const char *path) {
  struct stat status;
  return no_owner(stat(path, &status));
}

static int unchangeable_fd(int fd) {
  struct stat status;
  return no_owner(fstat(fd, &status));
}

int chmod(const char *path, mode_t mode) { return (void)mode, unchangeable(path); }
int fchmod(int fd, mode_t mode) { return (void)mode, unchangeable_fd(fd); }
int chown(const char *path, uid_t owner, gid_t group) { return (void)owner, (void)group, unchangeable(path); }
int fchown(int fd, uid_t owner, gid_t group) { return (void)owner, (void)group, unchangeable_fd(fd); }

int lchown(const char *path, uid_t owner, gid_t group) {
  struct stat status;
  (void)owner, (void)group;
  return no_owner(lstat(path, &status));
}

/* POSIX umask: always succeeds and returns the mask before. Nothing reads it. */
mode_t umask(mode_t mask) {
  static mode_t current = 022;
  mode_t before = current;
  current = mask & 0777;
  return before;
}

/* POSIX mkstemp: the last six characters must be X; the file is new and empty. */
int mkstemp(char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  size_t length = strlen(name);
  if (length < 6 || strcmp(name + length - 6, "XXXXXX") != 0) {
    errno = EINVAL;
    return -1;
  }
  for (int attempt = 0; attempt < 100; attempt++) {
    unsigned char random[6];
    if (getentropy(random, sizeof random) != 0) return -1;
    for (size_t index = 0; index < 6; index++) name[length - 6 + index] = letters[random[index] % 36];
    int fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

FILE *tmpfile(void) {
  char name[] = P_tmpdir "/tmp.XXXXXX";
  int fd = mkstemp(name);
  if (fd < 0) return NULL;
  unlink(name);
  return fdopen(fd, "w+");
}

char *tmpnam(char *name) {
  static char own[L_tmpnam];
  if (name == NULL) name = own;
  snprintf(name, L_tmpnam, "%s", P_tmpdir "/tmp.XXXXXX");
  int fd = mkstemp(name);
  if (fd < 0) return NULL;
  close(fd);
  unlink(name);
  return name;
}

/*
 * wasi-libc believes that every program starts in "/", and opens relative paths below the preopen "." all the same. So
 * $PWD counts as long as it names the directory that "." is, as POSIX says of `pwd -L`.
 */
static char *current_directory(char *buffer, size_t size) {
  struct stat named, actual;
  const char *path = getenv("PWD");
  if (path != NULL && *path == '/' && strlen(path) < size && stat(path, &named) == 0 && stat(".", &actual) == 0 &&
      named.st_dev == actual.st_dev && named.st_ino == actual.st_ino) {
    return strcpy(buffer, path);
  }
  return getcwd(buffer, size);
}

/* POSIX realpath: component by component, symbolic links read in place, at most 40 of them (ELOOP). */
char *realpath(const char *restrict path, char *restrict resolved) {
  char pending[PATH_MAX], done[PATH_MAX] = "", link[PATH_MAX], joined[PATH_MAX];
  int links = 0;
  if (path == NULL || *path == '\0') {
    errno = path == NULL ? EINVAL : ENOENT;
    return NULL;
  }
  if (*path != '/' && current_directory(done, sizeof done) == NULL) return NULL;
  if (strcmp(done, "/") == 0) done[0] = '\0';
  if (snprintf(pending, sizeof pending, "%s", path) >= (int)sizeof pending) goto too_long;
  for (char *rest = pending; *rest != '\0';) {
    size_t length = strcspn(rest, "/");
    char *next = rest + length + (rest[length] == '/');
    if (length == 0 || (length == 1 && rest[0] == '.')) {
      rest = next;
      continue;
    }
    if (length == 2 && rest[0] == '.' && rest[1] == '.') {
      char *slash = strrchr(done, '/');
      if (slash != NULL) *slash = '\0';
      rest = next;
      continue;
    }
    size_t base = strlen(done);
    if (base + 1 + length >= sizeof done) goto too_long;
    done[base] = '/';
    memcpy(done + base + 1, rest, length);
    done[base + 1 + length] = '\0';
    struct stat status;
    if (lstat(done, &status) != 0) return NULL;
    if (!S_ISLNK(status.st_mode)) {
      if (*next != '\0' && !S_ISDIR(status.st_mode)) {
        errno = ENOTDIR;
        return NULL;
      }
      rest = next;
      continue;
    }
    if (++links > 40) {
      errno = ELOOP;
      return NULL;
    }
    ssize_t size = readlink(done, link, sizeof link - 1);
    if (size < 0) return NULL;
    link[size] = '\0';
    done[link[0] == '/' ? 0 : base] = '\0';
    if (snprintf(joined, sizeof joined, "%s/%s", link, next) >= (int)sizeof joined) goto too_long;
    memcpy(pending, joined, strlen(joined) + 1);
    rest = pending;
  }
  if (done[0] == '\0') memcpy(done, "/", 2);
  if (resolved == NULL) return strdup(done);
  return strcpy(resolved, done);

too_long:
  errno = ENAMETOOLONG;
  return NULL;
}
