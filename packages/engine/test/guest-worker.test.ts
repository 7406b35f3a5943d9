import {
  createChannelBuffer,
  OutputReader,
  PROTOCOL_VERSION,
  type RunMessage,
  resetChannels,
  type WorkerMessage,
} from '@aletheia-works/engine/internal';
import { type HostMessage, serveGuestWorker, type WorkerPort } from '@aletheia-works/engine/worker';
import { HostFiles } from '@aletheia-works/session-core/internal';
import { type WatGuest, watGuest } from '@aletheia-works/testkit';
import { describe, expect, it } from 'vitest';

const version = PROTOCOL_VERSION;
const limits = { bytes: 2 ** 30, entries: 1000, descriptors: 64, processes: 1, sockets: 1, outputBytes: 1 << 20 };
const roots = ['/work', '/home/guest'];
const setting = { env: {}, cwd: '/work', roots, limits };

/** A worker in this thread, and the host's files that it copies. */
class Served {
  readonly files = new HostFiles({ roots, limits });
  readonly channels = createChannelBuffer();
  readonly posted: WorkerMessage[] = [];
  readonly port: WorkerPort = {
    onmessage: null,
    postMessage: (message) => {
      this.posted.push(message);
      if (message.type === 'slab') this.files.view().adoptSlab(message.index, message.slab);
    },
  };

  constructor() {
    serveGuestWorker(this.port);
    resetChannels(this.channels);
    this.send({ version, type: 'init', channels: this.channels });
  }

  send(message: HostMessage): void {
    this.port.onmessage?.(message);
  }

  /** Runs a module that was sent before, or is sent along. */
  async run(name: WatGuest, moduleId: number, over: Partial<RunMessage> = {}): Promise<WorkerMessage> {
    const { nextIno, usage, slabs } = this.files.view();
    const module = new WebAssembly.Module(await watGuest(name));
    this.send({
      version,
      type: 'run',
      runId: 'run',
      sync: this.files.view().full(),
      full: true,
      slabs: slabs.map((slab, index) => [index, slab] as const),
      nextIno,
      usage,
      modules: [[moduleId, module]],
      programs: [],
      program: { name, moduleId, image: { size: 0, addr: -1, cap: 0, blocks: null } },
      argv: [name],
      setting,
      hasInput: false,
      hasTerminal: false,
      ...over,
    });
    const last = this.posted.at(-1);
    if (last === undefined) throw new Error('nothing was posted');
    return last;
  }

  /** What every run after the first is sent when the files stayed the same. */
  readonly upToDate = { sync: null, full: false, slabs: [], programs: null } as const;
}

describe('guest worker', () => {
  it('says when it is ready', () => {
    expect(new Served().posted).toEqual([{ version, type: 'ready' }]);
  });

  it('refuses a host of another protocol', () => {
    const message = { version: 99, type: 'init', channels: createChannelBuffer() } as unknown as HostMessage;
    expect(() => new Served().send(message)).toThrow(/Cannot serve a host of protocol 99/);
  });

  it('reports an exit with no changes, and again when it is up to date', async () => {
    const served = new Served();
    expect(await served.run('noop', 1)).toMatchObject({ type: 'exit', exitCode: 0, changes: new Uint8Array(0) });
    const again = await served.run('noop', 1, { ...served.upToDate, modules: [] });
    expect(again).toMatchObject({ type: 'exit', exitCode: 0, exceeded: null });
  });

  it('puts output into the ring and wakes the host once', async () => {
    const served = new Served();
    expect(await served.run('streams', 1)).toMatchObject({ type: 'exit', exitCode: 3 });
    expect(served.posted.filter(({ type }) => type === 'output')).toHaveLength(1);
    const reader = new OutputReader(served.channels);
    const text = (data: Uint8Array | undefined) => new TextDecoder().decode(data);
    expect([text(reader.take()?.data), text(reader.take()?.data), text(reader.take()?.data)]).toEqual([
      'one ',
      'two ',
      'three',
    ]);
  });

  it('holds exactly the modules that the last run named', async () => {
    const served = new Served();
    await served.run('noop', 1);
    await served.run('streams', 2, served.upToDate);
    const gone = await served.run('noop', 1, { ...served.upToDate, modules: [] });
    expect(gone).toMatchObject({ type: 'failed', error: { code: 'EXECUTION' } });
  });

  it('reports a slab before the changes that need it, and changes that the host can commit', async () => {
    const served = new Served();
    const exit = await served.run('fileThenExit', 1);
    expect(served.posted.map(({ type }) => type)).toEqual(['ready', 'slab', 'exit']);
    if (exit.type !== 'exit' || exit.changes === null) throw new Error('no exit with changes');
    served.files.commit(exit.changes, exit.nextIno);
    const { vfs } = served.files;
    const work = vfs.lookup(vfs.root, 'work');
    expect(work && vfs.entries(work).map(([name, inode]) => [name, inode.size])).toEqual([['kept.txt', 3]]);
  });

  it('builds its files anew after a guest that trapped', async () => {
    const served = new Served();
    expect(await served.run('fileThenTrap', 1)).toMatchObject({ type: 'failed', error: { code: 'EXECUTION' } });
    const exit = await served.run('fileThenExit', 2);
    if (exit.type !== 'exit' || exit.changes === null) throw new Error('no exit with changes');
    served.files.commit(exit.changes, exit.nextIno);
    expect(served.files.vfs.usage).toEqual({ bytes: 3, entries: 1 });
  });

  it('says which limit the guest met', async () => {
    const served = new Served();
    const exit = await served.run('floodUntilRefused', 1, {
      setting: { ...setting, limits: { ...limits, outputBytes: 70_000 } },
    });
    expect(exit).toMatchObject({ type: 'exit', exceeded: 'outputBytes' });
    const full = await served.run('fileThenExit', 2, { setting: { ...setting, limits: { ...limits, entries: 0 } } });
    expect(full).toMatchObject({ type: 'exit', exitCode: 99, exceeded: 'entries' });
  });
});
