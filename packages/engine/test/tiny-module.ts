/** A WebAssembly module made by hand: what a test needs of the binary format (core specification, chapter 5). */
export interface TinyModule {
  /** Functions of no result that take that many i32. */
  readonly imports?: readonly (readonly [module: string, name: string, parameters: number])[];
  /** Pages; null for no memory at all. */
  readonly pages?: number | null;
  /** Body of the only function, without its final `end`; it takes and gives nothing. */
  readonly body?: readonly number[];
  /** The exported name of the function, or null. */
  readonly exported?: string | null;
  readonly memoryExport?: string;
  /** Run the function at instantiation. */
  readonly start?: boolean;
}

/** Opcodes used by tests. */
export const OP = {
  unreachable: 0x00,
  nop: 0x01,
  call: 0x10,
  drop: 0x1a,
  i32Load: 0x28,
  i32Store: 0x36,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i32Div: 0x6d,
} as const;

export function tinyModule({
  imports = [],
  pages = 1,
  body = [],
  exported = '_start',
  memoryExport = 'memory',
  start = false,
}: TinyModule = {}): WebAssembly.Module {
  const types = [[0x60, 0, 0], ...imports.map(([, , n]) => [0x60, n, ...Array<number>(n).fill(0x7f), 0])];
  const exports = [
    ...(exported === null ? [] : [[...name(exported), 0x00, imports.length]]),
    ...(pages === null ? [] : [[...name(memoryExport), 0x02, 0]]),
  ];
  const code = [0, ...body, 0x0b];
  return new WebAssembly.Module(
    new Uint8Array([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, vector(types)),
      ...section(2, vector(imports.map(([module, field], i) => [...name(module), ...name(field), 0x00, i + 1]))),
      ...section(3, vector([[0]])),
      ...(pages === null ? [] : section(5, vector([[0, ...leb(pages)]]))),
      ...section(7, vector(exports)),
      ...(start ? section(8, [imports.length]) : []),
      ...section(10, vector([[...leb(code.length), ...code]])),
    ]),
  );
}

/** i32.const */
export const i32 = (value: number): number[] => [OP.i32Const, ...signedLeb(value)];

function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

function signedLeb(value: number): number[] {
  if (value >= -64 && value < 64) return [value & 0x7f];
  return [(value & 0x7f) | 0x80, ...signedLeb(value >> 7)];
}

const name = (text: string): number[] => [...leb(text.length), ...new TextEncoder().encode(text)];
const vector = (items: readonly (readonly number[])[]): number[] => [...leb(items.length), ...items.flat()];
const section = (id: number, content: readonly number[]): number[] => [id, ...leb(content.length), ...content];
