import { tokenize } from '@aletheia-works/tokenizer';
import { describe, expect, it } from 'vitest';

const argv = (input: string): string[] => {
  const result = tokenize(input);
  if (!result.ok) throw new Error(`${JSON.stringify(input)} was refused: ${result.message}`);
  return result.argv;
};

describe('accepted lines', () => {
  it.each<[rule: string, input: string, expected: string[]]>([
    ['an empty line has no arguments', '', []],
    ['a line of separators has no arguments', ' \t \t', []],
    ['space and tab separate, runs count once, ends are ignored', '\t a  b\t\tc ', ['a', 'b', 'c']],
    ['a no-break space is part of a word', 'a\u00a0b', ['a\u00a0b']],
    ['an ideographic space is part of a word', 'a\u3000b c', ['a\u3000b', 'c']],
    ['U+2028 and U+0085 are part of a word', 'a\u2028b\u0085c', ['a\u2028b\u0085c']],
    ['vertical tab and form feed are ordinary', 'a\u000bb\u000cc', ['a\u000bb\u000cc']],
    ['other control characters are ordinary', 'a\u0001\u001b[0m\u007f', ['a\u0001\u001b[0m\u007f']],
    ['text is not normalised', 'e\u0301 \u00e9', ['e\u0301', '\u00e9']],
    [
      'symbols that only some shells read are ordinary',
      '[ ] ~ # ! = ^ % @ , : + -',
      '[ ] ~ # ! = ^ % @ , : + -'.split(' '),
    ],
    ['a hash inside a word starts no comment', 'a#b', ['a#b']],
    ['a hash at the start of a word starts no comment', '# a', ['#', 'a']],
    ['a tilde, an assignment and brackets stay text', '~ A=1 [a-z]', ['~', 'A=1', '[a-z]']],
    ['single quotes keep everything', `'a b|&;<>$\`*?(){}"\\'`, ['a b|&;<>$`*?(){}"\\']],
    ['a backslash in single quotes is itself', "'a\\'", ['a\\']],
    ['double quotes keep separators and symbols', '"a  b|&;<>*?(){}\'"', ["a  b|&;<>*?(){}'"]],
    ['double quotes escape a double quote', '"a\\"b"', ['a"b']],
    ['double quotes escape a backslash', '"a\\\\b"', ['a\\b']],
    ['an escaped backslash does not escape what follows', '"a\\\\" b', ['a\\', 'b']],
    ['any other backslash in double quotes stays', '"\\$ \\` \\n \\x"', ['\\$ \\` \\n \\x']],
    ['double quotes expand nothing', '"$HOME `id`"', ['$HOME `id`']],
    ['a backslash takes a separator literally', 'a\\ b\\\tc', ['a b\tc']],
    ['a backslash alone before a space is an argument', '\\  a', [' ', 'a']],
    ['a backslash takes a symbol literally', '\\* \\| \\$x \\( \\}', ['*', '|', '$x', '(', '}']],
    ['a backslash takes quotes and itself literally', '\\\'\\"\\\\', ['\'"\\']],
    ['a backslash before a letter goes away', 'C:\\dir', ['C:dir']],
    ['a backslash before an emoji takes the whole code point', '\\😀x', ['😀x']],
    ['empty quotes are an empty argument', `'' ""`, ['', '']],
    ['empty quotes in a word add nothing', `a''b""`, ['ab']],
    ['adjacent parts join', `a'b c'"d e"f\\ g`, ['ab cd ef g']],
    ['quotes of one kind inside the other are text', `"it's" 'say "x"'`, ["it's", 'say "x"']],
  ])('%s', (_rule, input, expected) => {
    expect(tokenize(input)).toEqual({ ok: true, argv: expected });
  });

  it('accepts exactly 65,536 bytes of UTF-8, however they are made up', () => {
    expect(argv('a'.repeat(65_536))).toEqual(['a'.repeat(65_536)]);
    expect(argv('é'.repeat(32_768))).toEqual(['é'.repeat(32_768)]);
    expect(argv(`${'あ'.repeat(21_845)}a`)).toHaveLength(1);
    expect(argv('😀'.repeat(16_384))).toEqual(['😀'.repeat(16_384)]);
  });

  it('returns a fresh array every time', () => {
    const first = argv('a b');
    first.push('c');
    expect(argv('a b')).toEqual(['a', 'b']);
  });
});

