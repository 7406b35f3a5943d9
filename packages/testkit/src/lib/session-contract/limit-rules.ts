import type { FsEntry } from '@aletheia-works/session-core';
import { expect, it } from 'vitest';
import { content, directory, file, type SessionHarness } from './harness.ts';

const bytes = (path: string, length: number): FsEntry => ({ path, type: 'file', data: new Uint8Array(length).fill(1) });

/** The limits of the file system: what would pass one is refused with nothing changed. */
export function limitRules(harness: SessionHarness): void {
  it('refuses entries beyond the limits', async () => {
    await harness.failure(harness.create({ entries: [bytes('/work/a', 11)], limits: { bytes: 10 } }), 'QUOTA');
    await harness.failure(harness.create({ entries: [file('/work/d/a')], limits: { entries: 1 } }), 'QUOTA');
    await harness.create({ entries: [bytes('/work/a', 10)], limits: { bytes: 10, entries: 1 } });
  });

  it('counts hard links once in bytes and twice in names', async () => {
    const entries = [file('/work/a', '12345', { inodeId: 1 }), file('/work/b', '12345', { inodeId: 1 })];
    await harness.create({ entries, limits: { bytes: 5, entries: 2 } });
    await harness.failure(harness.create({ entries, limits: { bytes: 5, entries: 1 } }), 'QUOTA');
  });

  it('refuses to write beyond the bytes, and lets what is freed be used again', async () => {
    const session = await harness.create({ limits: { bytes: 1000 } });
    await session.writeFile('a', new Uint8Array(600));
    await harness.refuses(session, () => session.writeFile('b', new Uint8Array(401)), 'QUOTA');
    await harness.refuses(session, () => session.writeFile('a', new Uint8Array(1001)), 'QUOTA');
    await session.writeFile('a', new Uint8Array(1000));
    await harness.refuses(session, () => session.writeFile('b', 'x'), 'QUOTA');
    await session.writeFile('b', '');
    await session.remove('a');
    await session.writeFile('b', new Uint8Array(1000));
  });

  it('refuses names beyond the entries', async () => {
    const session = await harness.create({ limits: { entries: 2 } });
    await harness.refuses(session, () => session.makeDirectory('a/b/c', { recursive: true }), 'QUOTA');
    await session.makeDirectory('a/b', { recursive: true });
    await harness.refuses(session, () => session.writeFile('c', ''), 'QUOTA');
    await harness.refuses(session, () => session.makeDirectory('c'), 'QUOTA');
    await session.move('a/b', 'c');
    await session.remove('c');
    await session.writeFile('c', '');
  });

  it('refuses a recursive copy that would not fit, before it begins', async () => {
    const tree = [directory('/work/d'), bytes('/work/d/a', 300), bytes('/work/d/b', 300)];
    const small = await harness.create({ entries: tree, limits: { bytes: 1199 } });
    await harness.refuses(small, () => small.copy('d', 'e', { recursive: true }), 'QUOTA');
    const exact = await harness.create({ entries: tree, limits: { bytes: 1200, entries: 6 } });
    await exact.copy('d', 'e', { recursive: true });
    const few = await harness.create({ entries: tree, limits: { entries: 5 } });
    await harness.refuses(few, () => few.copy('d', 'e', { recursive: true }), 'QUOTA');
  });

  it('counts what a copy replaces', async () => {
    const session = await harness.create({
      entries: [bytes('/work/a', 500), bytes('/work/b', 500)],
      limits: { bytes: 1000, entries: 2 },
    });
    await session.copy('a', 'b');
    expect((await content(session, 'b')).length).toBe(500);
  });

  it('refuses to restore more than fits', async () => {
    const large = await harness.create({ entries: [bytes('/work/a', 500)] });
    const small = await harness.create({ entries: [bytes('/work/b', 50)], limits: { bytes: 100 } });
    const snapshot = await large.snapshot();
    await harness.refuses(small, () => small.restore(snapshot), 'QUOTA');
    const many = await harness.create({ entries: [file('/work/b')], limits: { entries: 1 } });
    await many.restore(snapshot);
    await harness.refuses(many, () => many.restore({ ...snapshot, entries: [file('/work/x/y')] }), 'QUOTA');
  });
}
