import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npmInstall } from './bootstrap.mjs';
import { CACHE, readJson } from './workspace.mjs';

/** The other Node lines that guests run on; the line in use comes first by being the one that runs the tests. */
export const OTHER_NODES = ['22.23.3', '24.21.0'];

/** The path of a Node binary of that exact version, fetched once as an npm package. */
export async function getNode(version, onLine) {
  const folder = join(CACHE, 'nodes', version.split('.')[0]);
  const manifest = join(folder, 'node_modules/node/package.json');
  if (!existsSync(manifest) || readJson(manifest).version !== version) {
    await npmInstall(folder, [`node@${version}`], onLine);
  }
  return join(folder, 'node_modules/node/bin/node');
}
