import { classifyAddress } from './address-class.ts';
import { isLoopbackName } from './host-name.ts';
import { formatAddress, type IpAddress } from './ip-address.ts';
import { matchAddress, matchName } from './match.ts';
import { formatHost, type Host } from './parse-host.ts';
import type { NetworkPolicy } from './parse-network-options.ts';
import { accepted, type Parsed, refused } from './parsed.ts';

/** An address that may be connected to, exactly as it was checked. */
export interface CheckedAddress {
  readonly address: IpAddress;
  readonly port: number;
}

type Rules = Pick<NetworkPolicy, 'allow' | 'allowPrivate'>;

/**
 * Decides on one address that a host resolved to, or that a guest named itself. Connect to the answer and look nothing up
 * again: a second look-up may answer differently (DNS rebinding).
 *
 * A host must be listed at the port. Its address must then be public, or be listed itself, or be loopback where the name
 * is `localhost` or below it, or `allowPrivate` holds.
 */
export function checkAddress(rules: Rules, host: Host, address: IpAddress, port: number): Parsed<CheckedAddress> {
  const literal = matchAddress(rules.allow, address, port);
  const listed = literal ?? (host.kind === 'name' ? matchName(rules.allow, host.name, port) : undefined);
  if (listed === undefined) {
    return refused(`Cannot connect to ${formatHost(host)} port ${port}: the allowlist does not name it`);
  }
  if (literal !== undefined || rules.allowPrivate) return accepted({ address, port });
  const what = classifyAddress(address);
  const isOwnLoopback = what === 'loopback' && host.kind === 'name' && isLoopbackName(host.name);
  if (what === 'public' || isOwnLoopback) return accepted({ address, port });
  return refused(
    `Cannot connect to ${formatHost(host)} port ${port}: it resolves to ${formatAddress(address)}, a ${what} address; list that address itself or set allowPrivate`,
  );
}

/**
 * Decides on everything that one look-up of a name answered. One refused address refuses them all: a name with public and
 * private addresses is how rebinding attacks look.
 */
export function checkAnswers(
  rules: Rules,
  host: Host,
  addresses: readonly IpAddress[],
  port: number,
): Parsed<readonly CheckedAddress[]> {
  const checked: CheckedAddress[] = [];
  for (const address of addresses) {
    const one = checkAddress(rules, host, address, port);
    if (!one.ok) return one;
    checked.push(one.value);
  }
  if (checked.length === 0) return refused(`Cannot connect to ${formatHost(host)} port ${port}: it has no address`);
  return accepted(checked);
}
