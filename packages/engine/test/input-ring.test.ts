import {
  createChannelBuffer,
  createDoorbell,
  INPUT_BYTES,
  InputReader,
  InputWriter,
  resetChannels,
} from '@aletheia-works/engine/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

function ring() {
  const buffer = createChannelBuffer();
  resetChannels(buffer);
  let asked = 0;
  const reader = new InputReader(buffer, () => {
    asked += 1;
  });
  return { reader, writer: new InputWriter(buffer), doorbell: createDoorbell(buffer), asked: () => asked };
}

function take(reader: InputReader, length: number): number[] | 'end' | 'none' {
  const target = new Uint8Array(length);
  const count = reader.read(target, 0, length);
  if (count < 0) return 'none';
  return count === 0 ? 'end' : [...target.subarray(0, count)];
}

describe('input ring', () => {
  it('gives short reads of what is there', () => {
    const { reader, writer } = ring();
    writer.put(Uint8Array.of(1, 2, 3), 0);
    expect(reader.available()).toBe(3);
    expect(take(reader, 2)).toEqual([1, 2]);
    expect(take(reader, 9)).toEqual([3]);
    expect(take(reader, 9)).toBe('none');
  });

  it('gives the last bytes before the end, then the end for ever', () => {
    const { reader, writer } = ring();
    writer.put(Uint8Array.of(7), 0);
    writer.end();
    expect(take(reader, 9)).toEqual([7]);
    expect([take(reader, 9), take(reader, 9)]).toEqual(['end', 'end']);
    expect(reader.available()).toBe(-1);
  });

  it('asks once until something comes, and anew after that', () => {
    const { reader, writer, asked } = ring();
    reader.available();
    take(reader, 1);
    expect(asked()).toBe(1);
    writer.put(Uint8Array.of(1), 0);
    take(reader, 1);
    take(reader, 1);
    expect(asked()).toBe(2);
  });

  it('does not take a request for input that crossed with bytes', () => {
    const { reader, writer } = ring();
    reader.available();
    writer.put(Uint8Array.of(1), 0);
    expect(writer.isWanted()).toBe(false);
    take(reader, 1);
    reader.available();
    expect(writer.isWanted()).toBe(true);
  });

  it('rings the doorbell for bytes and for the end', () => {
    const { writer, doorbell } = ring();
    const seen = doorbell.count();
    writer.put(Uint8Array.of(1), 0);
    writer.end();
    expect(doorbell.count()).toBe(seen + 2);
    doorbell.wait(seen, Number.POSITIVE_INFINITY);
  });

  it('takes no more than fits', () => {
    const { writer } = ring();
    expect(writer.put(new Uint8Array(INPUT_BYTES + 5), 0)).toBe(INPUT_BYTES);
    expect(writer.put(Uint8Array.of(1), 0)).toBe(0);
  });

  it('carries any chunking whole and in order', () => {
    const pattern = Uint8Array.from({ length: 2 * INPUT_BYTES }, (_, index) => index % 256);
    const from = (position: number) => pattern.subarray(position % 256);
    const size = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: INPUT_BYTES }));
    fc.assert(
      fc.property(fc.array(fc.tuple(size, size), { maxLength: 20 }), (steps) => {
        const { reader, writer } = ring();
        let sent = 0;
        let received = 0;
        for (const [put, get] of steps) {
          sent += writer.put(from(sent).subarray(0, put), 0);
          const target = new Uint8Array(get);
          const count = Math.max(0, reader.read(target, 0, get));
          const same = Buffer.compare(target.subarray(0, count), from(received).subarray(0, count)) === 0;
          expect(same).toBe(true);
          received += count;
        }
        expect(received).toBeLessThanOrEqual(sent);
      }),
      { numRuns: 100 },
    );
  });
});
