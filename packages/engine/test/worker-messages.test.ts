import { PROTOCOL_VERSION, parseWorkerMessage } from '@aletheia-works/engine/internal';
import { describe, expect, it } from 'vitest';

const version = PROTOCOL_VERSION;
const runId = 'run-1';

const request = {
  row: 1,
  pid: 2,
  moduleId: 3,
  argv: ['tool', ''],
  env: { PATH: '/usr/bin' },
  cwd: '/work',
  files: [{ kind: 'stdin', flags: 0 }],
  descriptors: [{ fd: 0, file: 0, rights: 2, inheriting: 0, preopen: null }],
  ticket: { memory: new SharedArrayBuffer(8), process: 2, state: new Uint8Array(8) },
};

describe('what a worker says about processes', () => {
  it.each([
    ['a process to start', { type: 'spawn', request }],
    ['a signal to heed', { type: 'signal', row: 31, pid: 40, signal: 15 }],
    ['a process that ended', { type: 'ended', row: 1 }],
  ])('is understood: %s', (_, message) => {
    expect(parseWorkerMessage({ version, runId, ...message })).toEqual({ version, runId, ...message });
  });

  it.each([
    ['no request', { type: 'spawn' }],
    ['the row of the first process', { type: 'spawn', request: { ...request, row: 0 } }],
    ['a row beyond the table', { type: 'spawn', request: { ...request, row: 32 } }],
    ['a fraction for a module', { type: 'spawn', request: { ...request, moduleId: 1.5 } }],
    ['an argument that is no text', { type: 'spawn', request: { ...request, argv: ['tool', 7] } }],
    ['an environment that is none', { type: 'spawn', request: { ...request, env: null } }],
    ['a variable that is no text', { type: 'spawn', request: { ...request, env: { KEY: 7 } } }],
    ['more text than a guest may pass', { type: 'spawn', request: { ...request, argv: ['x'.repeat(9 << 20)] } }],
    ['files that are no list', { type: 'spawn', request: { ...request, files: {} } }],
    [
      'memory that is not shared',
      { type: 'spawn', request: { ...request, ticket: { ...request.ticket, memory: {} } } },
    ],
    ['a signal that is none', { type: 'signal', row: 1, pid: 2, signal: 31 }],
    ['a signal to a negative process', { type: 'signal', row: 1, pid: -2, signal: 9 }],
    ['an end of nobody', { type: 'ended', row: -1 }],
  ])('is refused: %s', (_, message) => {
    expect(parseWorkerMessage({ version, runId, ...message })).toBeNull();
  });
});
