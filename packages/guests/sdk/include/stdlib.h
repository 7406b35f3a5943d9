/* What wasi-libc leaves out of POSIX stdlib.h. See src/process.c and src/files.c. */
#ifndef FORMICARIUM_STDLIB_H
#define FORMICARIUM_STDLIB_H
#include_next <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

int system(const char *command);
int mkstemp(char *name);
char *realpath(const char *restrict path, char *restrict resolved);

#ifdef __cplusplus
}
#endif
#endif
