import { MAX_PROCESSES } from './channels/space-layout.ts';
import type { SpawnRequest } from './process/spawn-request.ts';

/** UTF-16 units of the strings of a request: what a guest may pass, and a path. */
const MAX_TEXT = 8 * 1024 * 1024;
/** Descriptors of a process at most (see the limits of a session). */
const MAX_DESCRIPTORS = 1_048_576;

/** Tells whether a value is the row of a process that is not the first. */
export const isRow = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) < MAX_PROCESSES;

/**
 * What a worker asks the host to start, checked as far as the host uses it: the rest goes to another worker of the same
 * run, which trusts it as much as the memory that both share.
 */
export function parseSpawnRequest(value: unknown): SpawnRequest | null {
  if (typeof value !== 'object' || value === null) return null;
  const { row, pid, moduleId, argv, env, cwd, files, descriptors, ticket } = value as Record<string, unknown>;
  if (!isRow(row) || !Number.isInteger(pid) || !Number.isInteger(moduleId)) return null;
  if (!isTexts(argv) || typeof env !== 'object' || env === null || !isTexts(Object.values(env))) return null;
  if (typeof cwd !== 'string' || cwd.length > MAX_TEXT) return null;
  if (!isList(files) || !isList(descriptors) || !isTicket(ticket)) return null;
  return value as SpawnRequest;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= MAX_DESCRIPTORS;

function isTexts(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  let units = 0;
  for (const text of value) {
    if (typeof text !== 'string') return false;
    units += text.length;
  }
  return units <= MAX_TEXT;
}

function isTicket(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { memory, process, state } = value as Record<string, unknown>;
  return memory instanceof SharedArrayBuffer && Number.isInteger(process) && state instanceof Uint8Array;
}
