/**
 * Tells whether an artifact may be fetched from `url`: an absolute `https:` URL, or an `http:` one whose host is a
 * loopback address or a `localhost` name. The latter are what "Is origin potentially trustworthy?" of W3C Secure
 * Contexts (section 3.1) allows without TLS. Credentials are refused.
 */
export function isFetchableUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** `hostname` as the URL parser writes it: lower case, IPv4 in four decimal parts, IPv6 in brackets. */
function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname) ||
    /^(?:.+\.)?localhost\.?$/.test(hostname)
  );
}
