import { testGuest, testGuestNames } from '@aletheia-works/guests/test-guests';
import { describe, expect, it } from 'vitest';

describe('test guests', () => {
  it('are named after their sources', async () => {
    const names = await testGuestNames();
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(['noop', 'hello', 'cat', 'spin', 'interactive']));
  });

  it('are commands for WASI preview 1', async () => {
    const module = await WebAssembly.compile(Uint8Array.from(await testGuest('hello')));
    expect(WebAssembly.Module.exports(module).map(({ name }) => name)).toContain('_start');
  });

  it('belong to the caller', async () => {
    (await testGuest('noop')).fill(0);
    expect((await testGuest('noop'))[1]).toBe(0x61);
  });

  it('that do not exist are refused by name', async () => {
    await expect(testGuest('nope')).rejects.toThrow(/^Cannot find test guest "nope": there are .*hello/);
  });
});
