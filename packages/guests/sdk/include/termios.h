/*
 * POSIX termios.h and struct winsize, with Linux's values. A guest of preview 1 has no terminal calls:
 * tcgetattr and tcsetattr fail with ENOTTY, as for a file. See src/terminal.c.
 */
#ifndef FORMICARIUM_TERMIOS_H
#define FORMICARIUM_TERMIOS_H

typedef unsigned char cc_t;
typedef unsigned speed_t;
typedef unsigned tcflag_t;

#define NCCS 32

struct termios {
  tcflag_t c_iflag;
  tcflag_t c_oflag;
  tcflag_t c_cflag;
  tcflag_t c_lflag;
  cc_t c_cc[NCCS];
};

struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};

#define VINTR 0
#define VQUIT 1
#define VERASE 2
#define VKILL 3
#define VEOF 4
#define VTIME 5
#define VMIN 6
#define VSUSP 10

#define ICRNL 0000400
#define IXON 0002000
#define OPOST 0000001
#define ONLCR 0000004
#define ISIG 0000001
#define ICANON 0000002
#define ECHO 0000010
#define IEXTEN 0100000

#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2

#ifdef __cplusplus
extern "C" {
#endif

int tcgetattr(int fd, struct termios *attributes);
int tcsetattr(int fd, int when, const struct termios *attributes);

#ifdef __cplusplus
}
#endif
#endif
