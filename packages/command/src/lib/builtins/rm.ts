import { invalidInput } from '../invalid-input.ts';
import { type Builtin, silently } from './builtin.ts';
import { takePaths } from './take-paths.ts';

const USAGE = 'rm -rf path';

/** `rm -rf path`, in exactly this form: removes an entry with all that is below it. */
export const rm: Builtin = ([flags, ...args]) => {
  if (flags !== '-rf') throw invalidInput(`Cannot execute the command: rm is used without -rf; accepted is ${USAGE}`);
  const [path] = takePaths(args, 1, USAGE);
  return (session) => silently(session.remove(path, { recursive: true, force: true }));
};
