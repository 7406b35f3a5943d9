import { type IpAddress, parseAddress } from './ip-address.ts';

/** What kind of destination an address is. Only `public` is reachable without being asked for. */
export type AddressClass =
  | 'public'
  /** The host itself: `127.0.0.0/8`, `::1`. */
  | 'loopback'
  /** "This" network: `0.0.0.0/8`, `::`; connecting there reaches the host itself on most systems. */
  | 'unspecified'
  /** RFC 1918, unique local (RFC 4193) and the deprecated site-local addresses. */
  | 'private'
  | 'link-local'
  /** Shared address space of carrier-grade NAT: `100.64.0.0/10` (RFC 6598). */
  | 'cgnat'
  /** Where clouds serve credentials to their machines. */
  | 'metadata'
  | 'multicast'
  | 'broadcast'
  /** Documentation, benchmarking, protocol assignments, and whatever is not assigned. */
  | 'reserved';

type Prefix = readonly [cidr: string, what: AddressClass | 'embedded'];

/**
 * The special-purpose blocks that are not globally reachable, first match wins.
 *
 * Sources: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and its updates); the metadata addresses are
 * those that the large clouds document (169.254.169.254 and fd00:ec2::254 of AWS and others, 100.100.100.200 of Alibaba,
 * 192.0.0.192 of Oracle). `embedded`: the class of the IPv4 address inside.
 */
const PREFIXES: readonly Prefix[] = [
  ['169.254.169.254/32', 'metadata'],
  ['100.100.100.200/32', 'metadata'],
  ['192.0.0.192/32', 'metadata'],
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'cgnat'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
  ['fd00:ec2::254/128', 'metadata'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  // IPv4-compatible addresses are deprecated (RFC 4291, section 2.5.5.1), but systems still route some of them.
  ['::/96', 'embedded'],
  // SIIT (RFC 2765) and NAT64 (RFC 6052).
  ['::ffff:0:0:0/96', 'embedded'],
  ['64:ff9b::/96', 'embedded'],
  ['64:ff9b:1::/48', 'private'],
  // Teredo, ORCHID, benchmarking and the other protocol assignments.
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['3fff::/20', 'reserved'],
  // 6to4 (RFC 3056).
  ['2002::/16', 'embedded'],
  ['2000::/3', 'public'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
];

interface Block {
  readonly base: IpAddress;
  readonly bits: number;
  readonly what: AddressClass | 'embedded';
}

function toBlock([cidr, what]: Prefix): Block {
  const slash = cidr.indexOf('/');
  const base = parseAddress(cidr.slice(0, slash));
  if (base === null) throw new TypeError(`Cannot use the prefix ${cidr}: it is no address`);
  return { base, bits: Number(cidr.slice(slash + 1)), what };
}

const BLOCKS: readonly Block[] = PREFIXES.map(toBlock);

/** The class of an address; IPv6 forms that carry an IPv4 address have the class of that one. */
export function classifyAddress(address: IpAddress): AddressClass {
  const block = BLOCKS.find(({ base, bits }) => base.family === address.family && startsWith(address, base, bits));
  if (block === undefined) return address.family === 4 ? 'public' : 'reserved';
  if (block.what !== 'embedded') return block.what;
  const from = block.bits / 8;
  return classifyAddress({ family: 4, bytes: address.bytes.slice(from, from + 4) });
}

function startsWith(address: IpAddress, base: IpAddress, bits: number): boolean {
  for (let at = 0; at * 8 < bits; at += 1) {
    const mask = (0xff << Math.max(0, 8 - (bits - at * 8))) & 0xff;
    if ((((address.bytes[at] ?? 0) ^ (base.bytes[at] ?? 0)) & mask) !== 0) return false;
  }
  return true;
}
