import { refuse, type TokenizeResult } from './tokenize-result.ts';

const MAX_BYTES = 65_536;

/**
 * Looks for what no line may hold, quoted or not. The length is judged first, then well-formedness, then control
 * characters, each at its first place; null when there is nothing to refuse.
 *
 * The length is counted here rather than encoded, so that a huge input costs no more than the limit.
 */
export function findForbiddenText(input: string): (TokenizeResult & { ok: false }) | null {
  let bytes = 0;
  let surrogateAt = -1;
  let controlAt = -1;
  for (let at = 0; at < input.length; at += 1) {
    const start = at;
    const point = input.codePointAt(at) ?? 0;
    if (point > 0xffff) at += 1;
    else if (point >= 0xd800 && point <= 0xdfff && surrogateAt < 0) surrogateAt = at;
    else if (point < 0x0e && controlAt < 0 && (point === 0x0a || point === 0x0d || point === 0)) controlAt = at;
    bytes += utf8Bytes(point);
    if (bytes > MAX_BYTES) {
      return refuse('too-long', start, `it is longer than ${MAX_BYTES} bytes of UTF-8, the most that is accepted`);
    }
  }
  if (surrogateAt >= 0) {
    return refuse(
      'lone-surrogate',
      surrogateAt,
      `half a surrogate pair at offset ${surrogateAt}; Unicode text is accepted`,
    );
  }
  if (controlAt >= 0) {
    return refuse(
      'control-character',
      controlAt,
      `line feed, carriage return or NUL at offset ${controlAt}; one line without them is accepted, quoted or not`,
    );
  }
  return null;
}

/** Bytes of a code point in UTF-8 (RFC 3629, section 3); a lone surrogate counts as the U+FFFD it would become. */
function utf8Bytes(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x1_0000 ? 3 : 4;
}
