/** An IP address in network byte order: 4 bytes, or 16. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly bytes: readonly number[];
}

/**
 * Parses an address literal: dotted decimal without leading zeros (RFC 6943, section 3.1.1, on why no other form), or
 * IPv6 text without brackets (RFC 4291, section 2.2). No zone identifiers. Null when it is neither.
 *
 * An IPv4-mapped IPv6 address (`::ffff:0:0/96`) becomes the IPv4 address that a socket would reach with it.
 */
export function parseAddress(text: string): IpAddress | null {
  if (!text.includes(':')) return parseIpv4(text);
  const address = parseIpv6(text);
  return address === null ? null : unmap(address);
}

/** Four decimal numbers from 0 to 255 without leading zeros. */
export function parseIpv4(text: string): IpAddress | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return null;
  const bytes: number[] = [];
  for (const part of match.slice(1)) {
    const value = Number(part);
    if (value > 255 || String(value) !== part) return null;
    bytes.push(value);
  }
  return { family: 4, bytes };
}

const MAX_IPV6_LENGTH = 45;

function parseIpv6(text: string): IpAddress | null {
  if (text.length > MAX_IPV6_LENGTH) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head = '', tail] = halves;
  const left = parseGroups(head, tail === undefined);
  const right = tail === undefined ? [] : parseGroups(tail, true);
  if (left === null || right === null) return null;
  const missing = 16 - left.length - right.length;
  // "::" stands for at least one group of zeros (RFC 5952, section 4.2.2, recommends two; RFC 4291 allows one).
  if (tail === undefined ? missing !== 0 : missing < 2) return null;
  return { family: 6, bytes: [...left, ...Array<number>(missing).fill(0), ...right] };
}

/** The bytes of groups separated by single colons; the last may be dotted decimal where the text ends. */
function parseGroups(text: string, last: boolean): number[] | null {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    if (last && index === groups.length - 1 && group.includes('.')) {
      const embedded = parseIpv4(group);
      if (embedded === null) return null;
      bytes.push(...embedded.bytes);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(group)) return null;
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    }
  }
  return bytes.length > 16 ? null : bytes;
}

function unmap(address: IpAddress): IpAddress {
  const mapped = address.bytes.every((byte, index) => index >= 12 || byte === (index < 10 ? 0 : 0xff));
  return mapped ? { family: 4, bytes: address.bytes.slice(12) } : address;
}

/** The canonical text: dotted decimal, or RFC 5952 without brackets. */
export function formatAddress(address: IpAddress): string {
  if (address.family === 4) return address.bytes.join('.');
  const groups: number[] = [];
  for (let at = 0; at < 16; at += 2) groups.push(((address.bytes[at] ?? 0) << 8) | (address.bytes[at + 1] ?? 0));
  const run = longestZeroRun(groups);
  const hex = (part: number[]): string => part.map((group) => group.toString(16)).join(':');
  if (run.length < 2) return hex(groups);
  return `${hex(groups.slice(0, run.start))}::${hex(groups.slice(run.start + run.length))}`;
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let at = 0; at <= groups.length; at += 1) {
    if (groups[at] === 0) continue;
    if (at - start > best.length) best = { start, length: at - start };
    start = at + 1;
  }
  return best;
}

/** Tells whether two addresses are the same. */
export function sameAddress(a: IpAddress, b: IpAddress): boolean {
  return a.family === b.family && a.bytes.every((byte, index) => byte === b.bytes[index]);
}
