import { SUCCESS } from '../abi/errno.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import type { GuestMemory } from '../process/guest-memory.ts';

const encoder = new TextEncoder();

/**
 * `args_get`, `args_sizes_get`, `environ_get`, `environ_sizes_get` (witx: command-line arguments and environment, as
 * NUL-terminated strings in one buffer and an array of pointers to them).
 */
export function argsEnvCalls({ memory, argv, env }: GuestContext): CallTable {
  let args: Uint8Array[] | undefined;
  let variables: Uint8Array[] | undefined;
  const encodedArgs = (): Uint8Array[] => {
    args ??= argv.map(terminated);
    return args;
  };
  const encodedVariables = (): Uint8Array[] => {
    variables ??= Object.entries(env).map(([name, value]) => terminated(`${name}=${value}`));
    return variables;
  };
  return {
    args_sizes_get: (count: number, size: number) => putSizes(memory, encodedArgs(), count, size),
    args_get: (pointers: number, buffer: number) => putStrings(memory, encodedArgs(), pointers, buffer),
    environ_sizes_get: (count: number, size: number) => putSizes(memory, encodedVariables(), count, size),
    environ_get: (pointers: number, buffer: number) => putStrings(memory, encodedVariables(), pointers, buffer),
  };
}

const terminated = (text: string): Uint8Array => encoder.encode(`${text}\0`);

const totalBytes = (strings: readonly Uint8Array[]): number => strings.reduce((sum, { length }) => sum + length, 0);

function putSizes(memory: GuestMemory, strings: readonly Uint8Array[], count: number, size: number): number {
  const countAt = memory.range(count, 4);
  const sizeAt = memory.range(size, 4);
  memory.view.setUint32(countAt, strings.length, true);
  memory.view.setUint32(sizeAt, totalBytes(strings), true);
  return SUCCESS;
}

function putStrings(memory: GuestMemory, strings: readonly Uint8Array[], pointers: number, buffer: number): number {
  let pointerAt = memory.range(pointers, strings.length * 4);
  let at = memory.range(buffer, totalBytes(strings));
  for (const string of strings) {
    memory.view.setUint32(pointerAt, at, true);
    memory.bytes.set(string, at);
    pointerAt += 4;
    at += string.length;
  }
  return SUCCESS;
}
