import type { CommandResult, CommandSession, Progress } from '@aletheia-works/formicarium';
import { describeProgress, ProgressLine } from '../lines/progress-line.ts';
import { reportError } from '../lines/report-error.ts';

/** Bytes between two progress lines where a line cannot be written over. */
const PROGRESS_STEP_BYTES = 8_000_000;

/** How {@link Transcript.run} runs a line. */
export interface TranscriptOptions {
  /** Abort the line as soon as it has printed something. */
  readonly abortAtOutput?: boolean;
}

/** Shows lines and what becomes of them, as somebody would see it who typed them. */
export class Transcript {
  readonly #isTerminal = process.stderr.isTTY === true;

  /** A heading. */
  say(text: string): void {
    process.stdout.write(`\n# ${text}\n`);
  }

  /**
   * Runs a line and shows its output, its exit code where that is not 0, or its error; all on standard output, so that
   * the order holds wherever the streams lead.
   *
   * @returns null when it was rejected
   */
  async run(shell: CommandSession, line: string, options: TranscriptOptions = {}): Promise<CommandResult | null> {
    process.stdout.write(`$ ${line}\n`);
    const progress = this.#progress();
    const controller = new AbortController();
    try {
      const result = await shell.execute(line, {
        signal: controller.signal,
        onProgress: progress.update,
        onOutput: ({ data }) => {
          process.stdout.write(data);
          if (options.abortAtOutput === true) controller.abort();
        },
      });
      progress.clear();
      if (result.kind !== 'guest') process.stdout.write(result.stdout);
      if (result.exitCode !== 0) process.stdout.write(`(exit code ${result.exitCode})\n`);
      return result;
    } catch (error) {
      progress.clear();
      reportError(error, process.stdout);
      return null;
    }
  }

  /** A line that is written over on a terminal; elsewhere a new line for each phase and each few megabytes. */
  #progress(): { update(progress: Progress): void; clear(): void } {
    const line = new ProgressLine();
    if (this.#isTerminal) return { update: (progress) => line.update(progress), clear: () => line.clear() };
    let phase = '';
    let nextBytes = 0;
    return {
      update: (progress) => {
        if (progress.phase === phase && progress.receivedBytes < nextBytes) return;
        phase = progress.phase;
        nextBytes = progress.receivedBytes + PROGRESS_STEP_BYTES;
        process.stdout.write(`  … ${describeProgress(progress)}\n`);
      },
      clear: () => {},
    };
  }
}
