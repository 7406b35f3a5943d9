// Serves the catalogue's bytes from another process, so that the mirror's own memory is not measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the mirror; resolves with the catalogue that points to it. */
export async function startMirrorProcess() {
  const child = fork(fileURLToPath(new URL('./mirror-server.mjs', import.meta.url)));
  const [catalog] = await once(child, 'message');
  return { catalog, close: () => child.kill() };
}
