import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { FsEntry } from '@aletheia-works/formicarium';
import type { Mount } from '../args/parse-arguments.ts';
import { UsageError } from '../args/usage-error.ts';
import { staysInside } from './inside-link.ts';

/** Bytes of file contents that mounts may bring together: what a session holds by default. */
export const MAX_MOUNT_BYTES = 2 * 1024 ** 3;

/** Names that mounts may bring together. */
export const MAX_MOUNT_ENTRIES = 200_000;

/** What mounts brought. */
export interface HostTree {
  readonly entries: FsEntry[];
  /** Host paths that were left out, each with the reason. */
  readonly skipped: readonly string[];
}

/**
 * Reads host directories and files as entries of a new session: contents, permission bits, times and hard links.
 *
 * A symbolic link is copied as a link when it cannot lead out of its mount, else left out; so are sockets, pipes,
 * devices, and names that are no UTF-8. The mounted path itself may be a link.
 *
 * @throws UsageError when a path cannot be read, or there is more than {@link MAX_MOUNT_BYTES} or
 *   {@link MAX_MOUNT_ENTRIES}
 */
export async function readHostTree(mounts: readonly Mount[]): Promise<HostTree> {
  const reader = new HostTreeReader();
  for (const mount of mounts) await reader.mount(mount);
  return reader;
}

class HostTreeReader implements HostTree {
  readonly entries: FsEntry[] = [];
  readonly skipped: string[] = [];
  readonly #inodes = new Map<string, number>();
  #bytes = 0;
  #mount = '';

  async mount({ host, guest }: Mount): Promise<void> {
    this.#mount = host;
    try {
      await this.#read(await realpath(host), guest.replace(/(?<=.)\/+$/, ''), 0);
    } catch (cause) {
      if (cause instanceof UsageError) throw cause;
      const { code = 'unknown error', path = host } = cause as NodeJS.ErrnoException;
      throw new UsageError(`Cannot mount "${host}": reading ${path} failed (${code})`, { cause });
    }
  }

  async #read(host: string, guest: string, depth: number): Promise<void> {
    const info = await lstat(host, { bigint: true });
    const common = { path: guest, mode: Number(info.mode & 0o777n), mtimeNs: info.mtimeNs < 0n ? 0n : info.mtimeNs };
    if (info.isDirectory()) {
      this.#add({ ...common, type: 'directory' });
      for (const name of await readdir(host, { encoding: 'buffer' })) {
        const text = decodeName(name);
        if (text === null) this.skipped.push(`${host}/${name.toString()}: its name is no UTF-8`);
        else await this.#read(join(host, text), `${guest === '/' ? '' : guest}/${text}`, depth + 1);
      }
    } else if (info.isSymbolicLink()) {
      const target = await readlink(host);
      if (staysInside(target, depth - 1)) this.#add({ ...common, mode: 0o777, type: 'symlink', target });
      else this.skipped.push(`${host}: a symbolic link that leads out of the mount`);
    } else if (info.isFile()) {
      this.#bytes += Number(info.size);
      if (this.#bytes > MAX_MOUNT_BYTES) this.#tooMuch(`${MAX_MOUNT_BYTES} bytes`);
      const link = info.nlink > 1n ? { inodeId: this.#inodeId(`${info.dev}:${info.ino}`) } : {};
      this.#add({ ...common, ...link, type: 'file', data: await readRegularFile(host) });
    } else {
      this.skipped.push(`${host}: neither a file, a directory nor a symbolic link`);
    }
  }

  #add(entry: FsEntry): void {
    this.entries.push(entry);
    if (this.entries.length > MAX_MOUNT_ENTRIES) this.#tooMuch(`${MAX_MOUNT_ENTRIES} entries`);
  }

  #inodeId(identity: string): number {
    const id = this.#inodes.get(identity) ?? this.#inodes.size + 1;
    this.#inodes.set(identity, id);
    return id;
  }

  #tooMuch(limit: string): never {
    throw new UsageError(`Cannot mount "${this.#mount}": there are more than ${limit}; name a smaller directory`);
  }
}

/** Opened without following links: what lstat saw may have been replaced since. */
async function readRegularFile(path: string): Promise<Uint8Array> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return await file.readFile();
  } finally {
    await file?.close();
  }
}

function decodeName(name: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    return null;
  }
}
