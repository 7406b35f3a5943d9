export { type AddressClass, classifyAddress } from './lib/address-class.ts';
export { type CheckedAddress, checkAddress, checkAnswers } from './lib/check-address.ts';
export { isLoopbackName, parseHostName } from './lib/host-name.ts';
export { formatAddress, type IpAddress, parseAddress, sameAddress } from './lib/ip-address.ts';
export { isNameListed, matchAddress, matchName } from './lib/match.ts';
export { type AllowEntry, type PortRange, parseAllow, parseAllowEntry } from './lib/parse-allow.ts';
export { type Host, parseHost } from './lib/parse-host.ts';
export { type NetworkPolicy, parseNetworkOptions, type RelayAddress } from './lib/parse-network-options.ts';
export type { Parsed } from './lib/parsed.ts';
