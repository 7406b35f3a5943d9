import type { TerminalSize } from '@aletheia-works/session-core/internal';

/** What programs on a terminal look for ("Environment Variables", POSIX.1-2024, 8.3). The run's own variables win. */
export function terminalEnvironment({ columns, rows }: TerminalSize): Record<string, string> {
  return { TERM: 'xterm-256color', COLUMNS: String(columns), LINES: String(rows) };
}
