import {
  COOKED_MODES,
  LineDiscipline,
  MODE_ECHO,
  MODE_LINE_FEEDS,
  MODE_LINES,
  MODE_RETURNS,
  MODE_SIGNALS,
} from '@aletheia-works/engine/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const RAW = MODE_LINE_FEEDS | MODE_SIGNALS | MODE_RETURNS;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface Outcome {
  /** Lines as they are, `<EOF>`, and bytes that came one by one as one stretch each. */
  readonly input: string[];
  readonly echo: string;
  readonly signals: number[];
}

const latin = (bytes: Uint8Array | number[]): string => String.fromCharCode(...bytes);

function drain(discipline: LineDiscipline, asText: (bytes: Uint8Array) => string): string[] {
  const input: string[] = [];
  let wasLoose = false;
  for (let piece = discipline.first; piece !== undefined; piece = discipline.first) {
    discipline.shift();
    const isLoose = piece.kind === 'bytes';
    const text = piece.kind === 'end' ? '<EOF>' : asText(piece.bytes);
    if (isLoose && wasLoose) input.push((input.pop() ?? '') + text);
    else input.push(text);
    wasLoose = isLoose;
  }
  return input;
}

function type(keys: string | readonly Uint8Array[], modes = COOKED_MODES, discipline = new LineDiscipline()): Outcome {
  const chunks = typeof keys === 'string' ? [encoder.encode(keys)] : keys;
  const isText = typeof keys === 'string';
  const echo: number[] = [];
  const signals: number[] = [];
  for (const chunk of chunks) {
    const effects = discipline.feed(chunk, modes);
    echo.push(...effects.echo);
    signals.push(...effects.signals);
  }
  const input = drain(discipline, isText ? (bytes) => decoder.decode(bytes) : latin);
  return { input, echo: isText ? decoder.decode(Uint8Array.from(echo)) : latin(echo), signals };
}

describe('lines', () => {
  it('are there when they end, echoed key by key', () => {
    expect(type('one\rtwo\nthr')).toEqual({ input: ['one\n', 'two\n'], echo: 'one\r\ntwo\r\nthr', signals: [] });
  });

  it('are echoed with a bare line feed where the guest says so, and not at all without ECHO', () => {
    expect(type('a\r', COOKED_MODES & ~MODE_LINE_FEEDS).echo).toBe('a\n');
    expect(type('a\u007fpass\r', COOKED_MODES & ~MODE_ECHO)).toEqual({ input: ['pass\n'], echo: '', signals: [] });
  });

  it('keep a return that is not to become a line feed', () => {
    expect(type('a\rb\n', COOKED_MODES & ~MODE_RETURNS)).toMatchObject({ input: ['a\rb\n'], echo: 'a^Mb\r\n' });
  });

  it.each(['\u007f', '\b'])('lose their last character to %j', (key) => {
    expect(type(`ab${key}c\r`)).toMatchObject({ input: ['ac\n'], echo: 'ab\b \bc\r\n' });
    expect(type(`${key}${key}a\r`)).toMatchObject({ input: ['a\n'], echo: 'a\r\n' });
  });

  it.each([
    ['two bytes', 'é', 1],
    ['three bytes, wide', '漢', 2],
    ['four bytes, wide', '🦀', 2],
    ['a combining mark', '\u0301', 0],
    ['a control character, shown as two', '\u0001', 2],
    ['a tab after one column', '\t', 7],
  ])('lose a character of %s whole', (_, character, columns) => {
    const { input, echo } = type(`x${character}\u007f\r`);
    expect(input).toEqual(['x\n']);
    expect(echo.endsWith(`${'\b \b'.repeat(columns)}\r\n`)).toBe(true);
    expect(echo.split('\b').length - 1).toBe(2 * columns);
  });

  it('keep what is before a stray byte of a character', () => {
    expect(type([Uint8Array.of(0x61, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f, 0x0d)]).input).toHaveLength(1);
    expect(type([Uint8Array.of(0xff, 0x7f, 0x61, 0x0d)]).input).toEqual(['a\n']);
  });

  it('lose a word with its blanks, and all of it', () => {
    expect(type('rm  -rf \t x  \u0017y\r').input).toEqual(['rm  -rf \t y\n']);
    expect(type('one two\u0015three\r')).toMatchObject({
      input: ['three\n'],
      echo: `one two${'\b \b'.repeat(7)}three\r\n`,
    });
  });

  it('take the next key as it is', () => {
    expect(type('\u0016\u0003\u0016\u007f\u0016\u0004\r')).toEqual({
      input: ['\u0003\u007f\u0004\n'],
      echo: '^\b^C^\b^?^\b^D\r\n',
      signals: [],
    });
  });

  it('are shown anew on Ctrl-R', () => {
    expect(type('ab\u0012').echo).toBe('ab^R\r\nab');
  });

  it('are full at 4,096 bytes with their end, which is heard, and never hold half a character', () => {
    const { input, echo } = type(`${'a'.repeat(4094)}éb\rshort\r`);
    expect(input).toEqual([`${'a'.repeat(4094)}b\n`, 'short\n']);
    expect(echo).toBe(`${'a'.repeat(4094)}\u0007b\r\nshort\r\n`);
    expect(type(`${'a'.repeat(5000)}\r`).input).toEqual([`${'a'.repeat(4095)}\n`]);
  });
});

