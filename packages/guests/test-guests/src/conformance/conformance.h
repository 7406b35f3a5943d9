/* A conformance guest prints one line for each rule, "ok <rule>" or "FAILED <rule>", and exits with 1 when any failed. */
#ifndef FORMICARIUM_CONFORMANCE_H
#define FORMICARIUM_CONFORMANCE_H

#include "guest.h"

#include <stdbool.h>
#include <sys/stat.h>

static int failures = 0;

/** Notes whether a rule holds. errno is shown, since most rules are about it. */
static inline void rule(const char *name, bool holds) {
  int code = errno;
  if (holds) {
    printf("ok %s\n", name);
  } else {
    printf("FAILED %s (errno %s)\n", name, errno_name(code));
    failures++;
  }
  errno = 0;
}

/** Notes that a call answered -1 with the error. */
static inline void refused(const char *name, long result, int expected) {
  rule(name, result == -1 && errno == expected);
}

/** A new file with a content; ends the guest when it cannot be. */
static inline void make_file(const char *path, const char *content) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd < 0 || write_all(fd, content, strlen(content)) < 0) exit(fail("make", path));
  close(fd);
}

/** The size of a file, or -1. */
static inline long long size_of(const char *path) {
  struct stat status;
  return stat(path, &status) < 0 ? -1 : (long long)status.st_size;
}

/** The link count of a file, or -1. */
static inline long long links_of(const char *path) {
  struct stat status;
  return lstat(path, &status) < 0 ? -1 : (long long)status.st_nlink;
}

/** Tells whether a file holds exactly a text of up to 255 bytes. */
static inline bool holds(const char *path, const char *text) {
  char buffer[256];
  int fd = open(path, O_RDONLY);
  if (fd < 0) return false;
  ssize_t count = read(fd, buffer, sizeof buffer);
  close(fd);
  return count == (ssize_t)strlen(text) && memcmp(buffer, text, (size_t)count) == 0;
}

static inline int conclude(void) { return failures > 0 ? 1 : 0; }

#endif
