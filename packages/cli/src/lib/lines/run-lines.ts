import { type CommandSession, ExecutionError } from '@aletheia-works/formicarium';
import type { GuestInputSource } from './guest-input.ts';
import { withInterrupt } from './interrupt.ts';
import { reportError } from './report-error.ts';
import { runLine } from './run-line.ts';

/** Exit code of a program that an interrupt ended: 128 and the number of SIGINT, as shells say it. */
const INTERRUPTED = 130;

/**
 * Executes lines in order and stops at the first that fails.
 *
 * @returns 0, the exit code of the guest that failed, 1 for an error, or 130 after an interrupt
 */
export async function runLines(
  shell: CommandSession,
  lines: AsyncIterable<string>,
  inputs: GuestInputSource,
): Promise<number> {
  return withInterrupt(async (signal) => {
    try {
      for await (const line of untilAborted(lines, signal)) {
        const { exitCode } = await runLine(shell, line, inputs, signal);
        if (exitCode !== 0) return exitCode;
      }
      return signal.aborted ? INTERRUPTED : 0;
    } catch (error) {
      const code = reportError(error);
      return signal.aborted && error instanceof ExecutionError && error.code === 'ABORTED' ? INTERRUPTED : code;
    }
  });
}

/** Ends at once when the signal fires, also while a next line is waited for. */
async function* untilAborted(lines: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  const iterator = lines[Symbol.asyncIterator]();
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  for (;;) {
    const next = await Promise.race([iterator.next(), aborted]);
    if (next === null || next.done || signal.aborted) return;
    yield next.value;
  }
}
