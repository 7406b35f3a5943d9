import { ExecutionError } from '@aletheia-works/errors';
import type { InputWriter } from '../channels/input-writer.ts';

/**
 * Feeds a run's stdin from the caller's stream, one chunk each time the guest looks for input and finds none. A guest
 * that reads nothing takes nothing from the stream.
 */
export class StdinPump {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #writer: InputWriter;
  readonly #failed: (error: ExecutionError) => void;
  readonly #soon: (callback: () => void) => void;
  #rest: Uint8Array | null = null;
  #restOffset = 0;
  #reading = false;
  #stopped = false;

  /**
   * @param failed told when the stream errors or yields something that is no `Uint8Array`
   * @param soon calls back after the host's other work
   * @throws TypeError when the stream is locked
   */
  constructor(
    stream: ReadableStream<Uint8Array>,
    writer: InputWriter,
    failed: (error: ExecutionError) => void,
    soon: (callback: () => void) => void,
  ) {
    this.#reader = stream.getReader();
    this.#writer = writer;
    this.#failed = failed;
    this.#soon = soon;
  }

  /** The guest asked for input. */
  wanted(): void {
    if (this.#stopped || this.#reading || !this.#writer.isWanted()) return;
    if (this.#rest !== null) {
      this.#put(this.#rest);
      return;
    }
    void this.#fetch();
  }

  /**
   * Unlocks the stream. It is not cancelled: what the guest did not ask for stays in it for the caller. A chunk that was
   * fetched and only partly read is lost with the run.
   */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#reader.releaseLock();
  }

  async #fetch(): Promise<void> {
    this.#reading = true;
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (this.#stopped) return;
        if (done) {
          this.#writer.end();
          this.#stopped = true;
          this.#reader.releaseLock();
          return;
        }
        if (!(value instanceof Uint8Array)) {
          throw new ExecutionError('EXECUTION', 'Cannot read stdin: a chunk of the stream is no Uint8Array');
        }
        if (value.byteLength === 0) {
          // A stream that always has an empty chunk at hand would let no timer fire.
          await new Promise<void>((resolve) => this.#soon(resolve));
          if (this.#stopped) return;
          continue;
        }
        this.#restOffset = 0;
        this.#put(value);
        this.#reading = false;
        return;
      }
    } catch (error) {
      // A read that was pending when the lock was released rejects; the run is over by then.
      if (this.#stopped) return;
      this.#failed(
        error instanceof ExecutionError
          ? error
          : new ExecutionError('EXECUTION', 'Cannot read stdin: its stream failed', { cause: error }),
      );
    }
  }

  #put(chunk: Uint8Array): void {
    this.#restOffset += this.#writer.put(chunk, this.#restOffset);
    this.#rest = this.#restOffset < chunk.byteLength ? chunk : null;
  }
}
