import { ExecutionError } from '@aletheia-works/errors';

/**
 * Compares a digest with the one that the catalog pins.
 *
 * @param what names what was hashed, as in `the artifact`
 * @throws ExecutionError `DIGEST` with both
 */
export function verifyDigest(actual: string, expected: string, what: string): void {
  if (actual === expected) return;
  throw new ExecutionError('DIGEST', `Cannot accept ${what}: its SHA-256 is ${actual}; the catalog says ${expected}`);
}

/**
 * Compares a length with the one that the catalog pins, if it does.
 *
 * @throws ExecutionError `DIGEST` with both
 */
export function verifySize(actual: number, expected: number | undefined, what: string): void {
  if (expected === undefined || actual === expected) return;
  throw new ExecutionError('DIGEST', `Cannot accept ${what}: it has ${actual} bytes; the catalog says ${expected}`);
}
