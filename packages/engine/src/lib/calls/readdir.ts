import { SUCCESS } from '../abi/errno.ts';
import { DIRENT_BYTES, DIRENT_INO, DIRENT_NAME_LENGTH, DIRENT_TYPE } from '../abi/layouts.ts';
import { fileTypeOf } from '../abi/put-filestat.ts';
import { putUint64 } from '../abi/put-integers.ts';
import { RIGHT_FD_READDIR } from '../abi/rights.ts';
import type { ListedName } from '../process/directory.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import { requireDirectory } from '../process/require-right.ts';

const encoder = new TextEncoder();
/** Names have at most 255 bytes. */
const entryBytes = new Uint8Array(DIRENT_BYTES + 256);
const entryView = new DataView(entryBytes.buffer);

/**
 * `fd_readdir` (witx): fills the buffer with entries from a cookie on. The last one is cut where the buffer ends, which
 * tells the guest that there are more; a buffer that is not full ends the listing.
 */
export function readdirCalls({ memory, descriptors }: GuestContext): CallTable {
  return {
    fd_readdir(fd: number, buffer: number, bufferLength: number, cookie: bigint, result: number): number {
      const directory = requireDirectory(descriptors.get(fd), RIGHT_FD_READDIR);
      const start = memory.range(buffer, bufferLength >>> 0);
      const resultAt = memory.range(result, 4);
      const first = Number(BigInt.asUintN(64, cookie));
      const listing = directory.list(first === 0);
      const end = start + (bufferLength >>> 0);
      let at = start;
      for (let index = first; index < listing.length && at < end; index++) {
        const entry = listing[index];
        if (entry === undefined) break;
        at += memory.put(at, entryBytes.subarray(0, encodeEntry(entry, index + 1)), end - at);
      }
      memory.view.setUint32(resultAt, at - start, true);
      return SUCCESS;
    },
  };
}

/** Encodes one entry and returns its size. */
function encodeEntry([name, inode]: ListedName, next: number): number {
  const { written } = encoder.encodeInto(name, entryBytes.subarray(DIRENT_BYTES));
  putUint64(entryView, 0, next);
  putUint64(entryView, DIRENT_INO, inode.ino);
  entryView.setUint32(DIRENT_NAME_LENGTH, written, true);
  entryView.setUint32(DIRENT_TYPE, fileTypeOf(inode), true);
  return DIRENT_BYTES + written;
}
