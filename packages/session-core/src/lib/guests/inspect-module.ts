/** What bytes turn out to be; only a `module` can become a guest. */
export type ModuleKind =
  | 'module'
  | 'component'
  | 'empty'
  | 'elf'
  | 'mach-o'
  | 'pe'
  | 'script'
  | 'html'
  | 'gzip'
  | 'zip'
  | 'tar'
  | 'text'
  | 'unknown';

/** The answer of {@link inspectModule}. */
export interface ModuleInspection {
  readonly kind: ModuleKind;
  /** The same in words, as in `an ELF executable`. */
  readonly description: string;
}

interface Magic {
  readonly kind: ModuleKind;
  readonly description: string;
  readonly bytes: readonly number[];
  readonly at?: number;
}

const MAGICS: readonly Magic[] = [
  // WebAssembly core specification 5.5.16; the component model's preamble has a layer in place of half the version.
  { kind: 'module', description: 'a WebAssembly module', bytes: [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00] },
  {
    kind: 'component',
    description: 'a WebAssembly component',
    bytes: [0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00],
  },
  { kind: 'unknown', description: 'WebAssembly of an unknown version', bytes: [0x00, 0x61, 0x73, 0x6d] },
  { kind: 'elf', description: 'an ELF executable', bytes: [0x7f, 0x45, 0x4c, 0x46] },
  { kind: 'mach-o', description: 'a Mach-O executable', bytes: [0xfe, 0xed, 0xfa, 0xce] },
  { kind: 'mach-o', description: 'a Mach-O executable', bytes: [0xfe, 0xed, 0xfa, 0xcf] },
  { kind: 'mach-o', description: 'a Mach-O executable', bytes: [0xce, 0xfa, 0xed, 0xfe] },
  { kind: 'mach-o', description: 'a Mach-O executable', bytes: [0xcf, 0xfa, 0xed, 0xfe] },
  { kind: 'mach-o', description: 'a universal Mach-O executable', bytes: [0xca, 0xfe, 0xba, 0xbe] },
  { kind: 'pe', description: 'a Windows executable', bytes: [0x4d, 0x5a] },
  { kind: 'gzip', description: 'gzip data', bytes: [0x1f, 0x8b] },
  { kind: 'zip', description: 'a zip archive', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { kind: 'zip', description: 'an empty zip archive', bytes: [0x50, 0x4b, 0x05, 0x06] },
  { kind: 'tar', description: 'a tar archive', bytes: [0x75, 0x73, 0x74, 0x61, 0x72], at: 257 },
];

/** Bytes that are looked at to tell text from other data. */
const SAMPLE_BYTES = 512;
const MAX_INTERPRETER = 60;

/** Tells what bytes are by their first ones. Never throws. */
export function inspectModule(bytes: Uint8Array): ModuleInspection {
  if (bytes.length === 0) return { kind: 'empty', description: 'an empty file' };
  for (const { kind, description, bytes: magic, at = 0 } of MAGICS) {
    if (magic.every((byte, index) => bytes[at + index] === byte)) return { kind, description };
  }
  return inspectText(bytes);
}

function inspectText(bytes: Uint8Array): ModuleInspection {
  // A copy, because a decoder refuses shared memory.
  const sample = new TextDecoder().decode(new Uint8Array(bytes.subarray(0, SAMPLE_BYTES)));
  const trimmed = sample.trimStart();
  if (sample.startsWith('#!')) {
    const interpreter = (sample.split('\n', 1)[0] ?? '').slice(0, MAX_INTERPRETER).trimEnd();
    return { kind: 'script', description: `a script (${interpreter})` };
  }
  if (/^<(!doctype html|html|head|body)\b/i.test(trimmed)) return { kind: 'html', description: 'an HTML page' };
  if (trimmed.startsWith('(module')) return { kind: 'text', description: 'WebAssembly text' };
  if (isText(sample, bytes.length > SAMPLE_BYTES)) return { kind: 'text', description: 'text' };
  return { kind: 'unknown', description: 'data of an unknown format' };
}

/** Text has no control characters but white space; the last character of a cut sample may be half of one. */
function isText(sample: string, isCut: boolean): boolean {
  for (const character of isCut ? sample.slice(0, -3) : sample) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0xfffd || code === 0x7f || (code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== 0x1b))
      return false;
  }
  return true;
}
