import wabt from 'wabt';
import { WAT_GUESTS, type WatGuest } from './wat-guests.ts';

const assembled = new Map<WatGuest, Promise<Uint8Array<ArrayBuffer>>>();

/** The module of one of the guests in text form. The caller owns the bytes. */
export async function watGuest(name: WatGuest): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = assembled.get(name);
  if (bytes === undefined) {
    bytes = assembleWat(`${name}.wat`, WAT_GUESTS[name]);
    assembled.set(name, bytes);
  }
  return (await bytes).slice();
}

/** Assembles WebAssembly text. */
export async function assembleWat(fileName: string, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const module = (await wabt()).parseWat(fileName, text, { bulk_memory: true });
  try {
    return Uint8Array.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}
