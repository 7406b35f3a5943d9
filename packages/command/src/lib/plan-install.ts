import { selectRelease } from '@aletheia-works/installer';
import { invalidInput } from './invalid-input.ts';
import type { CommandContext, PlannedCommand } from './planned-command.ts';

const encoder = new TextEncoder();

/** `install selection`: one install from the catalog. */
export function planInstall({ catalog, installer }: CommandContext, args: readonly string[]): PlannedCommand {
  const [selection, ...more] = args;
  if (selection === undefined || more.length > 0) {
    throw invalidInput(
      `Cannot install: ${args.length} selections are given; accepted is "install tool", "install tool@version" or "install tool@name"`,
    );
  }
  selectRelease(catalog, selection);
  return async ({ signal, onProgress }) => {
    const installation = await installer.install(selection, {
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    });
    const { tool, versionOrName, digest } = installation;
    const stdout = encoder.encode(`installed ${tool}@${versionOrName} (sha256 ${digest})\n`);
    return { kind: 'install', exitCode: 0, stdout, stderr: new Uint8Array(0), installation };
  };
}
