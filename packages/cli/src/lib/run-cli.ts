import { helpText } from './args/help.ts';
import { parseArguments, type SessionArguments } from './args/parse-arguments.ts';
import { ownVersion } from './args/version.ts';
import { checkCatalog } from './catalog-tools/check-catalog.ts';
import { pinRelease } from './catalog-tools/pin-release.ts';
import { noInput, sharedInput, terminalInput } from './lines/guest-input.ts';
import { reportError } from './lines/report-error.ts';
import { runLines } from './lines/run-lines.ts';
import { splitLines } from './lines/split-lines.ts';
import { openSession } from './open-session.ts';
import { runShell } from './shell/run-shell.ts';

/**
 * The `formicarium` command on this process's streams.
 *
 * @param argv arguments after the program's name
 * @returns the exit code; errors are written to standard error, nothing is thrown
 */
export async function runCli(argv: readonly string[]): Promise<number> {
  process.stdout.on('error', leaveOnBrokenPipe);
  process.stderr.on('error', leaveOnBrokenPipe);
  try {
    const args = parseArguments(argv);
    switch (args.kind) {
      case 'help':
        process.stdout.write(helpText);
        return 0;
      case 'version':
        process.stdout.write(`${ownVersion()}\n`);
        return 0;
      case 'pin':
        return await pinRelease(args);
      case 'check':
        return await checkCatalog(args);
      case 'session':
        return await runSession(args);
    }
  } catch (error) {
    return reportError(error);
  } finally {
    // What nobody read must not keep the process alive.
    process.stdin.destroy();
  }
}

async function runSession(args: SessionArguments): Promise<number> {
  const open = await openSession(args);
  let exitCode = 1;
  try {
    const { stdin } = process;
    if (args.lines.length > 0) {
      exitCode = await runLines(open.shell, each(args.lines), stdin.isTTY ? terminalInput : sharedInput(stdin));
    } else if (stdin.isTTY && process.stdout.isTTY) {
      exitCode = await runShell(open);
    } else {
      exitCode = await runLines(open.shell, splitLines(stdin), noInput);
    }
  } finally {
    await open.close();
  }
  return exitCode;
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** Whoever read our output has left, as `head` does: so do we, with the exit code of SIGPIPE. */
function leaveOnBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(141);
}
