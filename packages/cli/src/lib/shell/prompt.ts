import { createInterface } from 'node:readline';
import type { Completion } from './complete-line.ts';
import { HISTORY_LINES } from './history-file.ts';

/** Completes what was typed so far. */
export type Completer = (line: string) => Promise<Completion>;

/**
 * Asks for one line at a time. Between questions the terminal is in its own mode and nobody reads it, so that a guest
 * can.
 */
export class Prompt {
  readonly #completer: Completer;
  /** Newest first, as readline has it. */
  #history: string[];
  /** Lines that were pasted with the one that was asked for. */
  readonly #pasted: string[] = [];
  #begun = '';

  constructor(history: string[], completer: Completer) {
    this.#history = history;
    this.#completer = completer;
  }

  /** The next line, or null when the user left: Ctrl-D on an empty line, or the end of the terminal. */
  async ask(prompt: string): Promise<string | null> {
    beginLine();
    const pasted = this.#pasted.shift();
    if (pasted !== undefined) {
      process.stdout.write(`${prompt}${pasted}\n`);
      return pasted;
    }
    const readline = createInterface({
      input: process.stdin,
      output: process.stdout,
      terminal: true,
      prompt,
      history: this.#history,
      historySize: HISTORY_LINES,
      removeHistoryDuplicates: true,
      completer: (line: string, done: (error: Error | null, completion: Completion) => void) => {
        this.#completer(line).then(
          (completion) => done(null, completion),
          () => done(null, [[], line]),
        );
      },
    });
    readline.on('history', (history) => {
      this.#history = history;
    });
    readline.on('SIGINT', () => {
      // What was typed is dropped, as shells do it.
      process.stdout.write('^C\n');
      readline.write(null, { ctrl: true, name: 'e' });
      readline.write(null, { ctrl: true, name: 'u' });
      readline.prompt();
    });
    return new Promise((resolve) => {
      let answer: string | null = null;
      readline.on('line', (line) => {
        if (answer !== null) {
          this.#pasted.push(line);
          return;
        }
        answer = line;
        // The rest of the chunk that this line came in is still on its way.
        setImmediate(() => {
          this.#begun = readline.line;
          readline.close();
        });
      });
      readline.on('close', () => resolve(answer));
      readline.prompt();
      if (this.#begun !== '') readline.write(this.#begun);
      this.#begun = '';
    });
  }
}

/**
 * Puts the cursor at the beginning of a line, wherever a guest or the user's echo left it: readline draws from the first
 * column and would wipe the output of a command that ends without a newline. As many spaces as the line has columns end
 * in the line below, unless they begin in the first column: there the terminal waits to wrap until more follows.
 */
function beginLine(): void {
  const { columns } = process.stdout;
  if (columns > 0 && process.env.TERM !== 'dumb') process.stdout.write(`${' '.repeat(columns)}\r\u001b[J`);
}
