import {
  COOKED_MODES,
  createChannelBuffer,
  MODE_ECHO,
  MODE_LINE_FEEDS,
  MODE_LINES,
  MODE_RETURNS,
  MODE_SIGNALS,
  RunSpace,
  signalRow,
} from '@aletheia-works/engine/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallHarness } from './call-harness.ts';
import { E } from './errno.ts';
import { FakeInput, FakeOutput } from './fake-io.ts';

const SIZE = 24;

function onTerminal(modes = COOKED_MODES, output = new FakeOutput()) {
  const terminal = { columns: 132, rows: 43, modes };
  return { h: new CallHarness({ run: { terminal, output } }), terminal, output };
}

function state(h: CallHarness): Uint8Array {
  const at = h.room(SIZE);
  h.bytes.fill(0xee, at, at + SIZE);
  expect(h.call('tty_get', at)).toBe(0);
  return h.bytes.slice(at, at + SIZE);
}

function set(h: CallHarness, bytes: Uint8Array): number {
  const at = h.room(SIZE);
  h.bytes.set(bytes, at);
  return h.call('tty_set', at);
}

describe('tty_get and tty_set', () => {
  it('say what the terminal is', () => {
    const { h } = onTerminal();
    expect([...state(h)]).toEqual([132, 0, 0, 0, 43, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0xf5, 0]);
  });

  it('show a size that has changed', () => {
    const { h, terminal } = onTerminal();
    terminal.columns = 65_535;
    expect([...state(h)].slice(0, 4)).toEqual([0xff, 0xff, 0, 0]);
  });

  it('take the modes, whatever else the record says', () => {
    const { h, terminal } = onTerminal();
    const record = new Uint8Array(SIZE).fill(0xff, 0, 19);
    record[21] = 1;
    expect(set(h, record)).toBe(0);
    expect(terminal).toEqual({ columns: 132, rows: 43, modes: MODE_LINE_FEEDS | MODE_SIGNALS | MODE_RETURNS });
    expect([...state(h)].slice(16)).toEqual([1, 1, 1, 0, 0, 1, 0xf5, 0]);
  });

  it('take the flags of the extension behind its mark only', () => {
    const { h, terminal } = onTerminal();
    const record = state(h);
    record[23] = 3;
    set(h, record);
    expect(terminal.modes).toBe(MODE_ECHO | MODE_LINES | MODE_LINE_FEEDS);
    expect(state(h)[23]).toBe(3);
    record[22] = 0x7f;
    set(h, record);
    expect(terminal.modes).toBe(COOKED_MODES);
  });

  it('are ENOTTY without a terminal, and EFAULT for a record that is not in the memory', () => {
    const h = new CallHarness();
    expect([h.call('tty_get', h.room(SIZE)), h.call('tty_set', h.room(SIZE))]).toEqual([E.NOTTY, E.NOTTY]);
    const { h: on } = onTerminal();
    const end = on.bytes.length - SIZE + 1;
    expect([on.call('tty_get', end), on.call('tty_set', end), on.call('tty_get', -1)]).toEqual(Array(3).fill(E.FAULT));
  });
});

describe('output to a terminal', () => {
  it('has a carriage return before each line feed while the modes say so, and counts the guest’s bytes', () => {
    const { h, terminal, output } = onTerminal();
    expect(h.write(1, 'one\ntwo\r\n')).toBe(9);
    terminal.modes &= ~MODE_LINE_FEEDS;
    expect(h.write(2, 'three\n')).toBe(6);
    expect([output.text(1), output.text(2)]).toEqual(['one\r\ntwo\r\r\n', 'three\n']);
  });

  it('is the same however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ab\n]{0,20}$/), { maxLength: 20 }), (pieces) => {
        const { h, output } = onTerminal();
        for (const piece of pieces) if (piece !== '') expect(h.write(1, piece)).toBe(piece.length);
        expect(output.text(1)).toBe(pieces.join('').replaceAll('\n', '\r\n'));
      }),
      { numRuns: 50 },
    );
  });

  it('is whole when a write is longer than a piece', () => {
    const { h, output } = onTerminal();
    const text = 'x\n'.repeat(10_000);
    h.bytes.set(new TextEncoder().encode(text), 0x9000);
    const at = h.room(12);
    h.view.setUint32(at, 0x9000, true);
    h.view.setUint32(at + 4, text.length, true);
    expect(h.call('fd_write', 1, at, 1, at + 8)).toBe(0);
    expect(h.view.getUint32(at + 8, true)).toBe(text.length);
    expect(output.text(1)).toBe('x\r\n'.repeat(10_000));
  });

  it('is EPIPE when nobody reads', () => {
    const { h, output } = onTerminal();
    output.closed = true;
    expect(h.write(1, 'x\n')).toBe(-E.PIPE);
  });
});

describe('signals', () => {
  it('go to the function that the guest names, also when it raises them itself', () => {
    const { h } = onTerminal();
    const seen: number[] = [];
    h.process.context.signals.bind({ __wasm_signal: (signal: number) => void seen.push(signal), memory: h.memory });
    h.call('callback_signal', ...h.text('__wasm_signal'));
    expect([h.call('proc_raise', 2), seen]).toEqual([0, [2]]);
    // A name without a function, and one that is none: the default action.
    for (const name of ['nothing', 'memory', '']) {
      h.call('callback_signal', ...h.text(name));
      expect(h.process.context.signals.function).toBeNull();
    }
    expect(() => h.call('proc_raise', 2)).toThrow();
    expect(h.process.exitCode).toBe(130);
  });

  it('wait while the guest blocks them', () => {
    const { h } = onTerminal();
    const { signals } = h.process.context;
    h.call('callback_signal', ...h.text('__wasm_signal_blocked'));
    expect([signals.isBlocked, signals.function]).toEqual([true, null]);
  });
});

describe('a signal that comes between the start of a read and its sleep', () => {
  it('interrupts the read', () => {
    const plan = { buffer: createChannelBuffer(), row: 0, spawn: null, watchEnd: null };
    const space = new RunSpace(plan.buffer);
    const terminal = { columns: 80, rows: 24, modes: COOKED_MODES };
    const input = new FakeInput();
    const h = new CallHarness({ run: { terminal, seat: plan, input } });
    const seen: number[] = [];
    h.process.context.signals.bind({ __wasm_signal: (signal: number) => void seen.push(signal) });
    h.call('callback_signal', ...h.text('__wasm_signal'));
    const read = input.read.bind(input);
    input.read = (target, offset, length) => {
      signalRow(space, 0, 2);
      return read(target, offset, length);
    };
    expect([h.read(0, 8), seen]).toEqual([-E.INTR, [2]]);
  });
});
