/* What wasi-libc leaves out of POSIX unistd.h (IEEE Std 1003.1-2017). See src/process.c and src/files.c. */
#ifndef FORMICARIUM_UNISTD_H
#define FORMICARIUM_UNISTD_H
#include_next <unistd.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No user database and no owners in preview 1: stat says 0 for every file, so the process is 0 as well. */
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
pid_t getppid(void);

int chown(const char *path, uid_t owner, gid_t group);
int fchown(int fd, uid_t owner, gid_t group);
int lchown(const char *path, uid_t owner, gid_t group);

/* These need more than preview 1: they fail with ENOSYS. */
int dup(int fd);
int dup2(int from, int to);
int pipe(int fds[2]);
pid_t fork(void);
int execv(const char *path, char *const argv[]);
int execvp(const char *file, char *const argv[]);
int execl(const char *path, const char *arg, ...);
int execlp(const char *file, const char *arg, ...);

char *ttyname(int fd);
unsigned alarm(unsigned seconds);

#ifdef __cplusplus
}
#endif
#endif
