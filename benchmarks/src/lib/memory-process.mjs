// Prints, as JSON, what one scenario of the memory case leaves in or takes from this process.
import { setFlagsFromString } from 'node:v8';
import { BroadcastChannel } from 'node:worker_threads';
import { createSession } from '@aletheia-works/formicarium/node';
import { testGuest } from '@aletheia-works/guests/test-guests';

const settle = async () => {
  for (let round = 0; round < 4; round++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const rss = () => process.memoryUsage.rss();

/** Live bytes of both heaps after a collection. */
async function heaps(channel) {
  await settle();
  const answer = new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(data);
  });
  channel.postMessage('measure');
  return process.memoryUsage().heapUsed + (await answer);
}

const scenarios = {
  /** Bytes that 100,000 files of 16 bytes add to both heaps and to the contents, once both sides know them. */
  async files() {
    setFlagsFromString('--expose-gc');
    const channel = new BroadcastChannel('formicarium-memory');
    const worker = new URL('./measured-worker.cjs', import.meta.url);
    const session = await createSession({ assets: { worker } });
    await session.registerGuest({ name: 'noop', bytes: await testGuest('noop') });
    await session.run({ tool: 'noop' });
    const before = await heaps(channel);
    const resident = rss();
    const data = new Uint8Array(16);
    for (let directory = 0; directory < 100; directory++) await session.makeDirectory(`/work/d${directory}`);
    for (let file = 0; file < 100_000; file++) await session.writeFile(`/work/d${file % 100}/f${file}`, data);
    await session.run({ tool: 'noop' });
    const contents = 100_000 * data.length;
    return { bytes: (await heaps(channel)) - before + contents, resident: rss() - resident };
  },
  /** Growth between the first tenth and the end of 400 writes and deletes of 16 MiB by the host. */
  async churn() {
    const session = await createSession();
    const data = new Uint8Array(16 * 1024 * 1024).fill(7);
    let after = 0;
    for (let round = 0; round < 400; round++) {
      await session.writeFile('/work/f', data);
      await session.remove('/work/f');
      if (round === 40) {
        await settle();
        after = rss();
      }
    }
    await settle();
    return { growth: rss() - after };
  },
  /** The highest resident size during an install of CPython from the loopback mirror, over the size before. */
  async install() {
    const { startMirrorProcess } = await import('./mirror-process.mjs');
    const { catalog, close } = await startMirrorProcess();
    const { createInstaller } = await import('@aletheia-works/formicarium');
    const session = await createSession();
    const installer = createInstaller(session, { catalog });
    // The first fetch of a process loads Node's HTTP client, which stays and is no part of what an install holds.
    await fetch(new URL('/', catalog.tools.python.versions[catalog.tools.python.default].url)).then((r) => r.text());
    await settle();
    const before = rss();
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, rss());
    }, 5);
    const { size } = await installer.install('python', { onProgress: () => (peak = Math.max(peak, rss())) });
    peak = Math.max(peak, rss());
    clearInterval(timer);
    close();
    return { peak: peak - before, size };
  },
};

console.log(JSON.stringify(await scenarios[process.argv[2]]()));
process.exit(0);
