import { type Builtin, silently } from './builtin.ts';
import { takePaths } from './take-paths.ts';

/** `mv source target`: renames an entry with its whole tree. */
export const mv: Builtin = (args) => {
  const [source, target] = takePaths(args, 2, 'mv source target');
  return (session) => silently(session.move(source, target));
};
