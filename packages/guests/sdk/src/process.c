/* Processes for guests of preview 1, which has none: POSIX's answers for a system that cannot do it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int unsupported(void) {
  errno = ENOSYS;
  return -1;
}

/* C17 7.22.4.8: system(NULL) tells whether there is a command processor. */
int system(const char *command) { return command == NULL ? 0 : unsupported(); }

FILE *popen(const char *command, const char *mode) {
  (void)command, (void)mode;
  unsupported();
  return NULL;
}

int pclose(FILE *stream) {
  (void)stream;
  errno = ECHILD;
  return -1;
}

pid_t fork(void) { return unsupported(); }
int pipe(int fds[2]) { return (void)fds, unsupported(); }
int dup(int fd) { return (void)fd, unsupported(); }
int dup2(int from, int to) { return (void)from, (void)to, unsupported(); }
int execv(const char *path, char *const argv[]) { return (void)path, (void)argv, unsupported(); }
int execvp(const char *file, char *const argv[]) { return (void)file, (void)argv, unsupported(); }
int execl(const char *path, const char *arg, ...) { return (void)path, (void)arg, unsupported(); }
int execlp(const char *file, const char *arg, ...) { return (void)file, (void)arg, unsupported(); }

pid_t wait(int *status) { return waitpid(-1, status, 0); }

pid_t waitpid(pid_t pid, int *status, int options) {
  (void)pid, (void)status, (void)options;
  errno = ECHILD;
  return -1;
}

pid_t getppid(void) { return 0; }

/* No timer interrupts a guest; 0 = no alarm was pending. */
unsigned alarm(unsigned seconds) { return (void)seconds, 0; }

char *ttyname(int fd) {
  if (!isatty(fd)) return NULL;
  return "/dev/tty";
}
