/* flags: -Wno-infinite-recursion */
/* stack-overflow [shadow]: recurses without end, on the engine's stack or on the one in linear memory. */
#include "guest.h"

static volatile int depth;

__attribute__((noinline)) static int on_engine_stack(int n) {
  depth = n;
  return on_engine_stack(n + 1) + depth;
}

__attribute__((noinline)) static int on_shadow_stack(int n) {
  volatile char frame[4096];
  frame[n & 4095] = (char)n;
  return on_shadow_stack(n + 1) + frame[n & 4095];
}

int main(int argc, char **argv) {
  write_all(1, "recursing\n", 10);
  return argc > 1 && strcmp(argv[1], "shadow") == 0 ? on_shadow_stack(0) : on_engine_stack(0);
}
