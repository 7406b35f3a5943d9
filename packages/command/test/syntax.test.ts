import { describe, expect, it } from 'vitest';
import { openWorld, stateOf } from './command-world.ts';

describe('the line', () => {
  it.each<[rule: string, line: unknown, words: string]>([
    ['no string', 7, 'number'],
    ['undefined', undefined, 'undefined'],
    ['65,537 bytes', `cat ${'a'.repeat(65_533)}`, '65536'],
    ['a lone surrogate', 'cat \ud800', 'surrogate'],
    ['a line feed', "cat 'a\nb'", 'one line'],
    ['a carriage return', 'ls\r', 'one line'],
    ['a NUL', 'cat "a\0"', 'NUL'],
    ...Array.from('|&;<>$`*?(){}', (symbol): [string, string, string] => [
      `an unquoted ${symbol}`,
      `ls ${symbol}`,
      'shell syntax is unsupported',
    ]),
    ['an open quote', 'cat "a', 'unterminated quote'],
    ['a backslash at the end', 'cat a\\', 'trailing backslash'],
  ])('with %s is refused and changes nothing', async (_rule, line, words) => {
    const { session, shell } = await openWorld({ 'a.txt': 'a' });
    const before = await stateOf(session);
    const error = await shell.execute(line as string).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({
      name: 'ExecutionError',
      code: 'INVALID_INPUT',
      message: expect.stringContaining(words),
    });
    expect(await stateOf(session)).toEqual(before);
  });

  it.each(['', ' ', '\t \t'])('%j is an empty command', async (line) => {
    const { shell } = await openWorld();
    const result = await shell.execute(line);
    expect(result).toEqual({ kind: 'empty', exitCode: 0, stdout: new Uint8Array(0), stderr: new Uint8Array(0) });
    expect(Object.keys(result).sort()).toEqual(['exitCode', 'kind', 'stderr', 'stdout']);
  });

  it('hands over words with spaces, quotes and other characters as they are', async () => {
    const { print } = await openWorld({ "it's  a.txt": '1', '全角　空白': '2', 'a|b': '3', 'a#b': '4' });
    expect(await print(`cat "it's  a.txt"`)).toBe('1');
    expect(await print('cat 全角　空白')).toBe('2');
    expect(await print('cat a\\|b')).toBe('3');
    expect(await print('cat a#b')).toBe('4');
  });
});
