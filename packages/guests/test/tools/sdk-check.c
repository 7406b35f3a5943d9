#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <pwd.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static int failures;
#define CHECK(condition) \
  do { \
    if (!(condition)) failures++, printf("line %d: %s (errno %d)\n", __LINE__, #condition, errno); \
  } while (0)
#define FAILS(call, code) (errno = 0, (call) == -1 && errno == (code))

static jmp_buf outer;
static volatile sig_atomic_t caught;

static void on_signal(int number) { caught = number; }

static void dive(int depth) {
  jmp_buf inner;
  if (depth == 0) longjmp(outer, 0);
  if (setjmp(inner) == 0) dive(depth - 1);
  CHECK(!"an inner buffer was taken");
}

static void jumps(void) {
  volatile int count = 0;
  jmp_buf many[12];
  int value = setjmp(outer);
  if (value == 0) dive(20);
  CHECK(value == 1);
  for (volatile int index = 0; index < 12; index++) {
    if (setjmp(many[index]) == 0) continue;
    count++;
    if (count == 1) longjmp(many[3], 5);
    break;
  }
  if (count == 0) longjmp(many[11], 1);
  CHECK(count == 2);
}

static void signals(void) {
  struct sigaction action = {.sa_handler = on_signal}, old;
  sigset_t set;
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0 && raise(SIGUSR1) == 0 && caught == SIGUSR1);
  CHECK(sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == on_signal);
  CHECK(FAILS(sigaction(SIGKILL, &action, NULL), EINVAL));
  CHECK(FAILS(sigaction(0, &action, NULL), EINVAL));
  CHECK(sigemptyset(&set) == 0 && sigaddset(&set, SIGINT) == 0 && sigismember(&set, SIGINT) == 1);
  CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
  CHECK(sigprocmask(SIG_SETMASK, NULL, &set) == 0 && sigismember(&set, SIGINT) == 1);
  CHECK(kill(getpid(), 0) == 0 && FAILS(kill(4711, SIGTERM), ESRCH));
}

static void files(void) {
  char name[] = "made.XXXXXX", path[4096];
  int fd = mkstemp(name);
  CHECK(fd >= 0 && write(fd, "x", 1) == 1 && close(fd) == 0);
  CHECK(FAILS(mkstemp((char[]){"short"}), EINVAL));
  CHECK(mkdir("dir", 0777) == 0 && symlink("../dir", "dir/self") == 0 && symlink("loop", "loop") == 0);
  CHECK(realpath("dir/self/./self/..//dir", path) == path && strcmp(path, "/work/dir") == 0);
  CHECK(realpath("/", path) == path && strcmp(path, "/") == 0);
  CHECK(realpath("nowhere", path) == NULL && errno == ENOENT);
  CHECK(realpath("loop", path) == NULL && errno == ELOOP);
  snprintf(path, sizeof path, "%s/x", name);
  CHECK(realpath(path, NULL) == NULL && errno == ENOTDIR);
  CHECK(FAILS(chmod("nowhere", 0600), ENOENT) && FAILS(chmod(name, 0600), ENOTSUP) && FAILS(fchmod(99, 0), EBADF));
  CHECK(umask(077) == 022 && umask(022) == 077);
  FILE *spare = tmpfile();
  CHECK(spare != NULL && fputs("kept", spare) >= 0 && fseek(spare, 0, SEEK_SET) == 0 && fgetc(spare) == 'k');
  CHECK(unlink(name) == 0 && unlink("loop") == 0 && unlink("dir/self") == 0 && rmdir("dir") == 0);
}

int main(void) {
  struct termios attributes;
  pthread_key_t key;
  jumps();
  signals();
  files();
  CHECK(FAILS(tcgetattr(0, &attributes), ENOTTY) && FAILS(tcgetattr(99, &attributes), EBADF));
  CHECK(system(NULL) == 0 && FAILS(system("ls"), ENOSYS) && FAILS(fork(), ENOSYS) && FAILS(wait(NULL), ECHILD));
  CHECK(strcmp(getpwuid(getuid())->pw_dir, getenv("HOME")) == 0 && getpwnam("nobody") == NULL);
  CHECK(pthread_key_create(&key, NULL) == 0 && pthread_getspecific(key) == NULL);
  CHECK(pthread_setspecific(key, &key) == 0 && pthread_getspecific(key) == &key);
  puts(failures == 0 ? "ok" : "failed");
  return failures != 0;
}
