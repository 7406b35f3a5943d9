import type { Readable } from 'node:stream';

/**
 * A web stream that takes nothing from `source` until somebody reads.
 *
 * @param begun called before the first byte is taken
 */
export function lazyWebStream(source: Readable, begun: () => void = () => {}): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        begun();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}