describe('the end of file', () => {
  it('is a key at the start of a line; elsewhere it hands over what there is', () => {
    expect(type('\u0004')).toEqual({ input: ['<EOF>'], echo: '', signals: [] });
    expect(type('ab\u0004\u0004cd\r')).toMatchObject({ input: ['ab', '<EOF>', 'cd\n'], echo: 'abcd\r\n' });
  });

  it('comes with the end of the keys, too, after the unfinished line', () => {
    const discipline = new LineDiscipline();
    discipline.feed(encoder.encode('a\rb'), COOKED_MODES);
    discipline.end();
    expect(drain(discipline, (bytes) => decoder.decode(bytes))).toEqual(['a\n', 'b']);
  });
});

describe('signal keys', () => {
  it('send a signal and drop what was typed before', () => {
    expect(type('one\rtwo\u0003three\r')).toEqual({ input: ['three\n'], echo: 'one\r\ntwo^Cthree\r\n', signals: [2] });
    expect(type('\u001c').signals).toEqual([3]);
    expect(type('\u001c').echo).toBe('^\\');
  });

  it('are refused politely where they would stop the guest, and the line is kept', () => {
    const { input, echo, signals } = type('ab\u001ac\r');
    expect([input, signals]).toEqual([['abc\n'], []]);
    expect(echo).toBe('ab^Z\r\nCannot stop: there is no job control\r\nabc\r\n');
  });

  it('are keys like any other without ISIG', () => {
    expect(type('\u0003\u001a\u001c', RAW & ~MODE_SIGNALS)).toEqual({
      input: ['\u0003\u001a\u001c'],
      echo: '',
      signals: [],
    });
  });
});

describe('keys one by one', () => {
  it('are there at once, unedited and unseen; a return is a line feed', () => {
    expect(type('a\u007f\u0004\u001a\u001b[A\r', RAW)).toEqual({
      input: ['a\u007f\u0004\u001a\u001b[A\n'],
      echo: '',
      signals: [],
    });
    expect(type('ab\u0003c', RAW)).toMatchObject({ input: ['c'], signals: [2] });
    expect(type('a\r\u0001', RAW | MODE_ECHO).echo).toBe('a\r\n^A');
  });
});

describe('a change of modes', () => {
  it('lets what was typed ahead be read at once, without an end of file, and without losing a byte', () => {
    const discipline = new LineDiscipline();
    discipline.feed(encoder.encode('one\r\u0004tw'), COOKED_MODES);
    expect(type('o', RAW, discipline).input).toEqual(['one\ntwo']);
  });

  it('leaves loose keys readable when lines begin', () => {
    const discipline = new LineDiscipline();
    discipline.feed(encoder.encode('ab'), RAW);
    expect(type('c\r', COOKED_MODES, discipline).input).toEqual(['ab', 'c\n']);
  });

  it('is seen without a key', () => {
    const discipline = new LineDiscipline();
    discipline.feed(encoder.encode('half'), COOKED_MODES);
    expect(discipline.first).toBeUndefined();
    discipline.settle(RAW);
    expect(discipline.waitingBytes).toBe(4);
  });
});

describe('any keys', () => {
  /** Keys as a user and as an enemy types them. */
  const keys = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom(...'\r\n\u007f\b\u0017\u0015\u0016\u0012\u0004\u0003\u001c\u001a\t ')
        .map((key) => encoder.encode(key)),
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encoder.encode(text)),
    ),
    { maxLength: 60 },
  );
  const anyModes = fc.integer({ min: 0, max: 31 });

  it('give the same however they are cut, never throw, and keep lines within their limit', () => {
    fc.assert(
      fc.property(keys, anyModes, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (pieces, modes, sizes) => {
        const all = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
        const chunks: Uint8Array[] = [];
        for (let at = 0; at < all.length; ) {
          const size = sizes.next().value ?? 1;
          chunks.push(all.subarray(at, at + size));
          at += size;
        }
        const whole = type([all], modes);
        expect(type(chunks, modes)).toEqual(whole);
        if ((modes & MODE_LINES) !== 0) for (const line of whole.input) expect(line.length).toBeLessThanOrEqual(4096);
        if ((modes & MODE_ECHO) === 0) expect(whole.echo).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('erase as many columns as they showed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        const printable = text.replace(/[\p{Cc}]/gu, '');
        const { echo } = type(`${printable}\u0015`);
        const erased = echo.slice(printable.length);
        expect(erased).toBe('\b \b'.repeat(erased.length / 3));
        const one = type(`${printable}${'\u007f'.repeat(40)}`).echo.slice(printable.length);
        expect(one).toBe(erased);
      }),
    );
  });
});
