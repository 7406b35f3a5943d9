import { ExecutionError } from '@aletheia-works/errors';
import { createInstaller, parseCatalog } from '@aletheia-works/installer';
import type { Session } from '@aletheia-works/session-core';
import { checkObject, isSession } from '@aletheia-works/session-core/internal';
import { tokenize } from '@aletheia-works/tokenizer';
import type { CommandOptions, CommandResult, CommandSession, CommandSessionOptions } from './command-session.ts';
import { planCommand } from './dispatch.ts';
import { invalidInput, rejectForeign } from './invalid-input.ts';
import { parseCommandOptions } from './parse-command-options.ts';
import type { CommandContext } from './planned-command.ts';

const KEYS = ['catalog', 'cache', 'fetch'] as const;

/**
 * Makes a command session on an existing Session. It keeps no state: working directory, files and guests are the
 * Session's, so that several command sessions on one Session see the same world.
 *
 * @param session a Session made by `createSession` of this family of packages
 * @param options `catalog`: what can be installed, copied; `cache` and `fetch`: for the installer
 * @returns a frozen object with the one method `execute`, which holds on to nothing that can be reached from outside
 * @throws ExecutionError `INVALID_INPUT` when the Session is none, the catalog breaks the installer's rules, or an
 *   option is unknown
 */
export function createCommandSession(session: Session, options: CommandSessionOptions): CommandSession {
  if (!isSession(session)) {
    throw invalidInput(
      'Cannot create a command session: the first argument is no Session; one made by createSession is accepted',
    );
  }
  const context = rejectForeign('Cannot create a command session: its options cannot be read', () => {
    const given = checkObject(options, KEYS, 'the options of createCommandSession');
    const catalog = parseCatalog(given.catalog);
    const installer = createInstaller(session, { ...given, catalog } as CommandSessionOptions);
    return { session, catalog, installer } satisfies CommandContext;
  });
  return Object.freeze({
    execute: Object.freeze((input: string, commandOptions?: CommandOptions) => execute(context, input, commandOptions)),
  });
}

/** Everything up to the operation itself happens in the tick of the call; what is thrown on the way rejects. */
async function execute(context: CommandContext, input: unknown, options: unknown): Promise<CommandResult> {
  const io = rejectForeign('Cannot execute the command: its options cannot be read', () =>
    parseCommandOptions(options),
  );
  const line = tokenize(input);
  if (!line.ok) throw invalidInput(line.message);
  const operation = planCommand(context, line.argv);
  if (io.signal?.aborted) {
    throw new ExecutionError('ABORTED', 'Cannot execute the command: its signal was aborted', {
      cause: io.signal.reason,
    });
  }
  return operation(io);
}
