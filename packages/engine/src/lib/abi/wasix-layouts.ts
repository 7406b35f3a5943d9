/** Sizes and offsets, in bytes, of WASIX's records in guest memory. Everything is little-endian. */

/** `proc_spawn_fd_op` */
export const FD_OP_BYTES = 56;
export const FD_OP_FD = 4;
export const FD_OP_SOURCE = 8;
export const FD_OP_PATH = 12;
export const FD_OP_PATH_LENGTH = 16;
export const FD_OP_LOOKUP_FLAGS = 20;
export const FD_OP_OPEN_FLAGS = 24;
export const FD_OP_RIGHTS = 32;
export const FD_OP_INHERITING = 40;
export const FD_OP_FD_FLAGS = 48;
export const FD_OP_MORE_FLAGS = 50;

/** Commands of a `proc_spawn_fd_op`, in its first byte. */
export const FD_OP_CLOSE = 0;
export const FD_OP_DUP2 = 1;
export const FD_OP_OPEN = 2;
export const FD_OP_CHDIR = 3;
export const FD_OP_FCHDIR = 4;

/** `option_pid`, `option_fd`: tag 0 for none and 1 for some, then the value. */
export const OPTION_BYTES = 8;
export const OPTION_VALUE = 4;

/** `process_handles`: the process, then an option for each standard stream. */
export const HANDLES_BYTES = 28;
export const HANDLES_STREAMS = 4;

/** `join_status`: a tag, then what it says. */
export const JOIN_STATUS_BYTES = 6;
export const JOIN_STATUS_CODE = 2;
export const JOIN_STATUS_SIGNAL = 4;
export const JOIN_NOTHING = 0;
export const JOIN_EXITED = 1;
export const JOIN_SIGNALLED = 2;

/** `join_flags`: do not wait. The other known one asks for stopped processes, which there are none of. */
export const JOIN_NO_HANG = 1;
export const JOIN_FLAGS_ALL = 3;

/** `stdio_mode` of `proc_spawn` */
export const STDIO_PIPED = 0;
export const STDIO_INHERIT = 1;
export const STDIO_NULL = 2;
export const STDIO_LOG = 3;

/** `tty`: sizes in cells and in pixels (unknown here), then a byte for each switch. */
export const TTY_BYTES = 24;
export const TTY_COLUMNS = 0;
export const TTY_ROWS = 4;
/** Whether stdin, stdout and stderr are a terminal. */
export const TTY_STREAMS = [16, 17, 18] as const;
export const TTY_ECHO = 19;
export const TTY_LINE_BUFFERED = 20;
export const TTY_LINE_FEEDS = 21;
/**
 * An extension of ours, in what is padding elsewhere: where this byte holds the mark, the next one holds flags. `tty_get`
 * always writes both, `tty_set` takes the flags for 0 without the mark.
 */
export const TTY_EXTENSION = 22;
export const TTY_EXTENSION_MARK = 0xf5;
export const TTY_EXTENSION_FLAGS = 23;
/** Keys send no signals (ISIG off): editors and terminal multiplexers want Ctrl-C themselves. */
export const TTY_NO_SIGNALS = 1;
/** The return key stays a carriage return (ICRNL off). */
export const TTY_KEEPS_RETURNS = 2;
