import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The built program. */
export const program = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

/** How a program ended, with all of its output. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A directory of the running test's own. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'formicarium-cli-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Keeps a program off the cache and the history of whoever runs the tests. */
export function ownEnvironment(home: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(XDG_|NODE_V8_COVERAGE|FORCE_COLOR)/.test(entry[0]),
  );
  return { ...Object.fromEntries(inherited), XDG_CACHE_HOME: home, XDG_STATE_HOME: home };
}

/** Runs `formicarium` as a child process with pipes. */
export async function formicarium(
  args: readonly string[],
  options: {
    readonly input?: string | Uint8Array;
    readonly cwd?: string;
    onStdout?(text: string, kill: (signal: NodeJS.Signals) => void): void;
  } = {},
): Promise<Ended> {
  const home = await temporaryDirectory();
  const child = spawn(process.execPath, [program, ...args], { cwd: options.cwd ?? home, env: ownEnvironment(home) });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    options.onStdout?.(stdout, (signal) => child.kill(signal));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A program that refuses its options does not wait for input.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  return { exitCode, stdout, stderr };
}
