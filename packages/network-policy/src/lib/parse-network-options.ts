import { type AllowEntry, parseAllow } from './parse-allow.ts';
import { accepted, type Parsed, quoted, refused } from './parsed.ts';

/** Where the relay is and what opens it. */
export interface RelayAddress {
  /** An absolute `ws:` or `wss:` address. */
  readonly url: string;
  /** Never part of a message. */
  readonly token?: string;
}

/** Where a guest may connect to, checked and copied. */
export interface NetworkPolicy {
  readonly allow: readonly AllowEntry[];
  /** Null where none was given. */
  readonly relay: RelayAddress | null;
  /** Lets listed names resolve to addresses that are not public. */
  readonly allowPrivate: boolean;
}

const KEYS: readonly string[] = ['allow', 'relay', 'allowPrivate'];
const RELAY_KEYS: readonly string[] = ['url', 'token'];
/** Printable ASCII without space: what fits in a header and in a path. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

/**
 * Parses the `network` option: `{ allow: string[], relay?: string | { url, token? }, allowPrivate?: boolean }`. Unknown
 * keys are refused. The answer is frozen and shares nothing with `value`.
 */
export function parseNetworkOptions(value: unknown): Parsed<NetworkPolicy> {
  const options = readKnownKeys(value, KEYS, 'network');
  if (!options.ok) return options;
  const allow = parseAllow(options.value.allow);
  if (!allow.ok) return allow;
  const relay = parseRelay(options.value.relay);
  if (!relay.ok) return relay;
  const { allowPrivate } = options.value;
  if (allowPrivate !== undefined && typeof allowPrivate !== 'boolean') {
    return refused(`Cannot use network.allowPrivate ${quoted(allowPrivate)}: true or false is accepted`);
  }
  return accepted(Object.freeze({ allow: allow.value, relay: relay.value, allowPrivate: allowPrivate === true }));
}

function parseRelay(value: unknown): Parsed<RelayAddress | null> {
  if (value === undefined) return accepted(null);
  if (typeof value === 'string') return parseRelayAddress({ url: value });
  const relay = readKnownKeys(value, RELAY_KEYS, 'network.relay');
  return relay.ok ? parseRelayAddress(relay.value) : relay;
}

function parseRelayAddress({ url, token }: Readonly<Record<string, unknown>>): Parsed<RelayAddress> {
  // Neither the address nor the token is quoted: either may hold a secret.
  const parsed = typeof url === 'string' ? parseUrl(url) : null;
  if (parsed === null || (parsed.protocol !== 'ws:' && parsed.protocol !== 'wss:')) {
    return refused('Cannot use network.relay: its address is no absolute URL that begins with ws:// or wss://');
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return refused('Cannot use network.relay: its address has credentials; give them as the token');
  }
  if (parsed.hash !== '') return refused('Cannot use network.relay: its address has a fragment; none is accepted');
  if (token === undefined) return accepted(Object.freeze({ url: parsed.href }));
  if (typeof token !== 'string' || !TOKEN.test(token)) {
    return refused('Cannot use network.relay.token: 1 to 4096 printable ASCII characters without space are accepted');
  }
  return accepted(Object.freeze({ url: parsed.href, token }));
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** A copy of an object whose own keys are all known; each property is read once. */
function readKnownKeys(value: unknown, keys: readonly string[], what: string): Parsed<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused(`Cannot use ${what}: it is ${quoted(value)}; an object with ${keys.join(', ')} is accepted`);
  }
  const unknownKey = Object.keys(value).find((key) => !keys.includes(key));
  if (unknownKey !== undefined) {
    return refused(`Cannot use ${what}: the key ${quoted(unknownKey)} is unknown; accepted are ${keys.join(', ')}`);
  }
  const copy: Record<string, unknown> = {};
  for (const key of keys) copy[key] = (value as Record<string, unknown>)[key];
  return accepted(copy);
}
