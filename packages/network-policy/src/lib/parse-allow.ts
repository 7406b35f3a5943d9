import { parseHostName } from './host-name.ts';
import { formatAddress, type IpAddress, parseAddress } from './ip-address.ts';
import { accepted, type Parsed, quoted, refused } from './parsed.ts';

/** Ports from `first` to `last`, both included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** One destination, or a set of them, that a guest may connect to. */
export type AllowEntry =
  /** Exactly this normalised name. */
  | { readonly kind: 'name'; readonly name: string; readonly ports: PortRange; readonly text: string }
  /** Every name below this one, at any depth, and not the name itself. */
  | { readonly kind: 'subdomains'; readonly parent: string; readonly ports: PortRange; readonly text: string }
  /** Exactly this address. */
  | { readonly kind: 'address'; readonly address: IpAddress; readonly ports: PortRange; readonly text: string };

const MAX_ENTRIES = 256;
const MAX_PORT = 65_535;
const FORMS =
  'accepted are "name:port", "*.name:port", "1.2.3.4:port" and "[::1]:port", with a port from 1 to 65535, a range such as 8000-8010, or *';

/**
 * Parses an allowlist: an array of at most 256 entries, each checked by {@link parseAllowEntry}. The result is a frozen
 * copy; an empty list allows nothing.
 */
export function parseAllow(value: unknown): Parsed<readonly AllowEntry[]> {
  if (!Array.isArray(value)) {
    return refused(
      `Cannot use the allowlist: it is ${quoted(value)}; an array of entries such as "example.com:443" is accepted`,
    );
  }
  if (value.length > MAX_ENTRIES) {
    return refused(`Cannot use the allowlist: it has ${value.length} entries; at most ${MAX_ENTRIES} are accepted`);
  }
  const entries: AllowEntry[] = [];
  for (let index = 0; index < value.length; index += 1) {
    const entry = parseAllowEntry(value[index]);
    if (!entry.ok) return entry;
    entries.push(entry.value);
  }
  return accepted(Object.freeze(entries));
}

/**
 * Parses one entry, `host:port`. The host is a name, `*.` and a name, an IPv4 literal, or an IPv6 literal in brackets;
 * names are lower-cased, brought to their ASCII form, and lose a trailing dot. The port is a number from 1 to 65,535, a
 * range of two, or `*`. `text` of the result is the canonical form.
 */
export function parseAllowEntry(value: unknown): Parsed<AllowEntry> {
  const refuse = (why: string): Parsed<never> =>
    refused(`Cannot use the allowlist entry ${quoted(value)}: ${why}; ${FORMS}`);
  if (typeof value !== 'string') return refuse('it is no string');
  const colon = value.lastIndexOf(':');
  if (colon < 0 || value.endsWith(']')) return refuse('it names no port');
  const ports = parsePorts(value.slice(colon + 1));
  if (ports === null) return refuse('the port is wrong');
  const host = value.slice(0, colon);
  const suffix = formatPorts(ports);

  if (host.startsWith('[') || host.includes(':')) {
    const address = host.startsWith('[') && host.endsWith(']') ? parseAddress(host.slice(1, -1)) : null;
    if (address === null || !host.includes(':')) return refuse('the host is no IPv6 address in brackets');
    return accepted(addressEntry(address, ports));
  }
  const address = parseAddress(host);
  if (address !== null) return accepted(addressEntry(address, ports));
  if (host.startsWith('*.')) {
    const parent = parseHostName(host.slice(2));
    if (parent === null) return refuse('what follows "*." is no host name');
    return accepted(Object.freeze({ kind: 'subdomains', parent, ports, text: `*.${parent}${suffix}` }));
  }
  const name = parseHostName(host);
  if (name === null) return refuse('the host is no name and no address');
  return accepted(Object.freeze({ kind: 'name', name, ports, text: `${name}${suffix}` }));
}

function addressEntry(address: IpAddress, ports: PortRange): AllowEntry {
  const host = address.family === 4 ? formatAddress(address) : `[${formatAddress(address)}]`;
  return Object.freeze({ kind: 'address', address, ports, text: `${host}${formatPorts(ports)}` });
}

function parsePorts(text: string): PortRange | null {
  if (text === '*') return Object.freeze({ first: 1, last: MAX_PORT });
  const match = /^([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?$/.exec(text);
  if (match === null) return null;
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  return first <= last && last <= MAX_PORT ? Object.freeze({ first, last }) : null;
}

function formatPorts({ first, last }: PortRange): string {
  if (first === 1 && last === MAX_PORT) return ':*';
  return first === last ? `:${first}` : `:${first}-${last}`;
}
