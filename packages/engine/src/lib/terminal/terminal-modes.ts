/**
 * How a terminal treats keys and output: bits of one word in shared memory, written by the guest (`tty_set`) and read by
 * the host before every chunk of keys. Names in brackets are those of termios (POSIX.1-2024, 11.2).
 */

/** Keys are shown (ECHO). */
export const MODE_ECHO = 1;
/** Keys are gathered to lines that can be edited (ICANON); else each is there at once (VMIN 1, VTIME 0). */
export const MODE_LINES = 2;
/** A line feed that the guest writes becomes a carriage return and a line feed (OPOST with ONLCR). */
export const MODE_LINE_FEEDS = 4;
/** Ctrl-C and Ctrl-\ send signals (ISIG). */
export const MODE_SIGNALS = 8;
/** The return key gives a line feed (ICRNL). */
export const MODE_RETURNS = 16;

/** As a terminal starts. */
export const COOKED_MODES = MODE_ECHO | MODE_LINES | MODE_LINE_FEEDS | MODE_SIGNALS | MODE_RETURNS;
