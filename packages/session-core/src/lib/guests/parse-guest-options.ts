import { checkObject } from '../check-object.ts';
import { invalidInput, quoted } from '../invalid-input.ts';
import { parseEntries, viewOf } from '../parse-entries.ts';
import type { Tree } from '../tree-entry.ts';

/** Checked options of a registration. */
export interface ParsedGuest {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the bytes may be given up once they are stored. */
  readonly owned: boolean;
  /** The tree below `/usr/share/<name>`, or null. */
  readonly data: Tree | null;
}

const GUEST_NAME = /^[a-z0-9][a-z0-9._+-]{0,63}$/;

/** Checks the name of a guest. */
export function parseGuestName(value: unknown): string {
  if (typeof value !== 'string' || !GUEST_NAME.test(value)) {
    throw invalidInput(`Cannot use the guest name ${quoted(value)}: [a-z0-9][a-z0-9._+-]{0,63} is accepted`);
  }
  return value;
}

/**
 * Checks the options of a registration.
 *
 * @param owned the bytes are the Session's from now on, and nobody else will change them: nothing is copied
 */
export function parseGuestOptions(value: unknown, owned: boolean): ParsedGuest {
  const given = checkObject(value, ['name', 'bytes', 'data'], 'the options of registerGuest');
  const name = parseGuestName(given.name);
  const bytes = parseModuleBytes(given.bytes, owned, 'bytes');
  return { name, bytes, owned, data: given.data === undefined ? null : parseData(given.data, name, owned) };
}

/** Checks a module's bytes; what is shared memory is copied even when owned. */
export function parseModuleBytes(value: unknown, owned: boolean, what: string): Uint8Array<ArrayBuffer> {
  const view = viewOf(value);
  if (view === null) throw invalidInput(`Cannot use ${what} ${quoted(value)}: a Uint8Array is accepted`);
  return owned && view.buffer instanceof ArrayBuffer ? (view as Uint8Array<ArrayBuffer>) : new Uint8Array(view);
}

function parseData(value: unknown, name: string, owned: boolean): Tree {
  const given = checkObject(value, ['mount', 'entries'], 'data');
  const mount = `/usr/share/${name}`;
  if (given.mount !== mount) {
    throw invalidInput(`Cannot use data.mount ${quoted(given.mount)}: ${quoted(mount)} is accepted`);
  }
  return parseEntries(given.entries, {
    what: 'data.entries',
    roots: [mount],
    base: mount,
    links: 'roots',
    copy: !owned,
    nowMs: Date.now(),
  });
}
