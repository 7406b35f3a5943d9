import { columnAfter } from './text-columns.ts';

/** Bytes of a line at most, its end included (POSIX.1-2024 MAX_CANON is at least 255; Linux's buffer has these). */
export const MAX_LINE_BYTES = 4096;

const BELL = 0x07;
const BACKSPACE = 0x08;
const TAB = 0x09;
const SPACE = 0x20;
const CARET = 0x5e;
const TAB_COLUMNS = 8;
const DELETE = 0x7f;
/** The most bytes of one character in UTF-8. */
const MAX_CHARACTER_BYTES = 4;

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
const isBlank = (byte: number | undefined): boolean => byte === SPACE || byte === TAB;

/** How many bytes a character in UTF-8 has, by its first (RFC 3629). */
const characterBytes = (first: number): number => (first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);

/**
 * The line that is being typed. Every method takes where to show what it does, or null when keys are not shown. What is
 * erased is a character, not a byte, and leaves the screen whatever its width.
 */
export class LineEditor {
  #line: number[] = [];
  /** The column after the first `#knownBytes` of the line, which end with a tab. */
  #knownColumn = 0;
  #knownBytes = 0;
  /** The first byte of a character was refused, and so is the rest of it. */
  #refusesRest = false;

  /** Adds a byte of a key; a bell says that the line is full. */
  add(byte: number, shown: number[] | null): void {
    if (isContinuation(byte) && this.#refusesRest) return;
    this.#refusesRest = this.#line.length + characterBytes(byte) >= MAX_LINE_BYTES;
    if (this.#refusesRest) {
      shown?.push(BELL);
      return;
    }
    if (shown !== null) this.#showByte(byte, shown);
    this.#line.push(byte);
  }

  /** Erases the last character. */
  erase(shown: number[] | null): void {
    if (this.#line.length === 0) return;
    let start = this.#line.length - 1;
    const least = Math.max(0, start - MAX_CHARACTER_BYTES + 1);
    while (start > least && isContinuation(this.#line[start])) start -= 1;
    this.#cut(start, shown);
  }

  /** Erases the last word and the blanks behind it. */
  eraseWord(shown: number[] | null): void {
    let start = this.#line.length;
    while (start > 0 && isBlank(this.#line[start - 1])) start -= 1;
    while (start > 0 && !isBlank(this.#line[start - 1])) start -= 1;
    this.#cut(start, shown);
  }

  eraseAll(shown: number[] | null): void {
    this.#cut(0, shown);
  }

  /** Shows the whole line again. */
  show(shown: number[] | null): void {
    if (shown === null) return;
    const line = this.#line;
    this.#line = [];
    this.#knownBytes = 0;
    for (const byte of line) {
      this.#showByte(byte, shown);
      this.#line.push(byte);
    }
  }

  /** The line, which is empty then. */
  take(): number[] {
    const line = this.#line;
    this.#line = [];
    this.#knownBytes = 0;
    this.#refusesRest = false;
    return line;
  }

  #cut(start: number, shown: number[] | null): void {
    const before = shown === null ? 0 : this.#column();
    this.#line.length = start;
    if (start < this.#knownBytes) this.#knownBytes = 0;
    if (shown === null) return;
    for (let left = before - this.#column(); left > 0; left--) shown.push(BACKSPACE, SPACE, BACKSPACE);
  }

  /** The column after the line, as if it began at 0. */
  #column(): number {
    if (this.#knownBytes === 0) return columnAfter(this.#line, 0);
    return columnAfter(this.#line.slice(this.#knownBytes), this.#knownColumn);
  }

  #showByte(byte: number, shown: number[]): void {
    if (byte === TAB) {
      // As blanks, so that erasing it needs no knowledge of what stands before the line.
      const column = this.#column();
      const next = column - (column % TAB_COLUMNS) + TAB_COLUMNS;
      for (let left = next - column; left > 0; left--) shown.push(SPACE);
      this.#knownBytes = this.#line.length + 1;
      this.#knownColumn = next;
    } else if (byte < SPACE || byte === DELETE) {
      shown.push(CARET, byte ^ 0x40);
    } else {
      shown.push(byte);
    }
  }
}
