import { describe, expect, it } from 'vitest';
import { codeOf, openWorld, stateOf } from './command-world.ts';

function lockedStream(): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>();
  stream.getReader();
  return stream;
}

const size = { columns: 80, rows: 24 };

/** Of every kind: empty, builtin, install, guest. */
const LINES = ['', 'ls', 'install hello', 'hello'];

const WRONG: [rule: string, options: unknown][] = [
  ['null', null],
  ['a function', () => {}],
  ['an array', []],
  ['an unknown key', { timeoutMs: 1_000 }],
  ['an unknown key that is undefined', { env: undefined }],
  ['a signal that is none', { signal: {} }],
  ['a signal that is null', { signal: null }],
  ['onProgress that is no function', { onProgress: {} }],
  ['onOutput that is no function', { onOutput: 'log' }],
  ['stdin that is a string', { stdin: 'text' }],
  ['stdin that is bytes', { stdin: new Uint8Array(1) }],
  ['stdin that is an iterable', { stdin: [new Uint8Array(1)] }],
  ['a locked stdin', { stdin: lockedStream() }],
  ['terminal: true', { terminal: true }],
  ['a terminal without rows', { terminal: { columns: 80 } }],
  ['a terminal of 0 columns', { terminal: { columns: 0, rows: 24 } }],
  ['a terminal of 65,536 rows', { terminal: { columns: 80, rows: 65_536 } }],
  ['a terminal of half a column', { terminal: { columns: 80.5, rows: 24 } }],
  ['a terminal of NaN columns', { terminal: { columns: Number.NaN, rows: 24 } }],
  ['a terminal measured in strings', { terminal: { columns: '80', rows: '24' } }],
  ['a terminal with an unknown key', { terminal: { ...size, colors: 256 } }],
  ['a terminal with a resize that is no stream', { terminal: { ...size, resize: () => {} } }],
  ['a terminal with a locked resize', { terminal: { ...size, resize: lockedStream() } }],
  ['network: true', { network: true }],
  ['a network without allow', { network: {} }],
  ['a network with an entry without a port', { network: { allow: ['github.com'] } }],
  ['a network with an unknown key', { network: { allow: [], deny: [] } }],
  ['a network with a relay that is no WebSocket', { network: { allow: [], relay: 'https://relay.example/' } }],
  [
    'a network with a relay with an unknown key',
    { network: { allow: [], relay: { url: 'wss://relay.example/', user: 'me' } } },
  ],
  ['a network with a wrong allowPrivate', { network: { allow: [], allowPrivate: 'yes' } }],
  [
    'options that throw when read',
    {
      get stdin() {
        throw new Error('read');
      },
    },
  ],
];

describe('options of execute', () => {
  it.each(WRONG)('refuses %s for every kind of line and changes nothing', async (_rule, options) => {
    const { session, refuse, runtime } = await openWorld({ 'a.txt': 'a' });
    const before = await stateOf(session);
    for (const line of LINES) expect(await refuse(line, options)).toBe('INVALID_INPUT');
    expect(session.state).toBe('idle');
    expect(await stateOf(session)).toEqual(before);
    expect(runtime.requests).toEqual([]);
  });

  it.each<[rule: string, options: unknown]>([
    ['undefined', undefined],
    ['no key', {}],
    ['keys that are undefined', { signal: undefined, onProgress: undefined, stdin: undefined, terminal: undefined }],
    ['a stdin', { stdin: new ReadableStream() }],
    ['the smallest terminal', { terminal: { columns: 1, rows: 1 } }],
    ['the largest terminal', { terminal: { columns: 65_535, rows: 65_535 } }],
    ['a terminal that changes its size', { terminal: { ...size, resize: new ReadableStream() } }],
    ['a network', { network: { allow: ['github.com:443'], relay: 'wss://relay.example/', allowPrivate: false } }],
  ])('accepts %s, which a builtin ignores', async (_rule, options) => {
    const { shell } = await openWorld({ 'a.txt': 'a' });
    expect(await shell.execute('cat a.txt', options as never)).toMatchObject({ kind: 'builtin' });
  });

  it('leaves stdin and resize of a builtin and of an install unread and unlocked', async () => {
    const { shell } = await openWorld({ 'a.txt': 'a' });
    let pulls = 0;
    const pull = (): void => {
      pulls += 1;
    };
    const stdin = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const resize = new ReadableStream<typeof size>({ pull }, { highWaterMark: 0 });
    for (const line of ['', 'cat a.txt', 'install hello']) {
      await shell.execute(line, { stdin, terminal: { ...size, resize } });
    }
    expect([stdin.locked, resize.locked, pulls]).toEqual([false, false, 0]);
  });

  it('reads every option once', async () => {
    const { shell, refuse } = await openWorld();
    let reads = 0;
    const options = {
      get stdin() {
        reads += 1;
        return reads === 1 ? undefined : 'text';
      },
    };
    await shell.execute('ls', options as never);
    expect(reads).toBe(1);
    expect(await codeOf(shell.execute('ls', options as never))).toBe('INVALID_INPUT');
    expect(await refuse('ls', options)).toBe('INVALID_INPUT');
  });
});
