import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** Lines that are kept. */
export const HISTORY_LINES = 1000;

/** `$XDG_STATE_HOME/formicarium/history`, by default below `~/.local/state` (XDG Base Directory Specification 0.8). */
export function historyPath(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = env.XDG_STATE_HOME;
  const state = base !== undefined && isAbsolute(base) ? base : join(homedir(), '.local/state');
  return join(state, 'formicarium/history');
}

/** The shell's lines of earlier times. A file that cannot be read or written is as if it were not there. */
export class HistoryFile {
  readonly #path: string;

  constructor(path: string = historyPath()) {
    this.#path = path;
  }

  /** The last lines, newest first; a file that grew long is cut. */
  async load(): Promise<string[]> {
    try {
      const lines = (await readFile(this.#path, 'utf8')).split('\n').filter((line) => line !== '');
      const kept = lines.slice(-HISTORY_LINES);
      if (lines.length > 2 * HISTORY_LINES) await writeFile(this.#path, `${kept.join('\n')}\n`, { mode: 0o600 });
      return kept.reverse();
    } catch {
      return [];
    }
  }

  /** Adds a line. One that is empty or begins with a space is not kept. */
  async add(line: string): Promise<void> {
    if (line.trim() === '' || line.startsWith(' ')) return;
    try {
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await appendFile(this.#path, `${line}\n`, { mode: 0o600 });
    } catch {
      // A shell without history is still a shell.
    }
  }
}
