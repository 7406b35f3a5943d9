import { type Builtin, silently } from './builtin.ts';
import { takePaths } from './take-paths.ts';

/** `cd path`: moves the working directory. */
export const cd: Builtin = (args) => {
  const [path] = takePaths(args, 1, 'cd path');
  return (session) => silently(session.setCwd(path));
};
