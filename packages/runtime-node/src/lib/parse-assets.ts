import { isAbsolute } from 'node:path';
import { ExecutionError } from '@aletheia-works/errors';

/** Files that a runtime loads at run time. */
export interface NodeAssets {
  /**
   * The worker's script: a `file:` URL, or an absolute path. Default: the one in this package. Give it when a bundler
   * moved this package's code away from its files.
   */
  readonly worker?: URL | string;
}

const ACCEPTED = 'a file: URL or an absolute path is accepted';

/** The worker's script out of unchecked `assets`. Throws `INVALID_INPUT`. */
export function parseWorkerScript(assets: unknown, packaged: URL): URL | string {
  if (assets === undefined) return packaged;
  if (typeof assets !== 'object' || assets === null || Array.isArray(assets)) {
    throw invalid('Cannot create the session: assets is no object; { worker } is accepted');
  }
  const unknown = Object.keys(assets).find((key) => key !== 'worker');
  if (unknown !== undefined) {
    throw invalid(`Cannot create the session: assets has the unknown key "${unknown}"; worker is accepted`);
  }
  const { worker } = assets as { worker?: unknown };
  if (worker === undefined) return packaged;
  const given = worker instanceof URL ? worker.href : worker;
  if (typeof given !== 'string')
    throw invalid(`Cannot create the session: assets.worker is ${typeof given}; ${ACCEPTED}`);
  if (given.startsWith('file:') && URL.canParse(given)) return new URL(given);
  if (isAbsolute(given)) return given;
  throw invalid(`Cannot create the session: assets.worker is ${JSON.stringify(given.slice(0, 200))}; ${ACCEPTED}`);
}

const invalid = (message: string): ExecutionError => new ExecutionError('INVALID_INPUT', message);
