/* POSIX tcgetattr and tcsetattr where there is no terminal to ask: ENOTTY, or EBADF for a bad descriptor. */
#include <errno.h>
#include <sys/stat.h>
#include <termios.h>

static int not_a_terminal(int fd) {
  struct stat status;
  if (fstat(fd, &status) == 0) errno = ENOTTY;
  return -1;
}

int tcgetattr(int fd, struct termios *attributes) { return (void)attributes, not_a_terminal(fd); }

int tcsetattr(int fd, int when, const struct termios *attributes) {
  return (void)when, (void)attributes, not_a_terminal(fd);
}
