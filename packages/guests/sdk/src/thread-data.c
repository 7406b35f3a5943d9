/* POSIX thread-specific data of the only thread: errors are returned, not set. */
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static void *values[PTHREAD_KEYS_MAX];
static unsigned created;

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  (void)destructor;
  if (created == PTHREAD_KEYS_MAX) return EAGAIN;
  *key = created++;
  return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  if (key >= created) return EINVAL;
  values[key] = (void *)value;
  return 0;
}

void *pthread_getspecific(pthread_key_t key) { return key < created ? values[key] : NULL; }

int pthread_once(pthread_once_t *control, void (*routine)(void)) {
  if (*control == PTHREAD_ONCE_INIT) {
    *control = 1;
    routine();
  }
  return 0;
}
