import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { createCommandSession, ExecutionError, type GuestCatalog } from '@aletheia-works/formicarium';
import { createSession } from '@aletheia-works/formicarium/node';
import { testGuest } from '@aletheia-works/guests/test-guests';
import { afterAll, beforeAll, expect, it } from 'vitest';

const server = createServer();
let catalog: GuestCatalog;

beforeAll(async () => {
  const bytes = await testGuest('echo');
  const digest = createHash('sha256').update(bytes).digest('hex');
  server.on('request', (_, response) => response.end(bytes));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  catalog = {
    schemaVersion: 1,
    tools: {
      echo: {
        default: '1.0.0',
        versions: {
          '1.0.0': {
            url: `http://127.0.0.1:${address.port}/echo.wasm`,
            sha256: digest,
            format: 'wasm',
            guestSha256: digest,
            build: { source: { url: 'https://example.org/echo', ref: 'v1' }, target: 'wasm32-wasip1' },
          },
        },
      },
    },
  };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('runs the program that the documentation shows', async () => {
  const session = await createSession();
  const codes: string[] = [];
  try {
    const shell = createCommandSession(session, { catalog });
    const { stdout } = await shell.execute('install echo');
    expect(new TextDecoder().decode(stdout)).toMatch(/^installed echo@1\.0\.0 \(sha256 [0-9a-f]{64}\)\n$/);
    const result = await shell.execute('echo \'two words\' ""');
    expect(result).toMatchObject({ kind: 'guest', tool: 'echo', exitCode: 0 });
    expect(new TextDecoder().decode(result.stdout)).toBe('argv[0]=echo\nargv[1]=two words\nargv[2]=\n');
    await shell.execute('aube --version').catch((error: unknown) => {
      if (error instanceof ExecutionError) codes.push(error.code);
    });
  } finally {
    await session.dispose();
  }
  expect(codes).toEqual(['NOT_FOUND']);
});
