import { HostFiles } from '@aletheia-works/session-core/internal';
import { describe, expect, it } from 'vitest';

const newFiles = () => new HostFiles({ roots: ['/work', '/home/guest'], limits: { bytes: 1e9, entries: 1e6 } });

describe('the journals that a warm worker asks for', () => {
  it('are those since its generation, as one', () => {
    const files = newFiles();
    const [work] = files.roots;
    if (work === undefined) throw new Error('no root');
    const start = files.generation;
    files.transact((vfs) => vfs.create(work, 'a', 0o644));
    const middle = files.generation;
    files.transact((vfs) => vfs.create(work, 'b', 0o644));
    const view = files.view();
    expect([middle, view.generation]).toEqual([start + 1, start + 2]);
    const all = view.since(start);
    const last = view.since(middle);
    expect(all?.length).toBeGreaterThan(last?.length ?? 0);
    expect(all?.slice(-(last?.length ?? 0))).toEqual(last);
    expect(view.since(view.generation)).toHaveLength(0);
    expect(view.since(view.generation + 1)).toBeNull();
    expect(view.since(-1)).toBeNull();
  });

  it('are forgotten when they would be more than the tree, the oldest first', () => {
    const files = newFiles();
    const [work] = files.roots;
    if (work === undefined) throw new Error('no root');
    const start = files.generation;
    const name = 'n'.repeat(200);
    for (let count = 0; count < 12_000; count++) files.transact((vfs) => vfs.create(work, `${name}${count}`, 0o644));
    const view = files.view();
    expect(view.since(start)).toBeNull();
    expect(view.since(view.generation - 100)?.length).toBeGreaterThan(0);
  });

  it('are forgotten after a change that none describes', () => {
    const files = newFiles();
    const before = files.generation;
    files.forgetLog();
    expect(files.view().since(before)).toBeNull();
    expect(files.generation).toBe(before + 1);
  });
});
