import { HostFiles } from '@aletheia-works/session-core/internal';
import { Replica } from '@aletheia-works/session-core/vfs';
import { vfsContract } from '@aletheia-works/testkit';

const limits = { bytes: 2 ** 31, entries: 1_000_000 };
const roots = ['/work', '/home/guest'];

vfsContract("memfs's core", () => {
  const host = new HostFiles({ roots, limits });
  const base = host.roots[0];
  if (base === undefined) throw new Error('no root');
  return { vfs: host.vfs, base };
});

vfsContract('a replica', () => {
  const { replica } = replicaOf(new HostFiles({ roots, limits }));
  const base = replica.vfs.walk(replica.vfs.root, 'work', { follow: false, confine: replica.vfs.root }).inode;
  if (base === null) throw new Error('no root');
  return { vfs: replica.vfs, base };
});

function replicaOf(host: HostFiles): { replica: Replica } {
  const view = host.view();
  const replica = new Replica({ onSlab: (index, slab) => view.adoptSlab(index, slab) });
  view.slabs.forEach((slab, index) => {
    replica.addSlab(index, slab);
  });
  replica.sync(view.full(), []);
  replica.beginRun({ limits, usage: view.usage, nextIno: view.nextIno, roots });
  return { replica };
}
