import * as fc from 'fast-check';
import type { VfsPaths } from './vfs-paths.ts';

/** One call of a file system, as a random test makes it. A `slot` is where an open file is kept. */
export type VfsOperation =
  | { readonly op: 'create' | 'mkdir' | 'unlink' | 'rmdir' | 'lstat' | 'readdir'; readonly path: string }
  | { readonly op: 'symlink' | 'link' | 'rename'; readonly from: string; readonly to: string }
  | { readonly op: 'chmod'; readonly path: string; readonly mode: number }
  | { readonly op: 'open'; readonly slot: number; readonly path: string }
  | {
      readonly op: 'write';
      readonly slot: number;
      readonly position: number;
      readonly length: number;
      readonly fill: number;
    }
  | { readonly op: 'read'; readonly slot: number; readonly position: number; readonly length: number }
  | { readonly op: 'truncate'; readonly slot: number; readonly size: number }
  | { readonly op: 'close'; readonly slot: number };

/** How many slots {@link vfsOperations} uses: 0 to this, exclusive. */
export const VFS_SLOTS = 4;

const slot = fc.integer({ min: 0, max: VFS_SLOTS - 1 });

/** Positions, lengths and sizes around the edges of cells and blocks, where a store of extents goes wrong. */
export const fileOffsets: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 70 }),
  fc.constantFrom(4095, 4096, 65_535, 65_536, 786_432, 1_048_575, 1_048_576, 1_048_577, 2_097_152, 2_500_000),
);

/** Few names and many dots, so that random paths meet each other. */
export const meetingPaths: fc.Arbitrary<string> = fc
  .array(fc.constantFrom('a', 'b', 'c', 'a', 'b', '.', '..'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));

/** Targets of links that lead to such paths. */
export const meetingTargets: fc.Arbitrary<string> = fc.constantFrom(
  'a',
  'b',
  'c',
  'a/b',
  './c',
  '../a',
  '../b/c',
  'a/../b',
);

/** Any call, on paths and slots that meet each other. */
export const vfsOperations: fc.Arbitrary<VfsOperation> = fc.oneof(
  fc.record({
    op: fc.constantFrom('create', 'mkdir', 'unlink', 'rmdir', 'lstat', 'readdir' as const),
    path: meetingPaths,
  }),
  fc.record({ op: fc.constant('symlink' as const), from: meetingTargets, to: meetingPaths }),
  fc.record({ op: fc.constantFrom('link', 'rename' as const), from: meetingPaths, to: meetingPaths }),
  fc.record({ op: fc.constant('chmod' as const), path: meetingPaths, mode: fc.integer({ min: 0o400, max: 0o777 }) }),
  fc.record({ op: fc.constant('open' as const), slot, path: meetingPaths }),
  fc.record({
    op: fc.constant('write' as const),
    slot,
    position: fileOffsets,
    length: fileOffsets,
    fill: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({ op: fc.constant('read' as const), slot, position: fileOffsets, length: fileOffsets }),
  fc.record({ op: fc.constant('truncate' as const), slot, size: fileOffsets }),
  fc.record({ op: fc.constant('close' as const), slot }),
) as fc.Arbitrary<VfsOperation>;

/** Makes a call on a `Vfs`. Returns what it answers, bytes as they are; throws what it throws. */
export function applyVfsOperation(paths: VfsPaths, operation: VfsOperation): unknown {
  switch (operation.op) {
    case 'symlink':
      return paths.symlink(operation.from, operation.to);
    case 'link':
    case 'rename':
      return paths[operation.op](operation.from, operation.to);
    case 'chmod':
      return paths.chmod(operation.path, operation.mode);
    case 'open':
      return paths.open(operation.slot, operation.path);
    case 'write':
      return paths.write(operation.slot, operation.position, new Uint8Array(operation.length).fill(operation.fill));
    case 'read':
      return paths.read(operation.slot, operation.position, operation.length);
    case 'truncate':
      return paths.truncate(operation.slot, operation.size);
    case 'close':
      return paths.close(operation.slot);
    default:
      return paths[operation.op](operation.path);
  }
}
