import { expect, it } from 'vitest';
import { content, directory, file, inodeId, type SessionHarness, sameBytes, shown, symlink, utf8 } from './harness.ts';

/** Listing, reading, writing, making and removing. */
export function fileRules(harness: SessionHarness): void {
  it('lists a directory sorted by code unit, without contents', async () => {
    const session = await harness.with(
      file('/work/b', 'x'),
      file('/work/a.b'),
      directory('/work/a'),
      symlink('/work/Z', 'a'),
      file('/work/é'),
    );
    expect(await shown(session)).toEqual(['Z -> a', 'a/', 'a.b', 'b', 'é']);
    for (const entry of await session.listEntries()) expect(entry.data).toBeUndefined();
  });

  it('lists a file and a link as themselves, and a link with a slash as its directory', async () => {
    const session = await harness.with(file('/work/d/a'), symlink('/work/l', 'd'));
    expect(await shown(session, 'd/a')).toEqual(['a']);
    expect(await shown(session, 'l')).toEqual(['l -> d']);
    expect(await shown(session, 'l/')).toEqual(['a']);
    await harness.refuses(session, () => session.listEntries('no'), 'NOT_FOUND');
  });

  it('reads every byte, and gives them away', async () => {
    const data = Uint8Array.from({ length: 3_000_001 }, (_, index) => (index * 31) & 0xff);
    const session = await harness.with({ path: '/work/a', type: 'file', data });
    const read = await session.readFile('a');
    expect(sameBytes(read, data)).toBe(true);
    read.fill(0);
    expect(sameBytes(await session.readFile('a'), data)).toBe(true);
    expect(read.buffer).toBeInstanceOf(ArrayBuffer);
  });

  it('reads through links, and no directory', async () => {
    const session = await harness.with(file('/work/a', 'x'), symlink('/work/l', 'a'), directory('/work/d'));
    expect(await content(session, 'l')).toBe('x');
    await harness.refuses(session, () => session.readFile('d'), 'NOT_FILE');
    await harness.refuses(session, () => session.readFile('/work'), 'NOT_FILE');
    await harness.refuses(session, () => session.readFile('no'), 'NOT_FOUND');
  });

  it('writes a new file with a mode, and bytes of its own', async () => {
    const session = await harness.create();
    const data = utf8('bytes');
    await session.writeFile('a', data, { mode: 0o755 });
    data.fill(0);
    expect(await content(session, 'a')).toBe('bytes');
    expect(await session.stat('a')).toMatchObject({ type: 'file', mode: 0o755, size: 5 });
    await session.writeFile('empty', '');
    expect(await session.stat('empty')).toMatchObject({ mode: 0o644, size: 0 });
  });

  it('replaces the content of a file, whose inode, mode and other names stay', async () => {
    const session = await harness.with(
      file('/work/a', 'a long text', { mode: 0o600, inodeId: 1 }),
      file('/work/b', 'a long text', { mode: 0o600, inodeId: 1 }),
      symlink('/work/l', 'a'),
    );
    const before = await inodeId(session, 'a');
    await session.writeFile('l', 'short', { mode: 0o777 });
    expect([await content(session, 'a'), await content(session, 'b')]).toEqual(['short', 'short']);
    expect(await session.stat('a')).toMatchObject({ mode: 0o600, inodeId: before, size: 5 });
    expect(await session.stat('l')).toMatchObject({ type: 'symlink' });
    await session.writeFile('a', '');
    expect(await content(session, 'b')).toBe('');
  });

  it('writes through a dangling link, and to no directory', async () => {
    const session = await harness.with(symlink('/work/l', 'new'), directory('/work/d'));
    await session.writeFile('l', 'x');
    expect(await content(session, 'new')).toBe('x');
    for (const path of ['d', 'd/', '/work', 'x/']) {
      await harness.refuses(session, () => session.writeFile(path, 'x'), 'NOT_FILE');
    }
    await harness.refuses(session, () => session.writeFile('no/x', 'x'), 'NOT_FOUND');
  });

  it.each([
    ['a number', 7],
    ['an array', [1]],
    ['an ArrayBuffer', new ArrayBuffer(1)],
    ['text with a lone surrogate', '\ud800'],
  ])('does not write %s', async (_, data) => {
    const session = await harness.create();
    await harness.refuses(session, () => session.writeFile('a', data as unknown as string), 'INVALID_INPUT');
  });

  it('makes directories, missing ancestors only when recursive', async () => {
    const session = await harness.with(file('/work/a'));
    await session.makeDirectory('d', { mode: 0o700 });
    expect(await session.stat('d')).toMatchObject({ type: 'directory', mode: 0o700 });
    await harness.refuses(session, () => session.makeDirectory('x/y'), 'NOT_FOUND');
    await harness.refuses(session, () => session.makeDirectory('d'), 'INVALID_INPUT');
    await harness.refuses(session, () => session.makeDirectory('a'), 'INVALID_INPUT');
    await session.makeDirectory('x/y/z', { recursive: true, mode: 0o700 });
    expect((await session.stat('x/y')).mode).toBe(0o755);
    expect((await session.stat('x/y/z')).mode).toBe(0o700);
    await session.makeDirectory('x/y', { recursive: true });
    await harness.refuses(session, () => session.makeDirectory('a', { recursive: true }), 'INVALID_INPUT');
    await harness.refuses(session, () => session.makeDirectory('a/b', { recursive: true }), 'NOT_FOUND');
  });

  it('removes files, links and empty directories, and trees when recursive', async () => {
    const session = await harness.with(file('/work/d/e/f', 'x'), directory('/work/empty'), symlink('/work/l', 'd'));
    await harness.refuses(session, () => session.remove('d'), 'INVALID_INPUT');
    await session.remove('empty');
    await session.remove('l', { recursive: true });
    expect(await content(session, 'd/e/f')).toBe('x');
    await session.remove('d', { recursive: true });
    expect(await shown(session)).toEqual([]);
  });

  it('removes neither a root nor what a link with a slash leads to', async () => {
    const session = await harness.with(file('/work/d/a'), symlink('/work/l', 'd'), symlink('/work/d/up', '/work'));
    const all = { recursive: true, force: true };
    for (const path of ['/work', '.', '/home/guest/', 'l/', 'd/a/', 'd/up/']) {
      await harness.refuses(session, () => session.remove(path, all), 'INVALID_INPUT');
    }
  });

  it('removes what is missing only by force', async () => {
    const session = await harness.with(file('/work/a'));
    for (const path of ['no', 'no/x', 'a/x']) {
      await harness.refuses(session, () => session.remove(path), 'NOT_FOUND');
      await session.remove(path, { force: true });
    }
  });

  it('keeps the other names of a removed file', async () => {
    const session = await harness.with(file('/work/a', 'x', { inodeId: 1 }), file('/work/b', 'x', { inodeId: 1 }));
    await session.remove('a');
    expect(await content(session, 'b')).toBe('x');
  });

  it.each([
    ['writeFile', (session) => session.writeFile('a', 'x', { modes: 1 } as never)],
    ['writeFile', (session) => session.writeFile('a', 'x', { mode: 0o10000 })],
    ['makeDirectory', (session) => session.makeDirectory('d', { recursive: 1 } as never)],
    ['remove', (session) => session.remove('d', { deep: true } as never)],
    ['copy', (session) => session.copy('a', 'b', 'recursive' as never)],
  ] as [string, (session: Awaited<ReturnType<SessionHarness['create']>>) => Promise<unknown>][])(
    'refuses wrong options of %s',
    async (_, operation) => {
      const session = await harness.create();
      await harness.refuses(session, () => operation(session), 'INVALID_INPUT');
    },
  );

  it('is done in the tick in which it starts', async () => {
    const session = await harness.create();
    void session.writeFile('a', 'x');
    expect(session.state).toBe('idle');
    void session.move('a', 'b');
    void session.setCwd('/home/guest');
    expect(session.cwd).toBe('/home/guest');
    expect(await content(session, '/work/b')).toBe('x');
  });
}
