import { parseGuestPath } from '@aletheia-works/session-core/internal';
import { invalidInput } from '../invalid-input.ts';

/** One path, or a pair of them. */
type Paths<Count extends 1 | 2> = Count extends 1 ? readonly [string] : readonly [string, string];

/**
 * Checks that `args` are exactly `count` paths. They are resolved later, by the Session; what is wrong with their text
 * alone is refused here, before any reservation.
 *
 * @param usage the accepted form, for the message
 * @throws ExecutionError `INVALID_INPUT` for another number of arguments, one that begins with `-`, an empty path, or
 *   one with a `..` component
 */
export function takePaths<Count extends 1 | 2>(args: readonly string[], count: Count, usage: string): Paths<Count> {
  const flag = args.find((arg) => arg.startsWith('-'));
  if (flag !== undefined) {
    throw invalidInput(
      `Cannot execute the command: ${JSON.stringify(flag)} is no accepted flag; accepted is ${usage}, and ./-x for a path that begins with "-"`,
    );
  }
  if (args.length !== count) {
    throw invalidInput(`Cannot execute the command: ${args.length} paths are given; accepted is ${usage}`);
  }
  for (const path of args) parseGuestPath(path);
  return args as unknown as Paths<Count>;
}
