import type { CommandOptions, CommandResult, CommandSession } from '@aletheia-works/formicarium';
import type { GuestInputSource } from './guest-input.ts';
import { ProgressLine } from './progress-line.ts';

const LF = 0x0a;
const CR = 0x0d;

/** The user's terminal makes a carriage return and a line feed of a line feed, as the guest's did before. */
function withoutReturns(data: Uint8Array): Uint8Array {
  return data.includes(CR) ? data.filter((byte, at) => byte !== CR || data[at + 1] !== LF) : data;
}

/**
 * Executes one line: a guest's bytes go out as they are and as they come, an install shows its progress on a terminal.
 *
 * @throws ExecutionError what the command API rejects with
 */
export async function runLine(
  shell: CommandSession,
  line: string,
  inputs: GuestInputSource,
  signal: AbortSignal,
): Promise<CommandResult> {
  const progress = new ProgressLine();
  const { stdin, terminal, close } = inputs();
  const options: CommandOptions = {
    signal,
    ...(stdin === undefined ? {} : { stdin }),
    ...(terminal === undefined ? {} : { terminal }),
    onOutput: ({ stream, data }) => void process[stream].write(terminal === undefined ? data : withoutReturns(data)),
    onProgress: (event) => progress.update(event),
  };
  try {
    const result = await shell.execute(line, options);
    progress.clear();
    if (result.kind !== 'guest') process.stdout.write(result.stdout);
    return result;
  } finally {
    progress.clear();
    close();
  }
}
