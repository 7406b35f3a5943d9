import type { Session } from '@aletheia-works/session-core';
import { describe, expect, it } from 'vitest';
import { content, directory, file, type SessionHarness, shown, symlink } from './harness.ts';

const BAD_PATHS: readonly (readonly [string, unknown])[] = [
  ['an empty path', ''],
  ['NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800'],
  ['..', '..'],
  ['.. in the middle', 'd/../a'],
  ['.. at the end of an absolute path', '/work/d/..'],
  ['a path outside the roots', '/etc/passwd'],
  ['/', '/'],
  ['a directory above a root', '/home'],
  ['a name that begins like a root', '/workshop/a'],
  ['a name of 256 bytes', `/work/${'é'.repeat(128)}`],
  ['a path that is no string', 7],
];

type PathOperation = (session: Session, path: string) => Promise<unknown>;

const OPERATIONS: readonly (readonly [string, PathOperation])[] = [
  ['listEntries', (session, path) => session.listEntries(path)],
  ['stat', (session, path) => session.stat(path)],
  ['readFile', (session, path) => session.readFile(path)],
  ['writeFile', (session, path) => session.writeFile(path, 'x')],
  ['makeDirectory', (session, path) => session.makeDirectory(path, { recursive: true })],
  ['remove', (session, path) => session.remove(path, { recursive: true, force: true })],
  ['copy from', (session, path) => session.copy(path, 'new', { recursive: true })],
  ['copy to', (session, path) => session.copy('a', path)],
  ['move from', (session, path) => session.move(path, 'new')],
  ['move to', (session, path) => session.move('a', path)],
  ['setCwd', (session, path) => session.setCwd(path)],
];

/** How paths are read and how far they reach. */
export function pathRules(harness: SessionHarness): void {
  describe.each(OPERATIONS)('%s', (_, operation) => {
    it.each(BAD_PATHS)('refuses %s and changes nothing', async (_name, path) => {
      const session = await harness.with(file('/work/a', 'x'), directory('/work/d'));
      await harness.refuses(session, () => operation(session, path as string), 'INVALID_INPUT');
    });

    it('refuses a link on the way that leads outside', async () => {
      const session = await harness.with(file('/work/a'), file('/work/b/c/x'));
      // `tricky` is inside by its text, and outside by where `../root` leads it.
      await session.restore({
        version: 1,
        cwd: '/work',
        entries: [
          file('/work/a', 'x'),
          symlink('/work/out', '/tmp'),
          symlink('/work/d/up', '../..'),
          symlink('/work/d/e/f/root', '/work'),
          symlink('/work/tricky', 'd/e/f/root/../..'),
        ],
      });
      for (const path of ['out/a', 'd/up/etc/a', 'tricky/a']) {
        await harness.refuses(session, () => operation(session, path), 'INVALID_INPUT');
      }
    });
  });

  it('normalises what it accepts', async () => {
    const session = await harness.with(file('/work/d/a', 'x'));
    for (const path of ['d/a', './d//a', '/work/d/./a', '//work/d/a']) expect(await content(session, path)).toBe('x');
  });

  it('follows links inside the roots, also from one root to the other', async () => {
    const session = await harness.with(
      file('/home/guest/d/a', 'x'),
      symlink('/work/absolute', '/home/guest/d'),
      symlink('/work/relative', '../home/guest/d'),
      symlink('/work/chain', 'relative'),
    );
    for (const name of ['absolute', 'relative', 'chain']) {
      expect(await content(session, `${name}/a`)).toBe('x');
      expect((await session.listEntries(`${name}/`)).map(({ path }) => path)).toEqual(['/home/guest/d/a']);
    }
  });

  it('refuses a loop of links', async () => {
    const session = await harness.with(symlink('/work/a', 'b'), symlink('/work/b', 'a'));
    await harness.refuses(session, () => session.readFile('a'), 'INVALID_INPUT');
    await harness.refuses(session, () => session.readFile('a/x'), 'INVALID_INPUT');
  });

  it('answers NOT_FOUND below what is missing or no directory', async () => {
    const session = await harness.with(file('/work/a'), symlink('/work/l', 'missing'));
    for (const path of ['no/x', 'a/x', 'l/x', 'a/', 'l/']) {
      await harness.refuses(session, () => session.readFile(path), 'NOT_FOUND');
      await harness.refuses(session, () => session.stat(path), 'NOT_FOUND');
    }
  });

  it('reads relative paths from the cwd', async () => {
    const session = await harness.with(file('/work/d/a', 'x'));
    await session.setCwd('d');
    expect(session.cwd).toBe('/work/d');
    expect(await content(session, 'a')).toBe('x');
    expect(await shown(session)).toEqual(['a']);
    await session.setCwd('/home/guest');
    expect(session.cwd).toBe('/home/guest');
    expect(await content(session, '/work/d/a')).toBe('x');
  });

  it('moves the cwd to the directory that a link leads to', async () => {
    const session = await harness.with(directory('/work/d'), symlink('/work/l', 'd'));
    await session.setCwd('l');
    expect(session.cwd).toBe('/work/d');
  });

  it('does not move the cwd to what is missing or no directory', async () => {
    const session = await harness.with(file('/work/a'));
    for (const path of ['a', 'no', 'a/']) await harness.refuses(session, () => session.setCwd(path), 'NOT_FOUND');
    expect(session.cwd).toBe('/work');
  });
}
