import type { Tree, TreeEntry } from './tree-entry.ts';

/** Contents from this many bytes on are kept as arrays of their own. */
const LARGE_BYTES = 64 * 1024;
const HEADER_BYTES = 40;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A tree kept for later, such as the state that a reset goes back to: one buffer instead of an object for each of
 * possibly a million entries. Contents are copied.
 */
export class PackedTree implements Tree {
  readonly names: number;
  readonly bytes: number;
  readonly #packed: Uint8Array;
  readonly #large: readonly Uint8Array[];

  constructor(tree: Tree) {
    this.names = tree.names;
    this.bytes = tree.bytes;
    const large: Uint8Array[] = [];
    const packer = new Packer();
    const seen = new Set<number>();
    for (const entry of tree.entries) {
      const { data } = entry;
      // A hard link's content is kept with its first name only.
      const own = data === null || seen.has(entry.file) ? null : data;
      if (entry.file >= 0) seen.add(entry.file);
      if (own !== null && own.length >= LARGE_BYTES) packer.add(entry, null, large.push(new Uint8Array(own)) - 1);
      else packer.add(entry, own, -1);
    }
    this.#packed = packer.finish();
    this.#large = large;
  }

  /** The entries again; a hard link's data is null but for its first name. */
  get entries(): Iterable<TreeEntry> {
    return unpack(this.#packed, this.#large);
  }
}

class Packer {
  #bytes = new Uint8Array(4096);
  #at = 0;

  add(entry: TreeEntry, data: Uint8Array | null, large: number): void {
    const path = encoder.encode(entry.path);
    const target = encoder.encode(entry.target);
    const length = data?.length ?? 0;
    this.#reserve(HEADER_BYTES + path.length + target.length + length);
    const view = new DataView(this.#bytes.buffer, this.#at, HEADER_BYTES);
    view.setUint32(0, entry.mode, true);
    view.setFloat64(4, entry.mtimeSec, true);
    view.setUint32(12, entry.mtimeNsec, true);
    view.setInt32(16, entry.file, true);
    view.setInt32(20, large, true);
    view.setInt32(24, data === null ? -1 : length, true);
    view.setUint32(28, path.length, true);
    view.setUint32(32, target.length, true);
    let at = this.#at + HEADER_BYTES;
    for (const part of [path, target, data]) {
      if (part === null) continue;
      this.#bytes.set(part, at);
      at += part.length;
    }
    this.#at = at;
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#at);
  }

  #reserve(length: number): void {
    if (this.#at + length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#at + length));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
  }
}

function* unpack(packed: Uint8Array, large: readonly Uint8Array[]): Iterable<TreeEntry> {
  for (let at = 0; at < packed.length; ) {
    const view = new DataView(packed.buffer, packed.byteOffset + at, HEADER_BYTES);
    at += HEADER_BYTES;
    const part = (length: number): Uint8Array => {
      at += length;
      return packed.subarray(at - length, at);
    };
    const path = decoder.decode(part(view.getUint32(28, true)));
    const target = decoder.decode(part(view.getUint32(32, true)));
    const length = view.getInt32(24, true);
    const own = length < 0 ? null : part(length);
    yield {
      path,
      target,
      mode: view.getUint32(0, true),
      mtimeSec: view.getFloat64(4, true),
      mtimeNsec: view.getUint32(12, true),
      file: view.getInt32(16, true),
      data: large[view.getInt32(20, true)] ?? own,
    };
  }
}
