import { invalidInput, quoted } from './invalid-input.ts';

/** A plain record whose keys are all known. */
export type KnownKeys<K extends string> = { readonly [key in K]?: unknown };

/**
 * Checks that `value` is an object with no other own enumerable keys than `keys`.
 *
 * Answers a shallow copy, so that an accessor is read once and cannot answer twice.
 */
export function checkObject<K extends string>(value: unknown, keys: readonly K[], what: string): KnownKeys<K> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidInput(`Cannot use ${what}: it is ${quoted(value)}; an object is accepted`);
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (!(keys as readonly string[]).includes(key)) {
      throw invalidInput(`Cannot use ${what}: the key ${quoted(key)} is unknown; accepted are ${keys.join(', ')}`);
    }
  }
  for (const key of keys) copy[key] = (value as Record<string, unknown>)[key];
  return copy as KnownKeys<K>;
}

/** Checks an integer within a range, or takes the default when it is undefined. */
export function checkInteger(
  value: unknown,
  range: { min: number; max: number; fallback: number },
  what: string,
): number {
  if (value === undefined) return range.fallback;
  if (!Number.isSafeInteger(value) || (value as number) < range.min || (value as number) > range.max) {
    throw invalidInput(`Cannot use ${what} ${quoted(value)}: an integer from ${range.min} to ${range.max} is accepted`);
  }
  return value as number;
}

/** Checks a boolean; undefined is false. */
export function checkFlag(value: unknown, what: string): boolean {
  if (value !== undefined && typeof value !== 'boolean') {
    throw invalidInput(`Cannot use ${what} ${quoted(value)}: true or false is accepted`);
  }
  return value === true;
}

/** Checks permission bits, 0 to 0o7777. */
export function checkMode(value: unknown, fallback: number, what: string): number {
  return checkInteger(value, { min: 0, max: 0o7777, fallback }, what);
}

/** Checks for an abort signal, by shape: a signal may come from another realm. */
export function checkSignal(value: unknown, what: string): AbortSignal | undefined {
  if (value === undefined) return undefined;
  const signal = value as Partial<AbortSignal> | null;
  if (
    typeof signal === 'object' &&
    signal !== null &&
    typeof signal.aborted === 'boolean' &&
    typeof signal.addEventListener === 'function'
  ) {
    return signal as AbortSignal;
  }
  throw invalidInput(`Cannot use ${what}: it is ${quoted(value)}; an AbortSignal is accepted`);
}

/** Checks for a readable stream that nobody reads yet, by shape: it may come from another realm. */
export function checkStream(value: unknown, what: string): ReadableStream | undefined {
  if (value === undefined) return undefined;
  const stream = value as Partial<ReadableStream> | null;
  // The tag tells streams of every realm from objects that only look alike.
  if (Object.prototype.toString.call(stream) !== '[object ReadableStream]' || typeof stream?.locked !== 'boolean') {
    throw invalidInput(`Cannot use ${what}: it is ${quoted(value)}; a ReadableStream is accepted`);
  }
  if (stream.locked)
    throw invalidInput(`Cannot use ${what}: the stream is locked; an unlocked ReadableStream is accepted`);
  return stream as ReadableStream;
}

/** Checks environment variables and copies them. */
export function checkEnv(value: unknown, what: string): Record<string, string> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidInput(`Cannot use ${what}: it is ${quoted(value)}; an object of strings is accepted`);
  }
  const env: Record<string, string> = Object.create(null);
  for (const [name, text] of Object.entries(value)) {
    if (name === '' || /[=\0]/.test(name) || !name.isWellFormed()) {
      throw invalidInput(
        `Cannot use ${what}: ${quoted(name)} is no variable name; no "=", no NUL and no lone surrogate is accepted`,
      );
    }
    env[name] = checkCString(text, `the variable ${quoted(name)} of ${what}`);
  }
  return env;
}

/** Checks a string that a guest gets as a NUL-terminated one. The value is not quoted: it may be a secret. */
export function checkCString(value: unknown, what: string): string {
  if (typeof value !== 'string') throw invalidInput(`Cannot use ${what}: it is no string`);
  if (value.includes('\0')) throw invalidInput(`Cannot use ${what}: it contains NUL`);
  if (!value.isWellFormed()) throw invalidInput(`Cannot use ${what}: it contains a lone surrogate`);
  return value;
}
