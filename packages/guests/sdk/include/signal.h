/*
 * POSIX signal.h over wasi-libc's emulation: a handler runs only inside raise(). Sets and masks are kept and reported,
 * and delay nothing. See src/signals.c.
 */
#ifndef FORMICARIUM_SIGNAL_H
#define FORMICARIUM_SIGNAL_H
#include_next <signal.h>
#include <sys/types.h>

/* wasi-libc's sigset_t is one byte. */
typedef unsigned long long formicarium_sigset;
#define sigset_t formicarium_sigset

#ifndef SIG_SETMASK
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#endif
#ifndef SA_RESTART
#define SA_NOCLDSTOP 1
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#endif

struct sigaction {
  void (*sa_handler)(int);
  sigset_t sa_mask;
  int sa_flags;
};

#ifdef __cplusplus
extern "C" {
#endif

int sigaction(int signal, const struct sigaction *restrict action, struct sigaction *restrict old);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int signal);
int sigdelset(sigset_t *set, int signal);
int sigismember(const sigset_t *set, int signal);
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old);
int kill(pid_t pid, int signal);

#ifdef __cplusplus
}
#endif
#endif
