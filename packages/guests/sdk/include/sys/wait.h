/* POSIX sys/wait.h. The status word is laid out as on Linux: exit code << 8, or the signal's number. */
#ifndef FORMICARIUM_SYS_WAIT_H
#define FORMICARIUM_SYS_WAIT_H
#include <sys/types.h>

#define WNOHANG 1
#define WUNTRACED 2

#define WTERMSIG(status) ((status) & 0x7f)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WEXITSTATUS(status) (((status) >> 8) & 0xff)
#define WIFSIGNALED(status) (WTERMSIG(status) != 0 && WTERMSIG(status) != 0x7f)
#define WIFSTOPPED(status) (WTERMSIG(status) == 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)

#ifdef __cplusplus
extern "C" {
#endif

/* A preview 1 guest has no children: ECHILD. */
pid_t wait(int *status);
pid_t waitpid(pid_t pid, int *status, int options);

#ifdef __cplusplus
}
#endif
#endif
