/* POSIX sigaction, signal sets and kill over wasi-libc's signal() and raise(). */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#define SIGNALS 64

static formicarium_sigset mask;
static struct sigaction actions[SIGNALS + 1];

static int is_signal(int number) {
  if (number >= 1 && number <= SIGNALS) return 1;
  errno = EINVAL;
  return 0;
}

static formicarium_sigset bit(int number) { return 1ULL << (number - 1); }

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
  if (!is_signal(number)) return -1;
  if ((number == SIGKILL || number == SIGSTOP) && action != NULL) {
    errno = EINVAL;
    return -1;
  }
  struct sigaction before = actions[number];
  if (action != NULL) {
    if (signal(number, action->sa_handler) == SIG_ERR) return -1;
    actions[number] = *action;
  }
  if (old != NULL) *old = before;
  return 0;
}

int sigemptyset(formicarium_sigset *set) {
  *set = 0;
  return 0;
}

int sigfillset(formicarium_sigset *set) {
  *set = ~0ULL;
  return 0;
}

int sigaddset(formicarium_sigset *set, int number) {
  if (!is_signal(number)) return -1;
  *set |= bit(number);
  return 0;
}

int sigdelset(formicarium_sigset *set, int number) {
  if (!is_signal(number)) return -1;
  *set &= ~bit(number);
  return 0;
}

int sigismember(const formicarium_sigset *set, int number) {
  if (!is_signal(number)) return -1;
  return (*set & bit(number)) != 0;
}

int sigprocmask(int how, const formicarium_sigset *restrict set, formicarium_sigset *restrict old) {
  formicarium_sigset before = mask;
  if (set != NULL) {
    if (how == SIG_BLOCK) mask |= *set;
    else if (how == SIG_UNBLOCK) mask &= ~*set;
    else if (how == SIG_SETMASK) mask = *set;
    else {
      errno = EINVAL;
      return -1;
    }
  }
  if (old != NULL) *old = before;
  return 0;
}

/* Only the process itself is there to be signalled. */
int kill(pid_t pid, int number) {
  if (number < 0 || number > SIGNALS) {
    errno = EINVAL;
    return -1;
  }
  if (pid != 0 && pid != -1 && pid != getpid()) {
    errno = ESRCH;
    return -1;
  }
  return number == 0 ? 0 : raise(number);
}
