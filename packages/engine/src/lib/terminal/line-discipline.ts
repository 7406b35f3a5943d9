import { LineEditor } from './line-editor.ts';
import { MODE_ECHO, MODE_LINE_FEEDS, MODE_LINES, MODE_RETURNS, MODE_SIGNALS } from './terminal-modes.ts';

/** Signals that keys send, by their numbers in preview 1. */
export const SIGINT = 2;
export const SIGQUIT = 3;

const EOF = 0x04;
const BACKSPACE = 0x08;
const LF = 0x0a;
const CR = 0x0d;
const REPRINT = 0x12;
const KILL = 0x15;
const LNEXT = 0x16;
const WERASE = 0x17;
const SUSP = 0x1a;
const SIGNAL_KEYS: ReadonlyMap<number, number> = new Map([
  [0x03, SIGINT],
  [0x1c, SIGQUIT],
]);
const ERASE = 0x7f;

/** There is no job control, and a key that seems to do nothing is worse than one that says so. */
const NO_JOB_CONTROL = '^Z\nCannot stop: there is no job control\n';

/** What a read may give: one line, bytes as they come, or the end of file. */
export type InputPiece =
  | { readonly kind: 'line' | 'bytes'; readonly bytes: Uint8Array }
  /** Seen by one read. */
  | { readonly kind: 'end' };

/** What keys did beside becoming input. */
export interface KeyEffects {
  /** To be shown; empty when nothing is. */
  readonly echo: Uint8Array<ArrayBuffer>;
  /** To be sent, in order. */
  readonly signals: readonly number[];
}

/**
 * The line discipline of a terminal (POSIX.1-2024, chapter 11): turns keys into what the guest reads, what is echoed and
 * the signals to send. The same keys give the same result however they are cut into chunks. Knows nothing of streams.
 */
export class LineDiscipline {
  readonly #editor = new LineEditor();
  #pieces: InputPiece[] = [];
  /** Keys that came one by one since the last piece. */
  #loose: number[] = [];
  #bytes = 0;
  #isLiteral = false;
  #hadLines = true;

  /** Bytes that wait to be taken; the line that is being edited does not count. */
  get waitingBytes(): number {
    return this.#bytes;
  }

  /** The first piece, which stays. */
  get first(): InputPiece | undefined {
    return this.#pieces[0];
  }

  /** Drops the first piece. */
  shift(): void {
    const piece = this.#pieces.shift();
    if (piece !== undefined && piece.kind !== 'end') this.#bytes -= piece.bytes.length;
  }

  /** Takes keys. */
  feed(keys: Uint8Array, modes: number): KeyEffects {
    this.settle(modes);
    const echo: number[] = [];
    const signals: number[] = [];
    for (const key of keys) this.#key(key, modes, echo, signals);
    this.#gather();
    return { echo: Uint8Array.from(echo), signals };
  }

  /**
   * Follows a change of modes. Where lines end, what was typed ahead can be read at once, the unfinished line included;
   * an end of file that nobody has read is dropped, since only lines have one.
   */
  settle(modes: number): void {
    const hasLines = (modes & MODE_LINES) !== 0;
    if (this.#hadLines === hasLines) return;
    this.#hadLines = hasLines;
    this.#isLiteral = false;
    if (hasLines) return;
    const ahead = this.#pieces.flatMap((piece) => (piece.kind === 'end' ? [] : [...piece.bytes]));
    this.#pieces = [];
    this.#bytes = 0;
    this.#loose = [...ahead, ...this.#editor.take()];
    this.#gather();
  }

  /** No key will come any more: the unfinished line can be read. */
  end(): void {
    const line = this.#editor.take();
    if (line.length > 0) this.#push({ kind: 'line', bytes: Uint8Array.from(line) });
  }

  #push(piece: InputPiece): void {
    this.#pieces.push(piece);
    if (piece.kind !== 'end') this.#bytes += piece.bytes.length;
  }

  #gather(): void {
    if (this.#loose.length === 0) return;
    this.#push({ kind: 'bytes', bytes: Uint8Array.from(this.#loose) });
    this.#loose = [];
  }

  #key(given: number, modes: number, echo: number[], signals: number[]): void {
    const shown = (modes & MODE_ECHO) === 0 ? null : echo;
    if (this.#isLiteral) {
      this.#isLiteral = false;
      this.#editor.add(given, shown);
      return;
    }
    const key = given === CR && (modes & MODE_RETURNS) !== 0 ? LF : given;
    const signal = (modes & MODE_SIGNALS) === 0 ? undefined : SIGNAL_KEYS.get(key);
    if (signal !== undefined) {
      if (shown !== null) showKey(key, shown);
      this.#flush();
      signals.push(signal);
    } else if ((modes & MODE_LINES) === 0) {
      this.#loose.push(key);
      if (shown === null) return;
      if (key === LF) showText('\n', modes, shown);
      else showKey(key, shown);
    } else {
      this.#edit(key, modes, shown);
    }
  }

  #edit(key: number, modes: number, shown: number[] | null): void {
    const editor = this.#editor;
    switch (key) {
      case ERASE:
      case BACKSPACE:
        editor.erase(shown);
        break;
      case WERASE:
        editor.eraseWord(shown);
        break;
      case KILL:
        editor.eraseAll(shown);
        break;
      case LNEXT:
        this.#isLiteral = true;
        showText('^\b', modes, shown);
        break;
      case REPRINT:
        showText('^R\n', modes, shown);
        editor.show(shown);
        break;
      case SUSP:
        this.#refuseToStop(modes, shown);
        break;
      case EOF: {
        const line = editor.take();
        this.#push(line.length === 0 ? { kind: 'end' } : { kind: 'line', bytes: Uint8Array.from(line) });
        break;
      }
      case LF:
        showText('\n', modes, shown);
        this.#push({ kind: 'line', bytes: Uint8Array.from([...editor.take(), LF]) });
        break;
      default:
        editor.add(key, shown);
    }
  }

  #refuseToStop(modes: number, shown: number[] | null): void {
    if ((modes & MODE_SIGNALS) === 0) {
      this.#editor.add(SUSP, shown);
      return;
    }
    showText(NO_JOB_CONTROL, modes, shown);
    this.#editor.show(shown);
  }

  /** What was typed before a signal is not meant for whoever comes after it (NOFLSH is not set). */
  #flush(): void {
    this.#editor.take();
    this.#pieces = [];
    this.#loose = [];
    this.#bytes = 0;
  }
}

function showText(text: string, modes: number, shown: number[] | null): void {
  if (shown === null) return;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF && (modes & MODE_LINE_FEEDS) !== 0) shown.push(CR);
    shown.push(code);
  }
}

/** Shows a key as it is, or as `^X` (ECHOCTL of common implementations). */
function showKey(key: number, shown: number[]): void {
  if ((key >= 0x20 && key !== ERASE) || key === 0x09) shown.push(key);
  else shown.push(0x5e, key ^ 0x40);
}
