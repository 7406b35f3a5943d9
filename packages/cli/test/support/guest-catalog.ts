import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuestCatalog } from '@aletheia-works/formicarium';
import { testGuest } from '@aletheia-works/guests/test-guests';
import type { CatalogServer } from '@aletheia-works/testkit';

/** Sources that lie in a directory of their own. */
const SOURCES: Readonly<Record<string, string>> = { keys: 'terminal/keys' };

/** A catalogue of test guests that `server` serves, as a file in `directory`. */
export async function writeGuestCatalog(
  server: CatalogServer,
  directory: string,
  names: readonly string[],
): Promise<string> {
  const tools: Record<string, GuestCatalog['tools'][string]> = {};
  for (const name of names) {
    const bytes = await testGuest(SOURCES[name] ?? name);
    const digest = createHash('sha256').update(bytes).digest('hex');
    tools[name] = {
      default: '1.0.0',
      versions: {
        '1.0.0': {
          url: server.serve(`/${name}.wasm`, bytes),
          sha256: digest,
          size: bytes.length,
          format: 'wasm',
          guestSha256: digest,
          build: { source: { url: 'https://example.org/guests', ref: 'main' }, target: 'wasm32-wasip1' },
        },
      },
    };
  }
  const file = join(directory, 'catalog.json');
  await writeFile(file, JSON.stringify({ schemaVersion: 1, tools } satisfies GuestCatalog));
  return file;
}
