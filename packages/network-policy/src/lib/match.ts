import { type IpAddress, sameAddress } from './ip-address.ts';
import type { AllowEntry } from './parse-allow.ts';

/**
 * The first entry that lists a name at a port, or undefined.
 *
 * @param name as `parseHostName` answers it
 */
export function matchName(entries: readonly AllowEntry[], name: string, port: number): AllowEntry | undefined {
  return entries.find((entry) => coversName(entry, name) && coversPort(entry, port));
}

/**
 * Tells whether a name is listed at any port: what a guest learns when it looks a name up, before it says which port it
 * wants.
 *
 * @param name as `parseHostName` answers it
 */
export function isNameListed(entries: readonly AllowEntry[], name: string): boolean {
  return entries.some((entry) => coversName(entry, name));
}

/** The first entry that is this very address with a port range that holds `port`, or undefined. */
export function matchAddress(entries: readonly AllowEntry[], address: IpAddress, port: number): AllowEntry | undefined {
  return entries.find(
    (entry) => entry.kind === 'address' && sameAddress(entry.address, address) && coversPort(entry, port),
  );
}

function coversName(entry: AllowEntry, name: string): boolean {
  if (entry.kind === 'name') return entry.name === name;
  return entry.kind === 'subdomains' && name.endsWith(`.${entry.parent}`);
}

function coversPort({ ports }: AllowEntry, port: number): boolean {
  return Number.isInteger(port) && port >= ports.first && port <= ports.last;
}
