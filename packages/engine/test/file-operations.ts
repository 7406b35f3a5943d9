import fc from 'fast-check';

export interface OpenMode {
  readonly access: 'r' | 'w' | 'rw';
  readonly create: boolean;
  readonly exclusive: boolean;
  readonly truncate: boolean;
  readonly append: boolean;
  readonly noFollow: boolean;
  readonly directory: boolean;
}

/** A value, `ok`, or the name of an error. */
export type Result = string | number;

/** What two file systems are compared by. Descriptors are named by slots. */
export interface FileSystem {
  open(slot: number, path: string, mode: OpenMode): Result;
  close(slot: number): Result;
  read(slot: number, length: number, position: number | null): Result;
  write(slot: number, text: string, position: number | null): Result;
  truncate(slot: number, size: number): Result;
  status(slot: number): Result;
  stat(path: string, follow: boolean): Result;
  mkdir(path: string): Result;
  rmdir(path: string): Result;
  unlink(path: string): Result;
  rename(from: string, to: string): Result;
  link(from: string, to: string): Result;
  symlink(target: string, path: string): Result;
  readlink(path: string): Result;
  list(path: string): Result;
}

export interface Operation {
  readonly name: keyof FileSystem;
  readonly values: readonly unknown[];
}

const slot = fc.nat({ max: 3 });
const name = fc.constantFrom('a', 'b', 'c');
const path = fc.oneof(
  { weight: 5, arbitrary: name },
  { weight: 4, arbitrary: fc.tuple(name, name).map(([x, y]) => `${x}/${y}`) },
  { weight: 1, arbitrary: fc.tuple(name, name, name).map((parts) => parts.join('/')) },
  { weight: 1, arbitrary: fc.tuple(name, name).map(([x, y]) => `${x}/../${y}`) },
  { weight: 1, arbitrary: name.map((x) => `./${x}`) },
);
const slashed = fc.oneof({ weight: 8, arbitrary: path }, { weight: 1, arbitrary: path.map((text) => `${text}/`) });
const target = fc.constantFrom('a', 'b', 'c', 'a/b', 'b/c', './c', 'b/../a', 'nowhere');
const size = fc.integer({ min: 0, max: 40 });
const position = fc.option(size);
const mode = fc.record({
  access: fc.constantFrom('r' as const, 'w' as const, 'rw' as const),
  create: fc.boolean(),
  exclusive: fc.boolean(),
  truncate: fc.boolean(),
  append: fc.boolean(),
  noFollow: fc.boolean(),
  directory: fc.constant(false),
});
const directoryMode = mode.map((value) => ({ ...value, create: false, exclusive: false, directory: true }));

const operation = (of: keyof FileSystem, ...values: fc.Arbitrary<unknown>[]): fc.Arbitrary<Operation> =>
  fc.tuple(...values).map((drawn) => ({ name: of, values: drawn }));

/** One operation with values from a small world, so that they meet each other often. */
export const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: operation('open', slot, slashed, mode) },
  { weight: 1, arbitrary: operation('open', slot, slashed, directoryMode) },
  { weight: 2, arbitrary: operation('close', slot) },
  { weight: 4, arbitrary: operation('read', slot, fc.integer({ min: 1, max: 40 }), position) },
  { weight: 5, arbitrary: operation('write', slot, fc.string({ maxLength: 30, unit: 'binary-ascii' }), position) },
  { weight: 2, arbitrary: operation('truncate', slot, size) },
  { weight: 2, arbitrary: operation('status', slot) },
  { weight: 2, arbitrary: operation('stat', slashed, fc.boolean()) },
  { weight: 3, arbitrary: operation('mkdir', slashed) },
  { weight: 2, arbitrary: operation('rmdir', slashed) },
  { weight: 3, arbitrary: operation('unlink', slashed) },
  { weight: 4, arbitrary: operation('rename', slashed, slashed) },
  { weight: 3, arbitrary: operation('link', path, slashed) },
  { weight: 3, arbitrary: operation('symlink', target, slashed) },
  { weight: 1, arbitrary: operation('readlink', path) },
  { weight: 2, arbitrary: operation('list', slashed) },
);

/** Performs an operation. */
export function perform(files: FileSystem, { name: method, values }: Operation): Result {
  return (files[method] as (...args: unknown[]) => Result).apply(files, [...values]);
}
