import { ExecutionError } from '@aletheia-works/errors';
import type { Vfs } from '../vfs/vfs.ts';

/** Throws `QUOTA` when an operation that adds so much would pass a limit; asked before anything is changed. */
export function checkRoom(vfs: Vfs, more: { readonly bytes: number; readonly entries: number }): void {
  const { usage, limits } = vfs;
  for (const limit of ['bytes', 'entries'] as const) {
    if (more[limit] > 0 && usage[limit] + more[limit] > limits[limit]) {
      throw new ExecutionError(
        'QUOTA',
        `Cannot add ${more[limit]} ${limit} to the session's files: ${usage[limit]} are in use; ${limits[limit]} are accepted`,
      );
    }
  }
}
