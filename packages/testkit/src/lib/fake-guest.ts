import type { Inode, Vfs } from '@aletheia-works/session-core/vfs';

/** What a guest written in JavaScript works with. Everything throws once the run has ended. */
export interface FakeGuestIo {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly terminal: { readonly columns: number; readonly rows: number } | null;
  /** Names of the programs in `/usr/bin`. */
  readonly programs: readonly string[];
  /** The run's own file system; changes in it are committed when the guest ends. */
  readonly vfs: Vfs;
  readonly signal: AbortSignal;
  write(stream: 'stdout' | 'stderr', data: Uint8Array | string): void;
  /** The next chunk of stdin, or null at its end. */
  read(): Promise<Uint8Array | null>;
  /** The entry at an absolute path, symbolic links followed; null when there is none. */
  at(path: string): Inode | null;
  readFile(path: string): Uint8Array;
  /** Creates or replaces a file. */
  writeFile(path: string, data: Uint8Array | string, mode?: number): Inode;
  mkdir(path: string): Inode;
  symlink(path: string, target: string): void;
  link(from: string, to: string): void;
  unlink(path: string): void;
  /** Never resolves; rejects when the run is aborted. */
  forever(): Promise<never>;
}

/** A guest: answers its exit code. A throw is a trap. */
export type FakeGuest = (io: FakeGuestIo) => number | Promise<number>;

const SECTION = 'fake-guest';

const encoder = new TextEncoder();

/** An import for {@link fakeModule}. */
export type FakeImport = readonly [module: string, name: string];

/**
 * A real, minimal command module that names the JavaScript guest that a fake runtime runs in its place.
 *
 * @param padding bytes added to the module, for tests of large ones
 */
export function fakeModule(name: string, imports: readonly FakeImport[] = [], padding = 0): Uint8Array<ArrayBuffer> {
  const importEntries = imports.map(([from, each]) => [...text(from), ...text(each), 0x00, 0x00]);
  const start = imports.length;
  const module = [
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, 0, 0]),
    ...(imports.length > 0 ? section(2, [...unsigned(imports.length), ...importEntries.flat()]) : []),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...text('memory'), 2, 0, ...text('_start'), 0, ...unsigned(start)]),
    ...section(10, [1, 2, 0, 0x0b]),
    ...section(0, [...text(SECTION), ...encoder.encode(name)]),
  ];
  if (padding === 0) return Uint8Array.from(module);
  const label = text('padding');
  const head = [...module, 0, ...unsigned(label.length + padding), ...label];
  const padded = new Uint8Array(head.length + padding);
  padded.set(head);
  return padded;
}

/** The part of the WebAssembly API used here; the types of Node have none of it. */
interface ModuleReader {
  readonly Module: { customSections(module: unknown, name: string): ArrayBuffer[] };
}

/** The name that {@link fakeModule} put into a module, or null. */
export function fakeGuestName(module: unknown): string | null {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: ModuleReader };
  const [payload] = WebAssembly.Module.customSections(module, SECTION);
  return payload === undefined ? null : new TextDecoder().decode(payload);
}

/** LEB128 (WebAssembly core specification 5.2.2). */
function unsigned(value: number): number[] {
  const low = value & 0x7f;
  return value < 0x80 ? [low] : [low | 0x80, ...unsigned(value >>> 7)];
}

function text(value: string): number[] {
  const bytes = encoder.encode(value);
  return [...unsigned(bytes.length), ...bytes];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}