describe('refused lines', () => {
  it.each<[rule: string, input: unknown, reason: string, offset: number]>([
    ['undefined', undefined, 'not-a-string', 0],
    ['null', null, 'not-a-string', 0],
    ['a String object', Object('ls'), 'not-a-string', 0],
    [
      'an object whose conversion throws',
      {
        toString: () => {
          throw new Error('no');
        },
      },
      'not-a-string',
      0,
    ],
    ['a symbol', Symbol('ls'), 'not-a-string', 0],
    ['65,537 bytes of ASCII', 'a'.repeat(65_537), 'too-long', 65_536],
    ['65,538 bytes of two-byte characters', 'é'.repeat(32_769), 'too-long', 32_768],
    ['a four-byte character across the limit', `a${'😀'.repeat(16_384)}`, 'too-long', 32_767],
    ['a long line of separators', ' '.repeat(70_000), 'too-long', 65_536],
    ['the length is judged before anything else', `\n\ud800|${'a'.repeat(65_536)}`, 'too-long', 65_534],
    ['a high surrogate alone', 'a\ud83d b', 'lone-surrogate', 1],
    ['a low surrogate alone', '\ude00', 'lone-surrogate', 0],
    ['surrogates in the wrong order', 'ab\ude00\ud83d', 'lone-surrogate', 2],
    ['a quoted surrogate', "'\ud83d'", 'lone-surrogate', 1],
    ['a backslash before half a pair', '\\\ud83d', 'lone-surrogate', 1],
    ['well-formedness is judged before control characters', '\n\ud800', 'lone-surrogate', 1],
    ['a line feed', 'a\nb', 'control-character', 1],
    ['a carriage return', 'a\rb', 'control-character', 1],
    ['a NUL', 'a\0b', 'control-character', 1],
    ['a line feed at the end', 'ls\n', 'control-character', 2],
    ['a quoted line feed', "'a\nb'", 'control-character', 2],
    ['a quoted NUL', '"a\0"', 'control-character', 2],
    ['a backslash before a line feed', 'a\\\nb', 'control-character', 2],
    ['control characters are judged before quotes', "| 'a\n", 'control-character', 4],
    ...Array.from('|&;<>$`*?(){}', (symbol): [string, string, string, number] => [
      `an unquoted ${symbol}`,
      `ab ${symbol} c`,
      'shell-syntax',
      3,
    ]),
    ['a symbol right after a quote', "'a'|b", 'shell-syntax', 3],
    ["$'a'", "$'a'", 'shell-syntax', 0],
    ['2>&1', '2>&1', 'shell-syntax', 1],
    ['{a,b}', '{a,b}', 'shell-syntax', 0],
    ['the first fault wins', '* "a', 'shell-syntax', 0],
    ['an open single quote', "a 'b c", 'unterminated-quote', 2],
    ['an open double quote', 'a "b c', 'unterminated-quote', 2],
    ['a double quote closed by an escaped one', '"abc\\"', 'unterminated-quote', 0],
    ['a double quote that ends in a backslash', '"abc\\', 'unterminated-quote', 0],
    ['a quote opened by the last character', "ab'", 'unterminated-quote', 2],
    ['a backslash at the end', 'ab\\', 'trailing-backslash', 2],
    ['a backslash alone', '\\', 'trailing-backslash', 0],
    ['an odd run of backslashes', '\\\\\\', 'trailing-backslash', 2],
  ])('%s', (_rule, input, reason, offset) => {
    expect(tokenize(input)).toMatchObject({ ok: false, reason, offset });
  });

  it.each([
    ['a|b', 'shell syntax is unsupported'],
    ['"a', 'unterminated quote'],
    ['a\\', 'trailing backslash'],
    ['a\nb', 'one line'],
    ['\ud800', 'surrogate'],
    ['a'.repeat(65_537), '65536 bytes'],
    [7, 'number'],
  ])('%j says what is wrong', (input, words) => {
    const result = tokenize(input);
    expect(result.ok).toBe(false);
    expect(result).toHaveProperty('message', expect.stringMatching(/^Cannot read the command line: /));
    expect(result).toHaveProperty('message', expect.stringContaining(words));
  });
});

/** Counts the characters that string methods look at or copy while `act` runs. */
function countCharacters(act: () => void): number {
  const { charAt, codePointAt, slice, indexOf } = String.prototype;
  let seen = 0;
  Object.assign(String.prototype, {
    charAt(this: string, at: number) {
      seen += 1;
      return charAt.call(this, at);
    },
    codePointAt(this: string, at: number) {
      seen += 1;
      return codePointAt.call(this, at);
    },
    slice(this: string, from: number, to: number) {
      const part = slice.call(this, from, to);
      seen += part.length;
      return part;
    },
    indexOf(this: string, text: string, from: number) {
      const at = indexOf.call(this, text, from);
      seen += (at < 0 ? this.length : at) - from;
      return at;
    },
  });
  try {
    act();
  } finally {
    Object.assign(String.prototype, { charAt, codePointAt, slice, indexOf });
  }
  return seen;
}

describe('64 KiB of one character', () => {
  const line = (character: string): string => character.repeat(65_536 / new TextEncoder().encode(character).length);

  it.each(['"', "'", '\\', 'a', '#', 'é', '😀', '\u000b'])('%j is read to the end', (character) => {
    const text = line(character);
    const expected = { '"': '', "'": '', '\\': '\\'.repeat(32_768) }[character] ?? text;
    expect(argv(text)).toEqual([expected]);
  });

  it.each([' ', '\t'])('%j is an empty line', (character) => {
    expect(argv(line(character))).toEqual([]);
  });

  it.each(Array.from('|&;<>$`*?(){}'))('%s is refused at once', (character) => {
    expect(tokenize(line(character))).toMatchObject({ reason: 'shell-syntax', offset: 0 });
  });

  it.each([
    ['escaped quotes in double quotes', `"${'\\"'.repeat(32_767)}"`, ['"'.repeat(32_767)]],
    ['one-character words', 'a '.repeat(32_768), Array(32_768).fill('a')],
    ['empty arguments', `'' `.repeat(21_845), Array(21_845).fill('')],
  ])('%s are read to the end', (_what, input, expected) => {
    expect(argv(input)).toEqual(expected);
  });

  it.each<[what: string, input: string]>([
    ...Array.from('"\'\\a| \u000b', (unit): [string, string] => [JSON.stringify(unit), unit.repeat(65_536)]),
    ['an unclosed double quote of backslashes', `"${'\\'.repeat(65_535)}`],
    ['an unclosed quote after many closed ones', `${"''".repeat(32_767)}a'`],
    ['alternating quotes', `"'"'"'`.repeat(10_922)],
  ])('reads each character of %s a few times at most', (_what, input) => {
    const seen = countCharacters(() => tokenize(input));
    expect(seen).toBeGreaterThanOrEqual(65_000);
    expect(seen).toBeLessThanOrEqual(6 * input.length);
  });
});
