import type { Doorbell, InputChannel, OutputChannel } from '@aletheia-works/engine/internal';

/** Input that a test feeds. */
export class FakeInput implements InputChannel {
  #bytes: number[] = [];
  #ended = false;

  push(text: string): void {
    this.#bytes.push(...new TextEncoder().encode(text));
  }

  end(): void {
    this.#ended = true;
  }

  read(target: Uint8Array, offset: number, length: number): number {
    if (this.#bytes.length === 0) return this.#ended ? 0 : -1;
    const piece = this.#bytes.splice(0, length);
    target.set(piece, offset);
    return piece.length;
  }

  available(): number {
    if (this.#bytes.length > 0) return this.#bytes.length;
    return this.#ended ? -1 : 0;
  }
}

/** Output that a test looks at; closed, nobody reads it. */
export class FakeOutput implements OutputChannel {
  closed = false;
  readonly #pieces: { stream: 1 | 2; bytes: Uint8Array }[] = [];

  write(stream: 1 | 2, source: Uint8Array, offset: number, length: number): number {
    if (this.closed) return -1;
    this.#pieces.push({ stream, bytes: source.slice(offset, offset + length) });
    return length;
  }

  text(stream: 1 | 2): string {
    const decoder = new TextDecoder();
    return this.#pieces
      .filter((piece) => piece.stream === stream)
      .map(({ bytes }) => decoder.decode(bytes, { stream: true }))
      .join('');
  }
}

/**
 * A doorbell without time: every wait lets the next event of the script happen, or, when there is none, lets the clock
 * jump to the time-out.
 */
export class FakeDoorbell implements Doorbell {
  /** What happens while the guest sleeps, in order. */
  readonly script: (() => void)[] = [];
  /** The time-outs of all waits, in milliseconds. */
  readonly waits: number[] = [];
  /** Added to the clock; a test that needs it spies on performance.now. */
  elapsedMs = 0;
  #count = 0;

  count(): number {
    return this.#count;
  }

  wait(seen: number, timeoutMs: number): void {
    this.waits.push(timeoutMs);
    if (seen !== this.#count) return;
    const event = this.script.shift();
    if (event !== undefined) {
      event();
      this.#count += 1;
    } else if (Number.isFinite(timeoutMs)) {
      this.elapsedMs += timeoutMs;
    } else {
      throw new Error('The guest sleeps for ever');
    }
  }
}
