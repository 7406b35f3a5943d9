import { ENOTTY, SUCCESS } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import {
  TTY_BYTES,
  TTY_COLUMNS,
  TTY_ECHO,
  TTY_EXTENSION,
  TTY_EXTENSION_FLAGS,
  TTY_EXTENSION_MARK,
  TTY_KEEPS_RETURNS,
  TTY_LINE_BUFFERED,
  TTY_LINE_FEEDS,
  TTY_NO_SIGNALS,
  TTY_ROWS,
  TTY_STREAMS,
} from '../abi/wasix-layouts.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import type { GuestTerminal } from '../terminal/guest-terminal.ts';
import { MODE_ECHO, MODE_LINE_FEEDS, MODE_LINES, MODE_RETURNS, MODE_SIGNALS } from '../terminal/terminal-modes.ts';

/** WASIX's calls on the terminal (tcgetattr(3), tcsetattr(3), tcgetwinsize(3)). Without one: ENOTTY. */
export function ttyCalls({ memory, terminal }: GuestContext): CallTable {
  const required = (): GuestTerminal => terminal ?? refuse(ENOTTY);
  return {
    tty_get(state: number): number {
      const { columns, rows, modes } = required();
      const at = memory.range(state, TTY_BYTES);
      const { view } = memory;
      memory.bytes.fill(0, at, at + TTY_BYTES);
      view.setUint32(at + TTY_COLUMNS, columns, true);
      view.setUint32(at + TTY_ROWS, rows, true);
      for (const stream of TTY_STREAMS) view.setUint8(at + stream, 1);
      view.setUint8(at + TTY_ECHO, Number((modes & MODE_ECHO) !== 0));
      view.setUint8(at + TTY_LINE_BUFFERED, Number((modes & MODE_LINES) !== 0));
      view.setUint8(at + TTY_LINE_FEEDS, Number((modes & MODE_LINE_FEEDS) !== 0));
      view.setUint8(at + TTY_EXTENSION, TTY_EXTENSION_MARK);
      const noSignals = (modes & MODE_SIGNALS) === 0 ? TTY_NO_SIGNALS : 0;
      view.setUint8(at + TTY_EXTENSION_FLAGS, noSignals | ((modes & MODE_RETURNS) === 0 ? TTY_KEEPS_RETURNS : 0));
      return SUCCESS;
    },

    /** Takes the modes, at once. The size is the host's, and what is a terminal stays one. */
    tty_set(state: number): number {
      const device = required();
      const at = memory.range(state, TTY_BYTES);
      const { view } = memory;
      const isOn = (offset: number): boolean => view.getUint8(at + offset) !== 0;
      const flags =
        view.getUint8(at + TTY_EXTENSION) === TTY_EXTENSION_MARK ? view.getUint8(at + TTY_EXTENSION_FLAGS) : 0;
      device.modes =
        (isOn(TTY_ECHO) ? MODE_ECHO : 0) |
        (isOn(TTY_LINE_BUFFERED) ? MODE_LINES : 0) |
        (isOn(TTY_LINE_FEEDS) ? MODE_LINE_FEEDS : 0) |
        ((flags & TTY_NO_SIGNALS) === 0 ? MODE_SIGNALS : 0) |
        ((flags & TTY_KEEPS_RETURNS) === 0 ? MODE_RETURNS : 0);
      return SUCCESS;
    },
  };
}
