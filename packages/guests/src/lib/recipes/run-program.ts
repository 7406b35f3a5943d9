import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How to run a program of the build machine. */
export interface ProgramOptions {
  readonly cwd?: string;
  /** More variables; the rest of the environment is kept, with `LC_ALL=C`. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Lines of a failed program's output that its error repeats. */
const keptLines = 30;

/**
 * Runs a program without a shell and without input, and resolves with what it printed on stdout.
 *
 * @throws Error when it cannot start or exits with another code than 0, with the end of what it printed
 */
export async function runProgram(argv: readonly string[], options: ProgramOptions = {}): Promise<string> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, LC_ALL: 'C', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  let code: number | null;
  try {
    [code] = (await once(child, 'close')) as [number | null];
  } catch (cause) {
    throw new Error(`Cannot run ${program}: ${String((cause as NodeJS.ErrnoException).code ?? cause)}`, { cause });
  }
  if (code === 0) return stdout;
  const end = printed.trimEnd().split('\n').slice(-keptLines).join('\n');
  throw new Error(`Cannot run ${argv.slice(0, 8).join(' ')}: it exited with ${String(code)}\n${end}`);
}
