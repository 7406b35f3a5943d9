import type { GuestProgram, ProgramImage } from '@aletheia-works/session-core/internal';
import { FsError, INODE_BORROWED, type Inode, isDirectory } from '@aletheia-works/session-core/vfs';
import { EACCES, ENOENT, ENOEXEC } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';

/** Where programs are looked for when nobody says otherwise. */
const DEFAULT_PATH = '/usr/bin';

/**
 * The program of a name, as execvp(3) looks for it: a name with a slash is a path; any other is looked for in each
 * directory of `searchPath`, or, when that is null, in the working directory alone.
 *
 * Throws ENOENT, EACCES for a directory, ENOEXEC for a file that is no registered program.
 */
export function findProgram(
  programs: readonly GuestProgram[],
  resolve: (path: string) => Inode | null,
  name: string,
  searchPath: string | null,
): GuestProgram {
  if (name === '') refuse(ENOENT);
  if (name.includes('/') || searchPath === null) {
    const inode = resolve(name);
    if (inode === null) refuse(ENOENT);
    return programOf(programs, inode);
  }
  for (const directory of searchPath.split(':')) {
    const inode = tryResolve(resolve, `${directory === '' ? '.' : directory}/${name}`);
    if (inode !== null && !isDirectory(inode)) return programOf(programs, inode);
  }
  return refuse(ENOENT);
}

/** The directories to search: the given ones, those of the environment, or the default. */
export const searchPathOf = (given: string | null, env: Readonly<Record<string, string>>): string =>
  given ?? env.PATH ?? DEFAULT_PATH;

/** A directory of the path that is missing, or is none, is passed over. */
function tryResolve(resolve: (path: string) => Inode | null, path: string): Inode | null {
  try {
    return resolve(path);
  } catch (error) {
    if (error instanceof FsError && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}

function programOf(programs: readonly GuestProgram[], inode: Inode): GuestProgram {
  if (isDirectory(inode)) refuse(EACCES);
  // A program's file shows its bytes where they lie; a guest that writes to it gets a copy, which is no program.
  const program = (inode.flags & INODE_BORROWED) === 0 ? undefined : programs.find(({ image }) => isAt(image, inode));
  return program ?? refuse(ENOEXEC);
}

const isAt = (image: ProgramImage, inode: Inode): boolean =>
  image.size === inode.size && image.addr === inode.addr && image.blocks?.[0] === inode.blocks?.[0];
