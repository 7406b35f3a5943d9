/* What wasi-libc leaves out of POSIX sys/stat.h. Preview 1 has no permission bits. See src/files.c. */
#ifndef FORMICARIUM_SYS_STAT_H
#define FORMICARIUM_SYS_STAT_H
#include_next <sys/stat.h>

#ifndef S_ISUID
#define S_ISUID 04000
#define S_ISGID 02000
#define S_ISVTX 01000
#endif

#ifdef __cplusplus
extern "C" {
#endif

int chmod(const char *path, mode_t mode);
int fchmod(int fd, mode_t mode);
mode_t umask(mode_t mask);

#ifdef __cplusplus
}
#endif
#endif
