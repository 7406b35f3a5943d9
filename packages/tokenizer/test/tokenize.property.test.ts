import { tokenize } from '@aletheia-works/tokenizer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const RUNS = { numRuns: 2_000 };
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** One character of an argument, biased towards those with a meaning. */
const character = fc.oneof(
  fc.constantFrom(...Array.from(' \t\'"\\|&;<>$`*?(){}[]~#!=-\u00a0\u3000\u000b')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const argument = fc.array(character, { maxLength: 12 }).map((parts) => parts.join('').replaceAll(/[\n\r\0]/g, ''));

/** The ways to write an argument so that `tokenize` gives it back; `way` picks one for each character. */
function quote(text: string, way: readonly number[]): string {
  if (text === '') return (way[0] ?? 0) % 2 === 0 ? "''" : '""';
  return Array.from(text, (unit, index) => {
    const choice = (way[index % Math.max(1, way.length)] ?? 0) % 3;
    if (choice === 0) return unit === "'" ? "\\'" : `'${unit}'`;
    if (choice === 1) return `"${unit === '"' || unit === '\\' ? `\\${unit}` : unit}"`;
    return `\\${unit}`;
  }).join('');
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  // Any UTF-16 units, so that lone surrogates and NUL come up.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc.array(character, { maxLength: 40 }).map((parts) => parts.join('')),
);

describe('tokenize', () => {
  it('gives back what was quoted', () => {
    fc.assert(
      fc.property(
        fc.array(argument, { maxLength: 8 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 7 }),
        fc.stringMatching(/^[ \t]{1,3}$/),
        (args, way, gap) => {
          const line = gap + args.map((text) => quote(text, way)).join(gap) + gap;
          expect(tokenize(line)).toEqual({ ok: true, argv: args });
        },
      ),
      RUNS,
    );
  });

  it('answers any value without throwing', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (input) => {
        expect(typeof tokenize(input).ok).toBe('boolean');
      }),
      RUNS,
    );
  });

  it('points into the line when it refuses', () => {
    fc.assert(
      fc.property(hostile, (input) => {
        const result = tokenize(input);
        if (result.ok) return;
        expect(Number.isInteger(result.offset)).toBe(true);
        expect(result.offset).toBeGreaterThanOrEqual(0);
        expect(result.offset).toBeLessThan(input.length);
      }),
      RUNS,
    );
  });

  it('never joins two arguments nor invents text', () => {
    fc.assert(
      fc.property(hostile, (input) => {
        const result = tokenize(input);
        if (!result.ok) return;
        expect(result.argv.join('').length).toBeLessThanOrEqual(input.length);
        for (const text of result.argv) expect(text).toBe(decoder.decode(encoder.encode(text)));
      }),
      RUNS,
    );
  });
});
