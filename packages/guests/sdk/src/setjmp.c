/*
 * The run-time half of setjmp and longjmp, as called by the code that LLVM's WebAssemblyLowerEmscriptenEHSjLj pass
 * writes for "wasm-enable-sjlj": every function that calls setjmp keeps a table of (id, label) pairs, closed by id 0, on
 * its own; setjmp adds a pair, and after a throw the pass looks up which label the buffer belongs to.
 */
#include <stdint.h>
#include <stdlib.h>

struct target {
  uint32_t id;
  uint32_t label;
};

/* Returned beside the table: its capacity. The pass reads it through getTempRet0. */
static uint32_t second_result;

uint32_t getTempRet0(void) { return second_result; }
void setTempRet0(uint32_t value) { second_result = value; }

struct target *saveSetjmp(uint32_t *env, uint32_t label, struct target *table, uint32_t size) {
  static uint32_t last_id;
  uint32_t used = 0;
  *env = ++last_id;
  while (used < size && table[used].id != 0) used++;
  if (used + 1 >= size) {
    size = 2 * size + 2;
    table = realloc(table, sizeof *table * (size + 1));
    if (table == NULL) abort();
  }
  table[used] = (struct target){*env, label};
  table[used + 1].id = 0;
  second_result = size;
  return table;
}

/* The label of a buffer, or 0 when this call of the function did not set it. */
uint32_t testSetjmp(uint32_t id, struct target *table, uint32_t size) {
  for (uint32_t index = 0; index < size && table[index].id != 0; index++) {
    if (table[index].id == id) return table[index].label;
  }
  return 0;
}

struct thrown {
  void *env;
  int value;
};

/* C17 7.13.2.1: setjmp never returns 0 after a longjmp. Tag 1 is LLVM's __c_longjmp. */
_Noreturn void __wasm_longjmp(void *env, int value) {
  static struct thrown thrown;
  thrown = (struct thrown){env, value == 0 ? 1 : value};
  __builtin_wasm_throw(1, &thrown);
}
