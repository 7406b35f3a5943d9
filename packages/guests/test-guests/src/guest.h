/* What the test guests share: whole writes, errno by name, one way to fail. */
#ifndef FORMICARIUM_TEST_GUEST_H
#define FORMICARIUM_TEST_GUEST_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** Writes all of `data`; 0, or -1 with errno. */
static inline int write_all(int fd, const char *data, size_t length) {
  while (length > 0) {
    ssize_t n = write(fd, data, length);
    if (n < 0) return -1;
    data += n;
    length -= (size_t)n;
  }
  return 0;
}

/** The symbolic name of an errno, so that tests need no number. */
static inline const char *errno_name(int code) {
  switch (code) {
#define NAME(symbol) case symbol: return #symbol;
    NAME(E2BIG) NAME(EACCES) NAME(EADDRINUSE) NAME(EADDRNOTAVAIL) NAME(EAGAIN) NAME(EBADF) NAME(EBUSY) NAME(ECHILD)
    NAME(ECONNREFUSED) NAME(ECONNRESET) NAME(EDQUOT) NAME(EEXIST) NAME(EFAULT) NAME(EFBIG) NAME(EHOSTUNREACH)
    NAME(EINTR) NAME(EINVAL) NAME(EIO) NAME(EISDIR) NAME(ELOOP) NAME(EMFILE) NAME(EMLINK) NAME(ENAMETOOLONG)
    NAME(ENFILE) NAME(ENODEV) NAME(ENOENT) NAME(ENOEXEC) NAME(ENOMEM) NAME(ENOSPC) NAME(ENOSYS) NAME(ENOTCONN)
    NAME(ENOTDIR) NAME(ENOTEMPTY) NAME(ENOTSOCK) NAME(ENOTSUP) NAME(ENOTTY) NAME(ENXIO) NAME(EOVERFLOW) NAME(EPERM)
    NAME(EPIPE) NAME(EROFS) NAME(ESPIPE) NAME(ESRCH) NAME(ETIMEDOUT) NAME(EXDEV) NAME(ENOTCAPABLE)
#undef NAME
    case 0: return "OK";
    default: return "EUNKNOWN";
  }
}

/** Says on stderr what failed on what and why; the exit code 1. */
static inline int fail(const char *operation, const char *subject) {
  fprintf(stderr, "%s %s: %s\n", operation, subject, errno_name(errno));
  return 1;
}

/** Says how a guest is called; the exit code 2. */
static inline int usage(const char *text) {
  fprintf(stderr, "usage: %s\n", text);
  return 2;
}

#endif
