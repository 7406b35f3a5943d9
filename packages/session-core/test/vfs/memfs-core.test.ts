import { Link } from '@jsonjoy.com/fs-core/lib/Link.js';
import { Node } from '@jsonjoy.com/fs-core/lib/Node.js';
import { expect, it } from 'vitest';

// The store gives these fields shared values; under other names memfs would quietly make its own again.
it('memfs names the fields of its inode as the store expects', () => {
  const node = new Node(1, 0o100644);
  expect(Object.keys(node).sort()).toEqual(
    [
      '_atime',
      '_btime',
      '_ctime',
      '_gid',
      '_mtime',
      '_nlink',
      '_uid',
      'buf',
      'capacity',
      'changes',
      'ino',
      'mode',
      'rdev',
      'size',
    ].sort(),
  );
});

it('memfs names the fields of its name of an inode as the store expects', () => {
  const link = new Link(undefined as never, undefined, 'x');
  expect(Object.keys(link).sort()).toEqual(
    ['_steps', 'changes', 'children', 'ino', 'length', 'name', 'parent', 'vol'].sort(),
  );
});
