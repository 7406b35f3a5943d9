import { type NetworkPolicy, parseNetworkOptions } from '@aletheia-works/network-policy';
import { checkCString, checkEnv, checkInteger, checkObject, checkSignal, checkStream } from './check-object.ts';
import { parseModuleBytes } from './guests/parse-guest-options.ts';
import { invalidInput, quoted } from './invalid-input.ts';
import type { RunTerminal, TerminalSize } from './runtime-port.ts';
import type { OutputChunk } from './session.ts';

/** Checked options of a run. */
export interface ParsedRun {
  /** Name of a registered guest, or a module of its own. */
  readonly program: string | Uint8Array<ArrayBuffer>;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: ReadableStream<Uint8Array> | null;
  readonly terminal: RunTerminal | null;
  readonly network: NetworkPolicy | null;
  /** Milliseconds, or null for no limit. */
  readonly timeoutMs: number | null;
  readonly signal: AbortSignal | undefined;
  readonly onOutput: ((chunk: OutputChunk) => void) | undefined;
}

const KEYS = [
  'tool',
  'guest',
  'args',
  'env',
  'stdin',
  'terminal',
  'network',
  'timeoutMs',
  'signal',
  'onOutput',
] as const;

/** Milliseconds that a run may take when nothing else is said and no stdin keeps it waiting for a user. */
export const DEFAULT_TIMEOUT_MS = 600_000;
/** Milliseconds; longer ones overflow the timers of every engine (HTML, "timer initialization steps"). */
const MAX_TIMEOUT_MS = 2_147_483_647;
/** Character cells in one direction: what a terminal's size can say (struct winsize). */
const MAX_CELLS = 65_535;

/**
 * Checks the options of a run, before any reservation.
 *
 * @throws ExecutionError `INVALID_INPUT`
 */
export function parseRunOptions(value: unknown): ParsedRun {
  const given = checkObject(value, KEYS, 'the options of run');
  if ((given.tool === undefined) === (given.guest === undefined)) {
    const which = given.tool === undefined ? 'neither tool nor guest' : 'both tool and guest';
    throw invalidInput(`Cannot use the options of run: ${which} is given; exactly one is accepted`);
  }
  const stdin = checkStream(given.stdin, 'stdin') ?? null;
  const timeout = checkInteger(given.timeoutMs, { min: 1, max: MAX_TIMEOUT_MS, fallback: 0 }, 'timeoutMs');
  return {
    args: parseArgs(given.args),
    env: checkEnv(given.env, 'env'),
    stdin,
    terminal: parseTerminal(given.terminal),
    network: parseNetwork(given.network),
    timeoutMs: timeout > 0 ? timeout : stdin === null ? DEFAULT_TIMEOUT_MS : null,
    signal: checkSignal(given.signal, 'signal'),
    onOutput: parseCallback(given.onOutput),
    program: given.tool === undefined ? parseModuleBytes(given.guest, false, 'guest') : parseTool(given.tool),
  };
}

/** A name that no guest can have is a guest that is not registered, which is found out after the reservation. */
function parseTool(value: unknown): string {
  if (typeof value !== 'string') throw invalidInput(`Cannot use the tool ${quoted(value)}: a string is accepted`);
  return value;
}

function parseArgs(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value))
    throw invalidInput(`Cannot use args: it is ${quoted(value)}; an array of strings is accepted`);
  return Array.from(value, (arg, index) => checkCString(arg, `args[${index}]`));
}

function parseTerminal(value: unknown): RunTerminal | null {
  if (value === undefined) return null;
  const given = checkObject(value, ['columns', 'rows', 'resize'], 'terminal');
  const cells = (size: unknown, what: string): number => {
    if (size === undefined)
      throw invalidInput(`Cannot use terminal: ${what} is missing; an integer from 1 to ${MAX_CELLS} is accepted`);
    return checkInteger(size, { min: 1, max: MAX_CELLS, fallback: 0 }, `terminal.${what}`);
  };
  const size = { columns: cells(given.columns, 'columns'), rows: cells(given.rows, 'rows') };
  const resize = checkStream(given.resize, 'terminal.resize') as ReadableStream<TerminalSize> | undefined;
  return resize === undefined ? size : { ...size, resize };
}

function parseNetwork(value: unknown): NetworkPolicy | null {
  if (value === undefined) return null;
  const parsed = parseNetworkOptions(value);
  if (!parsed.ok) throw invalidInput(parsed.message);
  return parsed.value;
}

function parseCallback(value: unknown): ((chunk: OutputChunk) => void) | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'function')
    throw invalidInput(`Cannot use onOutput: it is ${quoted(value)}; a function is accepted`);
  return value as (chunk: OutputChunk) => void;
}
