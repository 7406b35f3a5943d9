import { closeSync, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { TerminalOptions, TerminalSize } from '@aletheia-works/formicarium';
import { KeyMode } from './key-mode.ts';
import { lazyWebStream } from './web-stream.ts';

/** What one guest reads from, and the terminal it is on. */
export interface GuestInput {
  readonly stdin?: ReadableStream<Uint8Array>;
  readonly terminal?: TerminalOptions;
  close(): void;
}

/** Gives every line that runs its input. */
export type GuestInputSource = () => GuestInput;

/** Guests find their standard input at its end. */
export const noInput: GuestInputSource = () => ({ close() {} });

/** All guests share one stream; what one leaves, the next one reads. */
export function sharedInput(source: NodeJS.ReadStream): GuestInputSource {
  let stdin: ReadableStream<Uint8Array> | undefined;
  return () => {
    stdin ??= lazyWebStream(source);
    return { stdin, close() {} };
  };
}

/**
 * Guests read the terminal. Each gets a descriptor of its own: the end of input that a user types for one guest must not
 * be the end of the shell's. A guest that is on the terminal with all its streams has a line discipline of its own, so
 * the user's terminal hands on every key as it comes, from the moment the guest reads until it ends; else the user's
 * terminal gives lines.
 */
export const terminalInput: GuestInputSource = () => {
  const descriptor = openTerminal();
  if (descriptor === null) return { close() {} };
  const stream = new ReadStream(descriptor);
  // Destroying it while a read waits is how a run ends; the reader is gone by then.
  stream.on('error', () => {});
  const resize = isOnTerminal() ? watchSize(process.stdout) : null;
  const keys = resize === null ? null : new KeyMode(stream);
  return {
    stdin: lazyWebStream(stream, () => keys?.enter()),
    ...(resize === null ? {} : { terminal: { ...sizeOf(process.stdout), resize: resize.stream } }),
    close() {
      resize?.stop();
      keys?.leave();
      stream.destroy();
    },
  };
};

/** A terminal is all three streams at once; with one of them elsewhere a guest is not on it. */
function isOnTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY;
}

function openTerminal(): number | null {
  let descriptor: number;
  try {
    descriptor = openSync('/dev/tty', 'r');
  } catch {
    return null;
  }
  if (process.stdin.isTTY) return descriptor;
  closeSync(descriptor);
  return null;
}

/** Some terminals say 0 x 0; then the usual size. */
function sizeOf(stream: NodeJS.WriteStream): TerminalSize {
  return { columns: stream.columns || 80, rows: stream.rows || 24 };
}

function watchSize(stream: NodeJS.WriteStream): { stream: ReadableStream<TerminalSize>; stop(): void } {
  let onResize = (): void => {};
  return {
    stream: new ReadableStream<TerminalSize>({
      start(controller) {
        onResize = () => controller.enqueue(sizeOf(stream));
        stream.on('resize', onResize);
      },
      cancel() {
        stream.off('resize', onResize);
      },
    }),
    stop() {
      stream.off('resize', onResize);
    },
  };
}
