import { type GuestEnd, runGuest } from '@aletheia-works/engine/internal';
import { testGuest } from '@aletheia-works/guests/test-guests';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freshReplica, limits, roots } from './call-harness.ts';
import { FakeDoorbell, FakeInput, FakeOutput } from './fake-io.ts';

/** How many rules each guest states; a guest that loses some is noticed. */
const RULES = {
  append: 8,
  readdir: 8,
  unlinked: 11,
  links: 12,
  rename: 18,
  symlinks: 21,
  paths: 18,
  descriptors: 19,
  devices: 14,
} as const;

interface Outcome {
  readonly end: GuestEnd;
  readonly output: FakeOutput;
}

/** Runs a conformance guest. `sleeping` is told of every wait and may feed the input. */
async function run(
  name: string,
  args: string[] = [],
  sleeping?: (input: FakeInput, timeoutMs: number) => void,
): Promise<Outcome> {
  const input = new FakeInput();
  const output = new FakeOutput();
  const doorbell = new FakeDoorbell();
  const wait = doorbell.wait.bind(doorbell);
  vi.spyOn(doorbell, 'wait').mockImplementation((seen, timeoutMs) => {
    if (sleeping !== undefined)
      doorbell.script.push(...[() => sleeping(input, timeoutMs)].slice(timeoutMs < 1000 ? 1 : 0));
    wait(seen, timeoutMs);
  });
  const realNow = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + doorbell.elapsedMs);
  const replica = freshReplica({ ...limits, descriptors: 1024 });
  const end = runGuest({
    vfs: replica.vfs,
    module: new WebAssembly.Module(new Uint8Array(await testGuest(`conformance/${name}`))),
    argv: [name, ...args],
    env: {},
    cwd: '/work',
    roots,
    programs: [],
    input: sleeping === undefined ? null : input,
    output,
    doorbell,
    terminal: null,
    limits: { ...limits, descriptors: 1024 },
  });
  return { end, output };
}

/** The rules that a guest found broken, and how many held. */
function verdict({ end, output }: Outcome): { end: GuestEnd; failed: string[]; held: number } {
  const lines = output
    .text(1)
    .split('\n')
    .filter((line) => line !== '');
  return {
    end,
    failed: [
      ...lines.filter((line) => !line.startsWith('ok ')),
      ...output
        .text(2)
        .split('\n')
        .filter((line) => line !== ''),
    ],
    held: lines.filter((line) => line.startsWith('ok ')).length,
  };
}

const exit = (exitCode: number): GuestEnd => ({ kind: 'exit', exitCode, exceeded: null });

afterEach(() => vi.restoreAllMocks());

describe('guests in C find every rule held', () => {
  it.each(Object.entries(RULES))('%s', async (name, held) => {
    expect(verdict(await run(name))).toEqual({ end: exit(0), failed: [], held });
  });

  it('stdin', async () => {
    const pieces = ['fir', 'st\nsecon', 'd\n'];
    const outcome = await run('stdin', [], (input) => {
      const piece = pieces.shift();
      if (piece === undefined) input.end();
      else input.push(piece);
    });
    expect(verdict(outcome)).toEqual({ end: exit(0), failed: [], held: 4 });
  });

  it('poll', async () => {
    const steps = ['go'];
    const outcome = await run('poll', [], (input) => {
      const step = steps.shift();
      if (step === undefined) input.end();
      else input.push(step);
    });
    expect(verdict(outcome)).toEqual({ end: exit(0), failed: [], held: 10 });
  });

  it.each([
    ['return', exit(0)],
    ['exit', exit(3)],
    [
      'trap',
      { kind: 'failed', code: 'EXECUTION', message: 'Cannot finish the guest: it trapped (unreachable executed)' },
    ],
  ] as const)('output arrives whole before a %s', async (how, end) => {
    const outcome = await run('output', [how]);
    const lines = (parity: number): string =>
      Array.from({ length: 1000 }, (_, i) => `line ${i * 2 + parity}\n`).join('');
    expect(outcome.end).toEqual(end);
    expect(outcome.output.text(1)).toBe(lines(0));
    expect(outcome.output.text(2)).toBe(lines(1));
  });
});
