import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallHarness, type HarnessOptions } from './call-harness.ts';
import { E } from './errno.ts';

const [CLOCK, READ, WRITE] = [0, 1, 2];
const [REALTIME, MONOTONIC] = [0, 1];
const MS = 1_000_000n;

interface Wanted {
  readonly type: number;
  readonly fd?: number;
  readonly clock?: number;
  readonly timeout?: bigint;
  readonly absolute?: boolean;
}

let h: CallHarness;
const realNow = performance.now.bind(performance);

/** A harness whose clock stands still but for its waits. */
function start(options?: HarnessOptions): void {
  const origin = realNow();
  h = new CallHarness(options);
  const { doorbell } = h;
  vi.spyOn(performance, 'now').mockImplementation(() => origin + doorbell.elapsedMs);
}

beforeEach(() => start());
afterEach(() => vi.restoreAllMocks());

/** Polls; what was ready, by index, or minus the error number. */
function poll(
  ...wanted: Wanted[]
): { index: number; error: number; type: number; bytes: number; flags: number }[] | number {
  const [subscriptions, events, result] = [0x9000, 0xa000, 64];
  h.bytes.fill(0xee, events, events + 32 * wanted.length);
  for (const [i, { type, fd = 0, clock = MONOTONIC, timeout = 0n, absolute = false }] of wanted.entries()) {
    const at = subscriptions + i * 48;
    h.bytes.fill(0, at, at + 48);
    h.view.setBigUint64(at, 0xffff_0000_0000_0000n + BigInt(i), true);
    h.view.setUint8(at + 8, type);
    h.view.setUint32(at + 16, type === CLOCK ? clock : fd, true);
    if (type !== CLOCK) continue;
    h.view.setBigUint64(at + 24, timeout, true);
    h.view.setUint16(at + 40, absolute ? 1 : 0, true);
  }
  const error = h.call('poll_oneoff', subscriptions, events, wanted.length, result);
  if (error !== 0) return -error;
  return Array.from({ length: h.view.getUint32(result, true) }, (_, i) => {
    const at = events + i * 32;
    return {
      index: Number(h.view.getBigUint64(at, true) & 0xffffn),
      error: h.view.getUint16(at + 8, true),
      type: h.view.getUint8(at + 10),
      bytes: Number(h.view.getBigUint64(at + 16, true)),
      flags: h.view.getUint16(at + 24, true),
    };
  });
}

const now = (clock: number): bigint => {
  h.call('clock_time_get', clock, 0n, 64);
  return h.view.getBigUint64(64, true);
};

describe('poll_oneoff', () => {
  it.each([
    ['relative, monotonic', MONOTONIC, false],
    ['relative, realtime', REALTIME, false],
    ['absolute, monotonic', MONOTONIC, true],
    ['absolute, realtime', REALTIME, true],
  ])('sleeps once and never ends early: %s', (_name, clock, absolute) => {
    const before = now(clock);
    const timeout = absolute ? before + 250n * MS : 250n * MS;
    expect(poll({ type: CLOCK, clock, timeout, absolute })).toMatchObject([{ index: 0, error: 0, type: CLOCK }]);
    const slept = now(clock) - before;
    expect(slept).toBeGreaterThanOrEqual(250n * MS);
    expect(slept).toBeLessThan(251n * MS);
    expect(h.doorbell.waits.length).toBeLessThanOrEqual(2);
  });

  it('a time that has passed is ready at once', () => {
    expect(poll({ type: CLOCK, timeout: 1n, absolute: true })).toHaveLength(1);
    expect(poll({ type: CLOCK, clock: REALTIME, timeout: 1n, absolute: true })).toHaveLength(1);
    expect(poll({ type: CLOCK, timeout: 0n })).toHaveLength(1);
    expect(h.doorbell.waits).toEqual([]);
  });

  it('the first of several clocks ends the sleep, and only it is reported', () => {
    expect(
      poll(
        { type: CLOCK, timeout: 900n * MS },
        { type: CLOCK, timeout: 20n * MS },
        { type: CLOCK, timeout: 500n * MS },
      ),
    ).toMatchObject([{ index: 1 }]);
    expect(h.doorbell.elapsedMs).toBeLessThan(21);
  });

  it('input wakes it before the time-out', () => {
    h.doorbell.script.push(
      () => {},
      () => h.input.push('abc'),
    );
    expect(poll({ type: CLOCK, timeout: 1000n * MS }, { type: READ, fd: 0 })).toMatchObject([
      { index: 1, type: READ, error: 0, bytes: 3, flags: 0 },
    ]);
    expect(h.doorbell.elapsedMs).toBe(0);
  });

  it('without input it ends with the time-out', () => {
    expect(poll({ type: READ, fd: 0 }, { type: CLOCK, timeout: 5n * MS })).toMatchObject([{ index: 1 }]);
  });

  it('the end of input is ready, with a hang-up', () => {
    h.doorbell.script.push(() => h.input.end());
    expect(poll({ type: READ, fd: 0 })).toMatchObject([{ index: 0, bytes: 0, flags: 1 }]);
    start({ run: { input: null } });
    expect(poll({ type: READ, fd: 0 })).toMatchObject([{ index: 0, bytes: 0, flags: 1 }]);
  });

  it('everything that is ready is reported, in the order asked', () => {
    h.file('f', 'abcdef');
    const fd = h.open('f');
    h.read(fd, 2);
    h.input.push('x');
    expect(
      poll(
        { type: READ, fd },
        { type: WRITE, fd: 1 },
        { type: CLOCK, timeout: 1n },
        { type: READ, fd: 0 },
        { type: READ, fd: 99 },
        { type: WRITE, fd: 2 },
      ),
    ).toMatchObject([
      { index: 0, bytes: 4 },
      { index: 1, type: WRITE, error: 0 },
      { index: 3, bytes: 1 },
      { index: 4, error: E.BADF },
      { index: 5 },
    ]);
  });

  it('processor-time clocks are ENOTSUP and unknown ones EINVAL, as events', () => {
    expect(poll({ type: CLOCK, clock: 2, timeout: MS })).toMatchObject([{ error: E.NOTSUP }]);
    expect(poll({ type: CLOCK, clock: 9, timeout: MS })).toMatchObject([{ error: E.INVAL }]);
  });

  it('no subscriptions, an unknown type and bad pointers are errors', () => {
    expect(poll()).toBe(-E.INVAL);
    expect(poll({ type: 7 })).toBe(-E.INVAL);
    expect(h.call('poll_oneoff', 0, 0, -1, 64)).toBe(E.FAULT);
    expect(h.call('poll_oneoff', 0, 0x3fff0, 1, 64)).toBe(E.FAULT);
  });

  it('subscriptions and events may share a buffer', () => {
    const at = 0x9000;
    h.bytes.fill(0, at, at + 96);
    for (const [i, fd] of [1, 2].entries()) {
      h.view.setBigUint64(at + i * 48, BigInt(100 + i), true);
      h.view.setUint8(at + i * 48 + 8, WRITE);
      h.view.setUint32(at + i * 48 + 16, fd, true);
    }
    expect(h.call('poll_oneoff', at, at, 2, 64)).toBe(0);
    expect([h.view.getBigUint64(at, true), h.view.getBigUint64(at + 32, true)]).toEqual([100n, 101n]);
  });
});
