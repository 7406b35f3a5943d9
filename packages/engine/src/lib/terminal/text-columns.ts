const TAB = '\t';
const TAB_COLUMNS = 8;

/** Characters that combine with the one before, and formatting ones (UAX #44, General_Category). */
const NO_COLUMN = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** East Asian wide characters (UAX #11) and those that are shown as pictures. */
const TWO_COLUMNS =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})$/u;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The column after keys that are shown from column `from` on: control characters as `^X`, tabs to the next stop. */
export function columnAfter(bytes: readonly number[], from: number): number {
  let column = from;
  for (const character of decoder.decode(Uint8Array.from(bytes))) column += charColumns(character, column);
  return column;
}

function charColumns(character: string, column: number): number {
  if (character === TAB) return TAB_COLUMNS - (column % TAB_COLUMNS);
  if (character < ' ' || character === '\u007f') return 2;
  if (character < '\u007f') return 1;
  if (NO_COLUMN.test(character)) return 0;
  return TWO_COLUMNS.test(character) ? 2 : 1;
}
