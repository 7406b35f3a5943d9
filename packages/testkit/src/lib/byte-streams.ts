/** A stream that a test writes to when it likes. */
export interface ManualStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves when somebody wants the next chunk. */
  pulled(): Promise<void>;
  push(chunk: Uint8Array | string): void;
  end(): void;
  fail(reason: unknown): void;
}

const encoder = new TextEncoder();

/** A stream that holds nothing ahead: it is pulled only when somebody reads. */
export function manualStream(): ManualStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let pulls = 0;
  let waiting: (() => void)[] = [];
  const stream = new ReadableStream<Uint8Array>(
    {
      start(made) {
        controller = made;
      },
      pull() {
        pulls += 1;
        for (const resolve of waiting) resolve();
        waiting = [];
        return new Promise((resolve) => {
          release = resolve;
        });
      },
    },
    { highWaterMark: 0 },
  );
  let release: () => void = () => undefined;
  const answered = (action: () => void): void => {
    if (pulls > 0) pulls -= 1;
    action();
    release();
  };
  return {
    stream,
    pulled: () => (pulls > 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    push: (chunk) => answered(() => controller?.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)),
    end: () => answered(() => controller?.close()),
    fail: (reason) => answered(() => controller?.error(reason)),
  };
}

/** A stream of given chunks. */
export function streamOf(...chunks: readonly (Uint8Array | string)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
}
