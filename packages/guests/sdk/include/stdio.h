/* What wasi-libc leaves out of POSIX stdio.h. See src/process.c and src/files.c. */
#ifndef FORMICARIUM_STDIO_H
#define FORMICARIUM_STDIO_H

/* wasi-libc declares these two only to warn that they do not exist. */
#define tmpnam __wasilibc_tmpnam
#define tmpfile __wasilibc_tmpfile
#include_next <stdio.h>
#undef tmpnam
#undef tmpfile

#ifndef L_tmpnam
#define L_tmpnam 20
#endif
#ifndef P_tmpdir
#define P_tmpdir "/tmp"
#endif

#ifdef __cplusplus
extern "C" {
#endif

char *tmpnam(char *name);
FILE *tmpfile(void);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
