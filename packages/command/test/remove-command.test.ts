import { describe, it } from 'vitest';
import { expectRefusal, expectTree, type TreeRow } from './command-world.ts';

describe('rm -rf', () => {
  const files = { 'a.txt': 'a', dir: null, 'dir/b.txt': 'b', 'dir/sub': null, link: '-> dir' };
  const whole = ['a.txt a', 'dir/', 'dir/b.txt b', 'dir/sub/', 'link -> dir'];

  it.each<TreeRow>([
    ['removes a file', files, 'rm -rf a.txt', whole.filter((line) => line !== 'a.txt a')],
    ['removes a tree', files, 'rm -rf dir', ['a.txt a', 'link -> dir']],
    [
      'removes a symlink and not what it leads to',
      files,
      'rm -rf link',
      whole.filter((line) => !line.startsWith('link')),
    ],
    ['is content with a missing path', files, 'rm -rf missing', whole],
    ['is content with a path below a file', files, 'rm -rf a.txt/x', whole],
    ['removes what a link on the way leads to', files, 'rm -rf link/sub', whole.filter((line) => line !== 'dir/sub/')],
  ])('%s', (_rule, own, line, tree) => expectTree(own, line, tree));

  it.each([
    'rm -rf a.txt/',
    'rm -rf link/',
    'rm -rf /work',
    'rm -rf .',
    'rm -rf /home/guest',
    'rm -rf /',
    'rm -rf /tmp',
    'rm -rf /home',
    'rm -rf /usr/bin/x',
  ])('%s is INVALID_INPUT', (line) => expectRefusal(files, line, 'INVALID_INPUT'));
});
