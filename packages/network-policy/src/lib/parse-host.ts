import { parseHostName } from './host-name.ts';
import { formatAddress, type IpAddress, parseAddress } from './ip-address.ts';

/** A destination as a program names it. */
export type Host =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'address'; readonly address: IpAddress };

/**
 * Reads a host as the C library of the connecting side would: an address literal with or without brackets, the old
 * numeric forms of IPv4 (`0177.1`, `0x7f000001`, `2130706433`; see inet_addr, POSIX.1-2024), else a name. Rules that
 * look at what a program wrote must look through these forms, or loopback has many names.
 *
 * Null for what is none of them.
 */
export function parseHost(text: string): Host | null {
  if (text.startsWith('[')) {
    const address = text.includes(':') && text.endsWith(']') ? parseAddress(text.slice(1, -1)) : null;
    return address === null ? null : { kind: 'address', address };
  }
  const address = parseAddress(text) ?? parseLegacyIpv4(text);
  if (address !== null) return { kind: 'address', address };
  const name = parseHostName(text);
  return name === null ? null : { kind: 'name', name };
}

/** One to four numbers in decimal, octal or hexadecimal; the last fills the bytes that remain. */
function parseLegacyIpv4(text: string): IpAddress | null {
  const parts = (text.endsWith('.') ? text.slice(0, -1) : text).split('.');
  if (parts.length > 4) return null;
  const numbers: number[] = [];
  for (const part of parts) {
    const value = parseLegacyNumber(part);
    if (value === null) return null;
    numbers.push(value);
  }
  const last = numbers.pop() ?? 0;
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return null;
  const bytes = [...numbers];
  for (let rest = 4 - numbers.length; rest > 0; rest -= 1) bytes.push(Math.floor(last / 256 ** (rest - 1)) % 256);
  return { family: 4, bytes };
}

function parseLegacyNumber(text: string): number | null {
  if (text.length > 16) return null;
  if (/^0x[0-9a-f]*$/i.test(text)) return text.length === 2 ? 0 : Number.parseInt(text, 16);
  if (/^0[0-7]*$/.test(text)) return Number.parseInt(text, 8);
  return /^[1-9]\d*$/.test(text) ? Number(text) : null;
}

/** A host in messages: the name, or the address in its canonical text. */
export function formatHost(host: Host): string {
  return host.kind === 'name' ? host.name : formatAddress(host.address);
}
