/**
 * What a parser of this package answers. The package imports nothing, so it throws no `ExecutionError`: a caller that
 * wants one makes it of `message`, with the code `INVALID_INPUT`.
 */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** What is wrong and what is accepted, as a whole sentence. */
      readonly message: string;
    };

export function accepted<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refused(message: string): Parsed<never> {
  return { ok: false, message };
}

const MAX_QUOTED = 120;

/** A value as it appears in a message: strings quoted and cut, anything else by its kind. */
export function quoted(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value);
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) {
    return String(value);
  }
  if (Array.isArray(value)) return 'an array';
  return `a value of type ${typeof value}`;
}
