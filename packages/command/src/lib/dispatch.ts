import type { Builtin } from './builtins/builtin.ts';
import { cat } from './builtins/cat.ts';
import { cd } from './builtins/cd.ts';
import { cp } from './builtins/cp.ts';
import { ls } from './builtins/ls.ts';
import { mv } from './builtins/mv.ts';
import { rm } from './builtins/rm.ts';
import type { BuiltinName, CommandResult } from './command-session.ts';
import { planGuest } from './plan-guest.ts';
import { planInstall } from './plan-install.ts';
import type { CommandContext, PlannedCommand } from './planned-command.ts';

/** Reserved names: a guest of such a name can be registered, but a line never runs it. */
const BUILTINS: ReadonlyMap<string, [BuiltinName, Builtin]> = new Map(
  Object.entries({ ls, cat, cd, rm, cp, mv } satisfies Record<BuiltinName, Builtin>).map(([name, builtin]) => [
    name,
    [name as BuiltinName, builtin],
  ]),
);

/**
 * Finds the command by its exact first word and checks its form, without touching the Session.
 *
 * @throws ExecutionError `INVALID_INPUT`
 */
export function planCommand(context: CommandContext, argv: readonly string[]): PlannedCommand {
  const [name, ...args] = argv;
  if (name === undefined) return executeNothing;
  if (name === 'install') return planInstall(context, args);
  const found = BUILTINS.get(name);
  if (found === undefined) return planGuest(context, name, args);
  const [builtinName, builtin] = found;
  const operation = builtin(args);
  return async () => {
    const stdout = await operation(context.session);
    return { kind: 'builtin', name: builtinName, exitCode: 0, stdout, stderr: new Uint8Array(0) };
  };
}

async function executeNothing(): Promise<CommandResult> {
  return { kind: 'empty', exitCode: 0, stdout: new Uint8Array(0), stderr: new Uint8Array(0) };
}
