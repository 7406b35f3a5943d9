import { EFAULT, EILSEQ, EINVAL, ENAMETOOLONG } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';

/** Bytes of a path at most (POSIX.1-2024 PATH_MAX, Linux's value, without the terminating NUL). */
const MAX_PATH_BYTES = 4095;
/** Up to here a loop over ASCII is quicker than a decoder. */
const SHORT_TEXT_BYTES = 128;

const NO_BYTES = new Uint8Array(0);
const NO_VIEW = new DataView(new ArrayBuffer(0));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The guest's memory as the calls see it. Its views are made anew only when the memory has grown. Every access is
 * checked here first, so that no call can meet a host exception: a bad range is EFAULT before anything has happened.
 */
export class GuestMemory {
  /** All of the memory. Valid until the guest runs again. */
  bytes: Uint8Array = NO_BYTES;
  view: DataView = NO_VIEW;
  #memory: WebAssembly.Memory | null = null;
  #shared = false;
  #watch: (() => void) | null = null;
  /** Every call has something to do here: the memory is shared, or somebody watches. */
  #needsCare = false;

  /** Binds the memory that the instance exports; before that every range but the empty one is out of bounds. */
  bind(memory: WebAssembly.Memory): void {
    this.#memory = memory;
    this.#shared = typeof SharedArrayBuffer !== 'undefined' && memory.buffer instanceof SharedArrayBuffer;
    this.#needsCare = this.#shared || this.#watch !== null;
    this.#renew();
  }

  /** Has `watch` called at the start of every call; what it throws ends the guest. */
  watch(watch: () => void): void {
    this.#watch = watch;
    this.#needsCare = true;
  }

  /** To be called when a call starts: growing detaches an unshared buffer, which empties its views. */
  refresh(): void {
    if (this.bytes.length !== 0 && !this.#needsCare) return;
    this.#renew();
    this.#watch?.();
  }

  /** The start of a range as an unsigned number. Throws EFAULT when it does not lie in the memory whole. */
  range(pointer: number, length: number): number {
    const start = pointer >>> 0;
    if (start + length > this.bytes.length) refuse(EFAULT);
    return start;
  }

  /** Decodes a path. Throws EFAULT, ENAMETOOLONG, EILSEQ when it is no UTF-8, EINVAL when it holds a NUL. */
  path(pointer: number, byteLength: number): string {
    const length = byteLength >>> 0;
    if (length > MAX_PATH_BYTES) {
      this.range(pointer, length);
      refuse(ENAMETOOLONG);
    }
    const start = this.range(pointer, length);
    const end = start + length;
    const bytes = this.bytes;
    if (length > SHORT_TEXT_BYTES) return this.#decode(start, end);
    let text = '';
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte > 0x7f) return this.#decode(start, end);
      if (byte === 0) refuse(EINVAL);
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** Decodes bytes that may hold anything but ill-formed UTF-8. Throws EFAULT, EILSEQ. */
  text(pointer: number, byteLength: number): string {
    const length = byteLength >>> 0;
    const start = this.range(pointer, length);
    return this.#decodeAny(start, start + length);
  }

  /** Decodes what lies up to the next NUL. Throws EFAULT, EILSEQ. */
  terminated(pointer: number): string {
    const start = this.range(pointer, 1);
    const end = this.bytes.indexOf(0, start);
    if (end === -1) refuse(EFAULT);
    return this.#decodeAny(start, end);
  }

  /** Puts as many bytes of `source` as `length` allows at `start`, which the caller has checked. Returns how many. */
  put(start: number, source: Uint8Array, length: number): number {
    const count = Math.min(source.length, length);
    this.bytes.set(count === source.length ? source : source.subarray(0, count), start);
    return count;
  }

  #decode(start: number, end: number): string {
    const text = this.#decodeAny(start, end);
    if (text.includes('\0')) refuse(EINVAL);
    return text;
  }

  #decodeAny(start: number, end: number): string {
    // A shared view may not be decoded, and a guest's other thread could change it meanwhile.
    const bytes = this.#shared ? this.bytes.slice(start, end) : this.bytes.subarray(start, end);
    try {
      return decoder.decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return refuse(EILSEQ);
    }
  }

  #renew(): void {
    const memory = this.#memory;
    if (memory === null || memory.buffer === this.bytes.buffer) return;
    this.bytes = new Uint8Array(memory.buffer);
    this.view = new DataView(memory.buffer);
  }
}
