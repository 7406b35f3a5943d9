// The packaged worker's script, which also says on request what its heap holds after a collection.
const { BroadcastChannel } = require('node:worker_threads');

const channel = new BroadcastChannel('formicarium-memory');
channel.unref();
channel.onmessage = ({ data }) => {
  if (data !== 'measure') return;
  globalThis.gc();
  globalThis.gc();
  channel.postMessage(process.memoryUsage().heapUsed);
};
require(require.resolve('@aletheia-works/runtime-node/worker'));
