import { fromErrorWire, toErrorWire } from '@aletheia-works/errors';
import { LAST_SIGNAL } from './calls/process.ts';
import { isRow, parseSpawnRequest } from './parse-spawn-request.ts';
import { type ExceededLimit, PROTOCOL_VERSION, type WorkerMessage } from './protocol.ts';

/** Characters of a run's id. */
const MAX_RUN_ID = 256;
/** Characters of an error's text. */
const MAX_TEXT = 4096;
/** An address has 12 bits for the slab (see session-core's extent layout). */
const MAX_SLABS = 4096;
/** Bytes of a journal of changes: metadata only, so this is some ten million entries. */
const MAX_CHANGES = 1024 * 1024 * 1024;

const LIMITS: ReadonlySet<unknown> = new Set(['bytes', 'entries', 'outputBytes']);

/**
 * What a worker posted, checked: a worker ran foreign code, so nothing it says is taken on trust. Null when it is none of
 * the messages of this version.
 */
export function parseWorkerMessage(value: unknown): WorkerMessage | null {
  if (typeof value !== 'object' || value === null) return null;
  const message = value as Record<string, unknown>;
  if (message.version !== PROTOCOL_VERSION) return null;
  const version = PROTOCOL_VERSION;
  const { type, runId } = message;
  if (type === 'ready') return { version, type };
  if (typeof runId !== 'string' || runId.length > MAX_RUN_ID) return null;
  switch (type) {
    case 'output':
    case 'input':
      return { version, type, runId };
    case 'slab': {
      const { index, slab } = message;
      if (!isCount(index) || index >= MAX_SLABS || !(slab instanceof SharedArrayBuffer)) return null;
      return { version, type, runId, index, slab };
    }
    case 'exit': {
      const { exitCode, changes, nextIno, exceeded } = message;
      if (!isCount(exitCode) || exitCode > 255 || !isCount(nextIno)) return null;
      if (changes !== null && (!isBytes(changes) || changes.byteLength > MAX_CHANGES)) return null;
      if (exceeded !== null && !isLimit(exceeded)) return null;
      return { version, type, runId, exitCode, changes, nextIno, exceeded };
    }
    case 'spawn': {
      const request = parseSpawnRequest(message.request);
      return request === null ? null : { version, type, runId, request };
    }
    case 'signal': {
      const { row, pid, signal } = message;
      if (!isRow(row) || !isCount(pid) || !isCount(signal) || signal > LAST_SIGNAL) return null;
      return { version, type, runId, row, pid, signal };
    }
    case 'ended':
      return isRow(message.row) ? { version, type, runId, row: message.row } : null;
    case 'failed':
      return { version, type, runId, error: parseError(message.error) };
    default:
      return null;
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isBytes = (value: unknown): value is Uint8Array<ArrayBuffer> =>
  value instanceof Uint8Array && value.buffer instanceof ArrayBuffer;

const isLimit = (value: unknown): value is ExceededLimit => LIMITS.has(value);

function parseError(value: unknown): ReturnType<typeof toErrorWire> {
  const wire = toErrorWire(fromErrorWire(value));
  return { ...wire, message: wire.message.slice(0, MAX_TEXT) };
}
