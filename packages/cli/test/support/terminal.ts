import { spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { ownEnvironment, program, temporaryDirectory } from './formicarium.ts';

/** A program on a pseudo terminal of its own. */
export interface Terminal {
  /** Types text, as keys. */
  type(text: string): void;
  /** Resolves with what appeared since the last match when `pattern` matches it. */
  until(pattern: RegExp): Promise<string>;
  resize(columns: number, rows: number): void;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
}

/**
 * Starts `formicarium` on a terminal of 80 x 24.
 *
 * @param command another program to start
 */
export async function onTerminal(args: readonly string[], home?: string, command?: string): Promise<Terminal> {
  const directory = home ?? (await temporaryDirectory());
  const pty = spawn(command ?? process.execPath, command === undefined ? [program, ...args] : [...args], {
    cols: 80,
    rows: 24,
    cwd: directory,
    env: ownEnvironment(directory),
  });
  let seen = '';
  let waiting: { pattern: RegExp; resolve(text: string): void; reject(error: Error): void } | null = null;
  const look = (): void => {
    const match = waiting?.pattern.exec(seen);
    if (match === null || match === undefined || waiting === null) return;
    const text = seen.slice(0, match.index + match[0].length);
    seen = seen.slice(text.length);
    waiting.resolve(text);
    waiting = null;
  };
  pty.onData((text) => {
    seen += text;
    look();
  });
  let hasEnded = false;
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => {
      hasEnded = true;
      waiting?.reject(new Error(`The program ended with ${exitCode} before ${waiting.pattern}; it showed ${seen}`));
      resolve(exitCode);
    });
  });
  onTestFinished(() => {
    if (!hasEnded) pty.kill('SIGKILL');
  });
  return {
    type: (text) => pty.write(text),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        waiting = { pattern, resolve, reject };
        look();
      }),
    resize: (columns, rows) => pty.resize(columns, rows),
    ended,
  };
}
