/* WASIX as the test guests use it: the raw calls and their records, without a C library of its own. */
#ifndef FORMICARIUM_TEST_WASIX_H
#define FORMICARIUM_TEST_WASIX_H

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WASIX(name) __attribute__((import_module("wasix_32v1"), import_name(#name)))

typedef struct {
  uint8_t command;
  uint32_t fd, source, path, path_length, lookup_flags;
  uint16_t open_flags;
  uint64_t rights, inheriting;
  uint16_t fd_flags, more_flags;
} fd_op;
_Static_assert(sizeof(fd_op) == 56, "fd_op");
enum { OP_CLOSE, OP_DUP2, OP_OPEN, OP_CHDIR, OP_FCHDIR };

typedef struct {
  uint8_t tag;
  uint32_t value;
} option;
_Static_assert(sizeof(option) == 8, "option");

typedef struct {
  uint8_t tag, padding;
  uint16_t code;
  uint8_t signal;
} join_status;
_Static_assert(sizeof(join_status) == 6, "join_status");
enum { JOIN_NOTHING, JOIN_EXITED, JOIN_SIGNALLED };
enum { NO_HANG = 1 };

typedef struct {
  uint32_t pid;
  option streams[3];
} handles;
_Static_assert(sizeof(handles) == 28, "handles");

WASIX(fd_pipe) int wasix_fd_pipe(int *, int *);
WASIX(fd_dup2) int wasix_fd_dup2(int, int, int, int *);
WASIX(fd_fdflags_set) int wasix_fd_fdflags_set(int, int);
WASIX(getcwd) int wasix_getcwd(char *, int *);
WASIX(chdir) int wasix_chdir(const char *, int);
WASIX(proc_id) int wasix_proc_id(int *);
WASIX(proc_parent) int wasix_proc_parent(int, int *);
WASIX(proc_spawn)
int wasix_proc_spawn(const char *, int, int, const char *, int, const char *, int, int, int, int, const char *, int,
                     handles *);
WASIX(proc_spawn2)
int wasix_proc_spawn2(const char *, int, const char *, int, const char *, int, const fd_op *, int, const void *, int, int,
                      const char *, int, int *);
WASIX(proc_spawn3)
int wasix_proc_spawn3(const char *, int, char *const *, int, char *const *, int, const fd_op *, int, const void *, int,
                      int, const char *, int, int *);
WASIX(proc_exec3)
int wasix_proc_exec3(const char *, int, const char *, int, const char *, int, int, const char *, int);
WASIX(proc_join) int wasix_proc_join(option *, int, join_status *);
WASIX(proc_signal) int wasix_proc_signal(int, int);

/** Starts a program of `/usr/bin` with the file steps; its number, or minus the error number. */
static inline int spawn_with(char *const argv[], const fd_op *ops, int count) {
  int pid, n = 0;
  while (argv[n] != NULL) n++;
  int error = wasix_proc_spawn3(argv[0], strlen(argv[0]), argv, n, NULL, 0, ops, count, NULL, 0, 1, NULL, 0, &pid);
  return error != 0 ? -error : pid;
}

static inline int spawn(char *const argv[]) { return spawn_with(argv, NULL, 0); }

/** Waits for a process; its exit code, 256 plus the signal that ended it, or minus the error number. */
static inline int join(int pid) {
  option which = {pid > 0, (uint32_t)pid};
  join_status status;
  int error = wasix_proc_join(&which, 0, &status);
  if (error != 0) return -error;
  return status.tag == JOIN_SIGNALLED ? 256 + status.signal : status.code;
}

static inline int spawn_and_join(char *const argv[]) {
  int pid = spawn(argv);
  return pid < 0 ? pid : join(pid);
}

#endif
