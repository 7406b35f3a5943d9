/*
 * C17 7.13 and POSIX setjmp.h through WebAssembly exceptions. clang's "wasm-enable-sjlj" pass turns setjmp into calls of
 * src/setjmp.c and longjmp into a throw; it gives the buffer's address a meaning, not its contents.
 */
#ifndef FORMICARIUM_SETJMP_H
#define FORMICARIUM_SETJMP_H

typedef struct {
  unsigned id;
  unsigned reserved[3];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;

#ifdef __cplusplus
extern "C" {
#endif

int setjmp(jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf, int);

#ifdef __cplusplus
}
#endif

/* Signal masks are not part of a jump: a guest's handlers run only inside raise(). */
#define _setjmp(env) setjmp(env)
#define _longjmp(env, value) longjmp(env, value)
#define sigsetjmp(env, mask) setjmp(env)
#define siglongjmp(env, value) longjmp(env, value)

#endif
