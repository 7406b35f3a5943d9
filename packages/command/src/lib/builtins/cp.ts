import { type Builtin, silently } from './builtin.ts';
import { takePaths } from './take-paths.ts';

/** `cp source target`, `cp -r source target`: copies a file, or a tree. */
export const cp: Builtin = (args) => {
  const recursive = args[0] === '-r';
  const [source, target] = takePaths(recursive ? args.slice(1) : args, 2, 'cp source target, or cp -r source target');
  return (session) => silently(session.copy(source, target, { recursive }));
};
