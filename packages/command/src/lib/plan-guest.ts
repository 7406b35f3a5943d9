import type { CommandContext, PlannedCommand } from './planned-command.ts';

/** Runs a registered guest; whether there is one shows after the reservation. */
export function planGuest({ session }: CommandContext, tool: string, args: readonly string[]): PlannedCommand {
  return async ({ onProgress: _unused, ...io }) => {
    const { exitCode, stdout, stderr, runId } = await session.run({ ...io, tool, args });
    return { kind: 'guest', tool, exitCode, stdout, stderr, runId };
  };
}
