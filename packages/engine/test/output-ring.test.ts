import {
  createChannelBuffer,
  OUTPUT_BYTES,
  OutputReader,
  OutputWriter,
  resetChannels,
} from '@aletheia-works/engine/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

function ring() {
  const buffer = createChannelBuffer();
  resetChannels(buffer);
  let wakes = 0;
  const writer = new OutputWriter(buffer, () => {
    wakes += 1;
  });
  return { buffer, reader: new OutputReader(buffer), writer, wakes: () => wakes };
}

const bytes = (...values: number[]) => Uint8Array.from(values);
const put = (writer: OutputWriter, stream: 1 | 2, data: Uint8Array) => writer.write(stream, data, 0, data.length);

describe('output ring', () => {
  it('keeps the order across stdout and stderr and joins neighbours of one stream', () => {
    const { reader, writer } = ring();
    put(writer, 1, bytes(1));
    put(writer, 1, bytes(2, 3));
    put(writer, 2, bytes(4));
    put(writer, 1, bytes(5));
    expect(reader.take()).toEqual({ stream: 'stdout', data: bytes(1, 2, 3) });
    expect(reader.take()).toEqual({ stream: 'stderr', data: bytes(4) });
    expect(reader.take()).toEqual({ stream: 'stdout', data: bytes(5) });
    expect(reader.take()).toBeNull();
  });

  it('wakes the host once for each time it asked', () => {
    const { reader, writer, wakes } = ring();
    put(writer, 1, bytes(1));
    put(writer, 1, bytes(2));
    expect(wakes()).toBe(1);
    expect(reader.arm()).toBe(false);
    reader.take();
    expect(reader.arm()).toBe(true);
    put(writer, 2, bytes(3));
    put(writer, 2, bytes(4));
    expect(wakes()).toBe(2);
  });

  it('answers -1 once nobody reads, also to a write that would have to wait', () => {
    const { reader, writer } = ring();
    const half = new Uint8Array(OUTPUT_BYTES / 2);
    put(writer, 1, half);
    reader.close();
    expect(put(writer, 1, half)).toBe(-1);
    expect(put(writer, 1, bytes(1))).toBe(-1);
    expect(put(writer, 1, bytes())).toBe(-1);
  });

  it('refuses a ring that claims more than it can hold', () => {
    const { buffer, reader, writer } = ring();
    put(writer, 1, bytes(1));
    new Int32Array(buffer)[48] = OUTPUT_BYTES + 8;
    expect(() => reader.take()).toThrow(RangeError);
  });

  it('refuses a frame of no stream', () => {
    const { buffer, reader } = ring();
    new Int32Array(buffer)[48] = 8;
    expect(() => reader.take()).toThrow(/names no stream/);
  });

  it('carries any sequence of writes whole and in order', () => {
    const write = fc.record({
      stream: fc.constantFrom<1 | 2>(1, 2),
      size: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 100_000 })),
      drain: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(write, { maxLength: 40 }), (writes) => {
        const { reader, writer } = ring();
        const sent: Uint8Array[] = [];
        const received: Uint8Array[] = [];
        // Each stream writes bytes of one parity, so that the order of the joined bytes shows which stream they came from.
        const drain = () => {
          for (let piece = reader.take(); piece !== null; piece = reader.take()) {
            expect((piece.data[0] ?? 0) & 1).toBe(piece.stream === 'stdout' ? 1 : 0);
            received.push(piece.data);
          }
        };
        for (const [index, { stream, size, drain: now }] of writes.entries()) {
          if (reader.pending() + size + 16 > OUTPUT_BYTES) drain();
          const data = new Uint8Array(size).fill(((index << 1) | (stream & 1)) & 255);
          expect(put(writer, stream, data)).toBe(size);
          sent.push(data);
          if (now) drain();
        }
        drain();
        expect(Buffer.concat(received).equals(Buffer.concat(sent))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
