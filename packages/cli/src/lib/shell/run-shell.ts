import { ownVersion } from '../args/version.ts';
import { terminalInput } from '../lines/guest-input.ts';
import { withInterrupt } from '../lines/interrupt.ts';
import { reportError } from '../lines/report-error.ts';
import { runLine } from '../lines/run-line.ts';
import { visibleText } from '../lines/visible-text.ts';
import type { OpenSession } from '../open-session.ts';
import { completeLine } from './complete-line.ts';
import { HistoryFile } from './history-file.ts';
import { Prompt } from './prompt.ts';

/** What Ctrl-C and Ctrl-\\ make of a guest: 128 and the signal. */
const ENDED_BY_KEY: ReadonlySet<number> = new Set([130, 131]);

const shellHelp = `ls [PATH]   cat PATH   cd PATH   cp [-r] FROM TO   mv FROM TO   rm -rf PATH
install TOOL[@VERSION]      then run the tool by its name
Ctrl-C ends a command, Ctrl-D or exit leaves. There are no pipes, variables, globs or redirections.
`;

/**
 * The interactive shell. `exit` and `help` are its own words, unless a guest of that name is registered.
 *
 * @returns the exit code of the last guest, 0 after anything that went well, 1 after an error
 */
export async function runShell(open: Omit<OpenSession, 'close'>): Promise<number> {
  const { session, shell, catalog } = open;
  const history = new HistoryFile();
  const prompt = new Prompt(await history.load(), (line) => completeLine(session, catalog, line));
  const tools = Object.keys(catalog.tools).join(', ');
  process.stdout.write(`formicarium ${ownVersion()}. Tools to install: ${visibleText(tools) || 'none'}. Try help.\n`);
  let exitCode = 0;
  for (;;) {
    const line = await prompt.ask(`${visibleText(session.cwd)} $ `);
    if (line === null) {
      process.stdout.write('\n');
      return exitCode;
    }
    await history.add(line);
    const word = line.trim();
    if ((word === 'exit' || word === 'help') && !(await isRegistered(open, word))) {
      if (word === 'exit') return exitCode;
      process.stdout.write(shellHelp);
      continue;
    }
    try {
      const result = await withInterrupt((signal) => runLine(shell, line, terminalInput, signal));
      exitCode = result.exitCode;
      // The keys that ended the guest were shown; the prompt begins a line of its own.
      if (result.kind === 'guest' && ENDED_BY_KEY.has(exitCode)) process.stdout.write('\n');
    } catch (error) {
      exitCode = reportError(error);
    }
  }
}

async function isRegistered({ session }: Pick<OpenSession, 'session'>, name: string): Promise<boolean> {
  return (await session.listGuests()).some((guest) => guest.name === name);
}
