import type { OutputChunk } from './session.ts';

/** Which of the two streams a guest writes to. */
export type OutputStream = OutputChunk['stream'];

/** Options of {@link OutputCollector}. */
export interface OutputCollectorOptions {
  readonly runId: string;
  /** Bytes of both streams together. */
  readonly maxBytes: number;
  readonly onOutput: ((chunk: OutputChunk) => void) | undefined;
}

/** Gathers what a run writes, and hands copies of it to a callback as it comes. */
export class OutputCollector {
  readonly #options: OutputCollectorOptions;
  readonly #chunks: Record<OutputStream, Uint8Array[]> = { stdout: [], stderr: [] };
  #bytes = 0;
  #sequence = 0;
  #closed = false;

  constructor(options: OutputCollectorOptions) {
    this.#options = options;
  }

  /**
   * Takes a piece of output, which is the collector's from now on. Throws what the callback threw.
   *
   * Answers false when the limit was passed; what was below it is kept.
   */
  add(stream: OutputStream, data: Uint8Array): boolean {
    if (this.#closed) return true;
    const { maxBytes, onOutput, runId } = this.#options;
    const room = maxBytes - this.#bytes;
    const kept = data.length > room ? data.subarray(0, room) : data;
    if (kept.length > 0) {
      this.#bytes += kept.length;
      this.#chunks[stream].push(kept);
      const sequence = this.#sequence;
      this.#sequence += 1;
      if (onOutput !== undefined) onOutput(Object.freeze({ stream, data: kept.slice(), runId, sequence }));
    }
    return data.length <= room;
  }

  /** Ends the collecting: whatever comes later is dropped. */
  close(): void {
    this.#closed = true;
  }

  /** All bytes of a stream so far in one fresh array. */
  bytes(stream: OutputStream): Uint8Array {
    const chunks = this.#chunks[stream];
    const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  }
}
