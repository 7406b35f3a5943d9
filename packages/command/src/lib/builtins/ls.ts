import { formatLs } from '../format-ls.ts';
import type { Builtin } from './builtin.ts';
import { takePaths } from './take-paths.ts';

/** `ls`, `ls path`: what a directory holds, or the entry itself when it is none. */
export const ls: Builtin = (args) => {
  const path = args.length === 0 ? '.' : takePaths(args, 1, 'ls, or ls path')[0];
  return async (session) => formatLs(await session.listEntries(path));
};
