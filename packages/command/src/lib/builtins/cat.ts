import type { Builtin } from './builtin.ts';
import { takePaths } from './take-paths.ts';

/** `cat path`: the bytes of a file. */
export const cat: Builtin = (args) => {
  const [path] = takePaths(args, 1, 'cat path');
  return (session) => session.readFile(path);
};
