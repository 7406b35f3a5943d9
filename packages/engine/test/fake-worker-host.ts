import type { WorkerEvents, WorkerHost } from '@aletheia-works/engine/host';
import { type HostMessage, PROTOCOL_VERSION, type RunMessage } from '@aletheia-works/engine/internal';
import type { FileView, RunRequest } from '@aletheia-works/session-core/internal';

const version = PROTOCOL_VERSION;

/** A worker played by the test: it says what the test makes it say. */
export class FakeWorker {
  readonly events: WorkerEvents;
  readonly posted: HostMessage[] = [];
  terminated = 0;
  busy = false;
  /** Makes `terminate` resolve; called at once unless the test holds it back. */
  ended: (() => void) | null = null;
  holdTermination = false;

  constructor(events: WorkerEvents) {
    this.events = events;
  }

  get channels(): SharedArrayBuffer {
    const init = this.posted.find((message) => message.type === 'init');
    if (init?.type !== 'init') throw new Error('no init was posted');
    return init.channels;
  }

  get runs(): RunMessage[] {
    return this.posted.filter((message) => message.type === 'run');
  }

  say(message: Record<string, unknown>): void {
    this.events.message({ version, ...message });
  }

  ready(): void {
    this.say({ type: 'ready' });
  }

  exit(runId: string, exitCode = 0, more: Record<string, unknown> = {}): void {
    this.say({ type: 'exit', runId, exitCode, changes: new Uint8Array(0), nextIno: 9, exceeded: null, ...more });
  }
}

/** A platform without threads. */
export function fakeWorkerHost() {
  const workers: FakeWorker[] = [];
  const soon: (() => void)[] = [];
  const host: WorkerHost = {
    capabilities: { network: 'none', isImportSupported: () => true },
    spawn(events) {
      const worker = new FakeWorker(events);
      workers.push(worker);
      return {
        post: (message) => void worker.posted.push(message),
        terminate: () =>
          new Promise((resolve) => {
            worker.terminated += 1;
            worker.ended = resolve;
            if (!worker.holdTermination) resolve();
          }),
        setBusy: (busy) => {
          worker.busy = busy;
        },
      };
    },
    soon: (callback) => void soon.push(callback),
  };
  const worker = (index: number): FakeWorker => {
    const found = workers[index];
    if (found === undefined) throw new Error(`worker ${index} was never started`);
    return found;
  };
  return { host, workers, worker };
}

/** Files that hold nothing, with books on what was asked of them. */
export function fakeFiles(generation = 1, over: Partial<FileView> = {}): FileView {
  return {
    generation,
    nextIno: 5,
    usage: { bytes: 0, entries: 2 },
    slabs: [],
    full: () => Uint8Array.of(generation, 0xff),
    since: (from) => Uint8Array.of(from, generation),
    adoptSlab: () => undefined,
    ...over,
  };
}

// The empty module: a header and nothing else.
const module = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
const image = { size: 8, addr: 0, cap: 16, blocks: null };

export function fakeRequest(over: Partial<RunRequest> = {}): RunRequest {
  const program = { name: 'tool', module, moduleId: 1, image };
  return {
    runId: 'run-1',
    files: fakeFiles(),
    program,
    programs: [program],
    argv: ['tool'],
    env: {},
    cwd: '/work',
    roots: ['/work', '/home/guest'],
    stdin: null,
    terminal: null,
    limits: { bytes: 1, entries: 1, descriptors: 1, processes: 1, sockets: 1, outputBytes: 1 },
    onOutput: () => undefined,
    ...over,
  };
}
