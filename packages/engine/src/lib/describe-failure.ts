/** How a guest failed: what the caller is told, without a word of the guest's own. */
export interface Failure {
  readonly kind: 'failed';
  readonly code: 'EXECUTION' | 'GUEST_FORMAT' | 'INVALID_INPUT';
  readonly message: string;
}

const execution = (what: string): Failure => ({
  kind: 'failed',
  code: 'EXECUTION',
  message: `Cannot finish the guest: ${what}`,
});

export const format = (what: string): Failure => ({
  kind: 'failed',
  code: 'GUEST_FORMAT',
  message: `Cannot start the guest: ${what}`,
});

/** Traps by what engines call them (V8, SpiderMonkey, JavaScriptCore); the names are those of the core specification. */
const TRAPS: readonly (readonly [RegExp, string])[] = [
  [/stack/i, 'its call stack is exhausted'],
  [/recursion/i, 'its call stack is exhausted'],
  [/unreachable/i, 'it trapped (unreachable executed)'],
  [/out of bounds.*table|table.*(out of bounds|out of range)/i, 'it trapped (table access out of bounds)'],
  [/memory|out of bounds/i, 'it trapped (memory access out of bounds)'],
  [/div(ide|ision).*zero|by zero/i, 'it trapped (integer divide by zero)'],
  [/unrepresentable|conversion|trunc/i, 'it trapped (invalid conversion to integer)'],
  [/overflow/i, 'it trapped (integer overflow)'],
  [/signature|indirect call/i, 'it trapped (indirect call type mismatch)'],
  [/null/i, 'it trapped (null reference)'],
  [/atomic|align/i, 'it trapped (unaligned atomic access)'],
];

/** Turns what ended a guest into a failure with a fixed text that names the kind. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof WebAssembly.LinkError) return format('it imports a call of preview 1 with another type');
  if (error instanceof WebAssembly.CompileError) return format('it is no valid WebAssembly module');
  if (isStackOverflow(error)) return execution('its call stack is exhausted');
  if (error instanceof WebAssembly.RuntimeError) return execution(trapOf(error.message));
  if (error instanceof RangeError) return execution('it is out of memory');
  if (isGuestException(error)) return execution('it threw an exception that nobody caught');
  return execution('the engine met an unexpected error');
}

const trapOf = (message: string): string => TRAPS.find(([pattern]) => pattern.test(message))?.[1] ?? 'it trapped';

/** RangeError in V8 and JavaScriptCore, InternalError in SpiderMonkey. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack|too much recursion/i.test(error.message);
}

function isGuestException(error: unknown): boolean {
  return 'Exception' in WebAssembly && error instanceof (WebAssembly.Exception as unknown as typeof Error);
}
