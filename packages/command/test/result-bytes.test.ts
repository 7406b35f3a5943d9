import { describe, expect, it } from 'vitest';
import { openWorld, text } from './command-world.ts';

describe('bytes of a result', () => {
  it.each(['cat a.txt', 'ls', 'rm -rf nothing', ''])('of %j are fresh for every call', async (line) => {
    const { session, shell } = await openWorld({ 'a.txt': 'abc' });
    const [first, second] = [await shell.execute(line), await shell.execute(line)];
    const expected = text(second.stdout);
    const buffers = [first.stdout, first.stderr, second.stdout, second.stderr].map(({ buffer }) => buffer);
    expect(new Set(buffers).size).toBe(4);
    first.stdout.fill(0);
    expect(text(second.stdout)).toBe(expected);
    expect(text((await shell.execute(line)).stdout)).toBe(expected);
    expect(text(await session.readFile('/work/a.txt'))).toBe('abc');
    expect(buffers.every((buffer) => buffer instanceof ArrayBuffer)).toBe(true);
  });
});
