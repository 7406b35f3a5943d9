const MAX_NAME_LENGTH = 253;
/** RFC 1123, section 2.1; the underscore is no host name's, but names in use have it. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** What an address parser would read as a number (WHATWG URL, "ends in a number checker"). */
const NUMERIC_LABEL = /^(?:\d+|0x[0-9a-f]*)$/;

/**
 * Normalises a DNS name: lower case, ASCII form of internationalised names (UTS #46, as in URLs), one trailing dot
 * ignored. Null for anything that is no name, and for names that end in a number: those are read as IPv4 addresses in
 * some places and as names in others.
 */
export function parseHostName(text: string): string | null {
  const ascii = toAscii(text);
  if (ascii === null) return null;
  const name = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  if (name.length > MAX_NAME_LENGTH) return null;
  const labels = name.split('.');
  if (!labels.every((label) => LABEL.test(label))) return null;
  return NUMERIC_LABEL.test(labels.at(-1) ?? '') ? null : name;
}

/** Tells whether a normalised name always means the host itself: `localhost` and what lies below it (RFC 6761, 6.3). */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

/** Lower-case ASCII of a name that may be internationalised; null where URL parsers refuse it. */
function toAscii(text: string): string | null {
  if (text.length > 4 * MAX_NAME_LENGTH) return null;
  const isAscii = !/[^\x21-\x7e]/.test(text);
  const lower = text.toLowerCase();
  if (isAscii && !lower.includes('xn--')) return lower;
  // A URL parser would split at these, drop them, or decode them first.
  if (/[\p{Cc}\s/\\?#@:%[\]]/u.test(text)) return null;
  try {
    return new URL(`http://${text}/`).hostname;
  } catch {
    return null;
  }
}
