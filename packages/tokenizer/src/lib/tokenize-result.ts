/** Why a line was refused; the list is closed. */
export type TokenizeReason =
  /** The input is no string. */
  | 'not-a-string'
  /** More than 65,536 bytes of UTF-8. */
  | 'too-long'
  /** Half of a surrogate pair: no Unicode text, so it has no UTF-8 form. */
  | 'lone-surrogate'
  /** LF, CR or NUL, quoted or not. */
  | 'control-character'
  /** An unquoted symbol that a shell would interpret. */
  | 'shell-syntax'
  /** A quote that is never closed. */
  | 'unterminated-quote'
  /** A backslash at the end of the line, outside quotes. */
  | 'trailing-backslash';

/** What `tokenize` answers: the arguments, or why there are none. */
export type TokenizeResult =
  | { readonly ok: true; readonly argv: string[] }
  | {
      readonly ok: false;
      readonly reason: TokenizeReason;
      /** For people: what is wrong and what is accepted. Branch on `reason`. */
      readonly message: string;
      /** Of the first character at fault, in UTF-16 units. */
      readonly offset: number;
    };

/** A refusal; `detail` completes the sentence. */
export function refuse(reason: TokenizeReason, offset: number, detail: string): TokenizeResult & { ok: false } {
  return { ok: false, reason, message: `Cannot read the command line: ${detail}`, offset };
}
