/* Names of POSIX fcntl.h for commands that preview 1 has no call for: wasi-libc's fcntl answers them with EINVAL. */
#ifndef FORMICARIUM_FCNTL_H
#define FORMICARIUM_FCNTL_H
#include_next <fcntl.h>

#ifndef F_DUPFD
#define F_DUPFD 0
#endif
#ifndef F_GETLK
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#endif
#ifndef F_RDLCK
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2
#endif

#endif
