import { createWorkerRuntime, isImportSupported } from '@aletheia-works/engine/host';
import type { Session, SessionOptions } from '@aletheia-works/session-core';
import { createCoreSession } from '@aletheia-works/session-core/internal';
import { type NodeAssets, parseWorkerScript } from './parse-assets.ts';
import { spawnWorker } from './spawn-worker.ts';

/** Options of {@link createSession}. */
export interface NodeSessionOptions extends SessionOptions {
  readonly assets?: NodeAssets;
}

/** Beside the bundle that this module becomes a part of. */
const PACKAGED_WORKER = new URL('./worker.cjs', import.meta.url);

/**
 * Creates a Session whose guests run on worker threads of this process.
 *
 * The first worker starts right away, in the background. An idle Session does not keep the process alive, a running
 * guest does. Call `dispose` to give back the worker and the memory.
 *
 * @throws ExecutionError `INVALID_INPUT` when an option is not as described, `QUOTA` when the entries pass the limits. A
 *   worker that cannot start is reported by the first run: `ASSET_LOAD` when its script is missing, else `CORE_INIT`.
 */
export async function createSession(options?: NodeSessionOptions): Promise<Session> {
  const { assets, rest } = splitAssets(options);
  const script = parseWorkerScript(assets, PACKAGED_WORKER);
  const runtime = createWorkerRuntime({
    capabilities: { network: 'direct', isImportSupported },
    spawn: (events) => spawnWorker(script, events),
    soon: (callback) => void setImmediate(callback),
  });
  try {
    return createCoreSession(rest, runtime);
  } catch (error) {
    await runtime.dispose();
    throw error;
  }
}

/** Takes away what session-core does not know; it checks everything else, also that there are options at all. */
function splitAssets(options: NodeSessionOptions | undefined): { assets: unknown; rest: SessionOptions | undefined } {
  if (typeof options !== 'object' || options === null || !('assets' in options))
    return { assets: undefined, rest: options };
  const { assets, ...rest } = options;
  return { assets, rest };
}
