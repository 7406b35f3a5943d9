import { type Inode, S_IFDIR, S_IFMT, S_IFREG } from '@aletheia-works/session-core/vfs';
import { ENXIO } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import {
  DEVICE_FULL,
  DEVICE_NULL,
  DEVICE_RANDOM,
  DEVICE_STDERR,
  DEVICE_STDIN,
  DEVICE_STDOUT,
  DEVICE_TTY,
  DEVICE_URANDOM,
  DEVICE_ZERO,
  STATIC_FILE,
} from '../world/device-numbers.ts';
import { ETC_FILES } from '../world/static-files.ts';
import { CharacterDevice, type DeviceKind } from './character-device.ts';
import { Directory } from './directory.ts';
import type { GuestContext } from './guest-context.ts';
import type { OpenFile } from './open-file.ts';
import { RegularFile } from './regular-file.ts';
import { StaticFile } from './static-file.ts';
import { StdioStream } from './stdio-stream.ts';

const MEMORY_DEVICES: Readonly<Record<number, DeviceKind>> = {
  [DEVICE_NULL]: 'null',
  [DEVICE_ZERO]: 'zero',
  [DEVICE_FULL]: 'full',
  [DEVICE_RANDOM]: 'random',
  [DEVICE_URANDOM]: 'random',
};

/** Opens what an inode stands for. Throws ENXIO for a device without anything behind it, such as `/dev/tty` without a terminal. */
export function openInode(context: GuestContext, inode: Inode, flags: number): OpenFile {
  switch (inode.mode & S_IFMT) {
    case S_IFREG: {
      const content = inode.rdev === 0 ? undefined : ETC_FILES[inode.rdev - STATIC_FILE];
      return content === undefined
        ? new RegularFile(context.vfs, inode, flags)
        : new StaticFile(inode, flags, content.bytes);
    }
    case S_IFDIR:
      // A path that starts at an opened directory may not leave it (WASI: a descriptor is a capability).
      return new Directory(context.vfs, inode, flags, inode);
    default:
      return openDevice(context, inode, flags);
  }
}

function openDevice(context: GuestContext, inode: Inode, flags: number): OpenFile {
  const kind = MEMORY_DEVICES[inode.rdev];
  if (kind !== undefined) return new CharacterDevice(inode, flags, kind);
  switch (inode.rdev) {
    case DEVICE_STDIN:
      return new StdioStream(inode, flags, context.stdio, 'in', 1);
    case DEVICE_STDOUT:
      return new StdioStream(inode, flags, context.stdio, 'out', 1);
    case DEVICE_STDERR:
      return new StdioStream(inode, flags, context.stdio, 'out', 2);
    case DEVICE_TTY:
      if (context.terminal === null) refuse(ENXIO);
      return new StdioStream(inode, flags, context.stdio, 'both', 1);
    default:
      return refuse(ENXIO);
  }
}
