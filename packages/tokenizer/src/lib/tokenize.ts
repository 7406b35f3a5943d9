import { findForbiddenText } from './find-forbidden-text.ts';
import { refuse, type TokenizeResult } from './tokenize-result.ts';

export type { TokenizeReason, TokenizeResult } from './tokenize-result.ts';

const SHELL_SYNTAX = '|&;<>$`*?(){}';
const ENDS_ORDINARY_RUN = ` \t'"\\${SHELL_SYNTAX}`;

/**
 * Splits one line of text into arguments, the way a POSIX shell's word splitting and quote removal would, without any
 * expansion (compare POSIX.1-2024, Shell Command Language, 2.2 "Quoting"; unlike there, double quotes escape only `\"`
 * and `\\`, and line breaks are refused).
 *
 * Only ASCII space and tab separate arguments. Unquoted shell symbols are refused, not passed on, so that a line never
 * means less than it seems to. Takes time linear in the length of `input`, has no side effects and never throws.
 *
 * @param input the line: a string of at most 65,536 bytes in UTF-8
 * @returns `argv` (fresh; empty for a blank line), or the reason of the refusal with the `offset` of the first character
 *   at fault in UTF-16 units: the opening quote of `unterminated-quote`, the first character too many of `too-long`, 0
 *   for `not-a-string`
 */
export function tokenize(input: unknown): TokenizeResult {
  if (typeof input !== 'string') {
    return refuse(
      'not-a-string',
      0,
      `the line is of type ${input === null ? 'null' : typeof input}; a string is accepted`,
    );
  }
  const forbidden = findForbiddenText(input);
  if (forbidden !== null) return forbidden;

  const argv: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < input.length) {
    const character = input.charAt(at);
    if (character === ' ' || character === '\t') {
      if (word !== null) argv.push(word);
      word = null;
      at += 1;
      continue;
    }
    word ??= '';
    if (character === "'" || character === '"') {
      const quoted = character === "'" ? readSingleQuoted(input, at) : readDoubleQuoted(input, at);
      if (quoted === null) {
        return refuse('unterminated-quote', at, `unterminated quote: no ${character} closes the one at offset ${at}`);
      }
      word += quoted.text;
      at = quoted.end;
    } else if (character === '\\') {
      if (at + 1 === input.length) {
        return refuse('trailing-backslash', at, 'trailing backslash: nothing follows it; write \\\\ for a backslash');
      }
      // One UTF-16 unit is enough: the second half of a surrogate pair is an ordinary character.
      word += input.charAt(at + 1);
      at += 2;
    } else if (SHELL_SYNTAX.includes(character)) {
      return refuse(
        'shell-syntax',
        at,
        `shell syntax is unsupported: ${character} at offset ${at}; quote it or put a backslash before it`,
      );
    } else {
      const end = endOfOrdinaryRun(input, at);
      word += input.slice(at, end);
      at = end;
    }
  }
  if (word !== null) argv.push(word);
  return { ok: true, argv };
}

interface Quoted {
  readonly text: string;
  /** Offset of the first character after the closing quote. */
  readonly end: number;
}

function readSingleQuoted(input: string, open: number): Quoted | null {
  const close = input.indexOf("'", open + 1);
  return close < 0 ? null : { text: input.slice(open + 1, close), end: close + 1 };
}

function readDoubleQuoted(input: string, open: number): Quoted | null {
  let text = '';
  let from = open + 1;
  for (let at = from; at < input.length; at += 1) {
    const character = input.charAt(at);
    if (character === '"') return { text: text + input.slice(from, at), end: at + 1 };
    const next = input.charAt(at + 1);
    if (character === '\\' && (next === '"' || next === '\\')) {
      text += input.slice(from, at);
      at += 1;
      from = at;
    }
  }
  return null;
}

function endOfOrdinaryRun(input: string, start: number): number {
  let end = start + 1;
  while (end < input.length && !ENDS_ORDINARY_RUN.includes(input.charAt(end))) end += 1;
  return end;
}
