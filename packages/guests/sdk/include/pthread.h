/* POSIX pthread.h as far as single-threaded code needs it: thread-specific data, pthread_once. See src/thread-data.c. */
#ifndef FORMICARIUM_PTHREAD_H
#define FORMICARIUM_PTHREAD_H

typedef unsigned pthread_key_t;
typedef int pthread_once_t;

#define PTHREAD_ONCE_INIT 0
#define PTHREAD_KEYS_MAX 128

#ifdef __cplusplus
extern "C" {
#endif

/* Destructors run when a thread ends before its process does; the only thread never does. */
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_setspecific(pthread_key_t key, const void *value);
void *pthread_getspecific(pthread_key_t key);
int pthread_once(pthread_once_t *control, void (*routine)(void));

#ifdef __cplusplus
}
#endif
#endif
