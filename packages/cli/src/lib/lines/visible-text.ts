/** Control characters (C0, DEL, C1) and the ones that reorder text (Unicode Bidirectional Algorithm, UAX 9). */
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of our own, made safe for a terminal: what could move the cursor or reorder the line is shown as `\u{…}`.
 * Names and messages can hold anything that a guest, a catalogue or a host chose.
 */
export function visibleText(text: string): string {
  return text.replace(unsafe, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
