import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineFiles } from './engine-files.ts';
import { anyOperation, type Operation, perform } from './file-operations.ts';
import { RealFiles } from './real-files.ts';

/** Performs the same operations on both and compares every result. */
function compare(operations: readonly Operation[]): void {
  const real = new RealFiles();
  try {
    const engine = new EngineFiles();
    const results = operations.map((drawn) => {
      const operation = withoutKnownDifference(drawn, real);
      const shown = `${operation.name}(${operation.values.map((value) => JSON.stringify(value)).join(', ')})`;
      return { expected: `${shown} = ${perform(real, operation)}`, actual: `${shown} = ${perform(engine, operation)}` };
    });
    expect(results.map(({ actual }) => actual)).toEqual(results.map(({ expected }) => expected));
  } finally {
    real.dispose();
  }
}

/**
 * Linux lets pwrite(2) append with O_APPEND ("BUGS" of its manual page); POSIX, and so the engine, writes at the offset.
 */
function withoutKnownDifference(operation: Operation, real: RealFiles): Operation {
  const [slot, text, position] = operation.values;
  if (operation.name !== 'write' || position === null || !real.appends(Number(slot))) return operation;
  return { name: 'write', values: [slot, text, null] };
}

const READ = {
  access: 'r',
  create: false,
  exclusive: false,
  truncate: false,
  append: false,
  noFollow: false,
  directory: false,
} as const;
const CREATE = { ...READ, create: true };

/** What the property found once. */
const FOUND: readonly (readonly [string, readonly Operation[]])[] = [
  [
    'creating what a link with a slash names is EISDIR, whether or not it exists',
    [
      { name: 'symlink', values: ['a/b', 'c'] },
      { name: 'open', values: [0, 'c/', CREATE] },
      { name: 'open', values: [0, 'a', CREATE] },
      { name: 'open', values: [1, 'a/', CREATE] },
    ],
  ],
  [
    'a missing source of a link is told before a bad target',
    [
      { name: 'open', values: [0, 'a', CREATE] },
      { name: 'link', values: ['c', 'a/a'] },
    ],
  ],
  [
    'a rename over an ancestor is ENOTEMPTY',
    [
      { name: 'mkdir', values: ['c'] },
      { name: 'symlink', values: ['a', 'c/a'] },
      { name: 'rename', values: ['c/a', 'c'] },
    ],
  ],
];

describe.skipIf(process.platform !== 'linux')('a guest and a program on the real file system', () => {
  it.each(FOUND)('%s', (_name, operations) => compare(operations));

  it('get the same results and errors from the same operations', () => {
    fc.assert(fc.property(fc.array(anyOperation, { minLength: 1, maxLength: 40 }), compare), {
      numRuns: Number(process.env.DIFFERENTIAL_RUNS ?? 500),
    });
  });
});
