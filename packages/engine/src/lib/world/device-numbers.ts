/**
 * How inodes of the run's own world say what is behind them. The devices have Linux's numbers (major * 256 + minor);
 * those that have none there, and the static files, use a major that Linux leaves to local use (240 to 254).
 */
export const DEVICE_NULL = 0x0103;
export const DEVICE_ZERO = 0x0105;
export const DEVICE_FULL = 0x0107;
export const DEVICE_RANDOM = 0x0108;
export const DEVICE_URANDOM = 0x0109;
export const DEVICE_TTY = 0x0500;
export const DEVICE_STDIN = 0xf000;
export const DEVICE_STDOUT = 0xf001;
export const DEVICE_STDERR = 0xf002;
/** A static file's number is this plus its index. */
export const STATIC_FILE = 0xf100;
