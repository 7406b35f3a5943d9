import type { Session, SessionOptions } from '@aletheia-works/session-core';
import { afterEach, describe, expect, it } from 'vitest';

/** How the suite gets at a runtime, and at guests that are written in C. */
export interface ProcessesUnderTest {
  createSession(options?: SessionOptions): Promise<Session>;
  /** How many workers of this runtime live right now; left out where nobody can tell. */
  countWorkers?(): number;
  /** The module of a C guest by the name of its source. */
  guest(name: string): Promise<Uint8Array>;
}

/** The programs that the suite's guest runs, by the names of their sources. */
const PROGRAMS = {
  family: 'processes/family',
  cat: 'cat',
  'exit-code': 'exit-code',
  noop: 'noop',
  spin: 'spin',
  'stack-overflow': 'stack-overflow',
  trap: 'trap',
} as const;

/** How many rules each part of the guest states. */
const PARTS = [
  ['ends', 8],
  ['joins', 10],
  ['pipes', 8],
  ['files', 8],
  ['exec', 7],
] as const;

const decoder = new TextDecoder();

/** What every runtime must do with the processes that a guest spawns. */
export function processContract(setup: ProcessesUnderTest): void {
  const open: Session[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((session) => session.dispose()));
  });

  async function create(options?: SessionOptions): Promise<Session> {
    const session = await setup.createSession(options);
    open.push(session);
    for (const [name, source] of Object.entries(PROGRAMS)) {
      await session.registerGuest({ name, bytes: await setup.guest(source) });
    }
    return session;
  }

  async function verdict(session: Session, part: string) {
    const { exitCode, stdout } = await session.run({ tool: 'family', args: [part] });
    const lines = decoder.decode(stdout).split('\n');
    return {
      exitCode,
      failed: lines.filter((line) => line.startsWith('FAILED')),
      held: lines.filter((line) => line.startsWith('ok ')).length,
    };
  }

  const names = async (session: Session): Promise<string[]> =>
    (await session.listEntries('/work')).map(({ path }) => path);

  describe('processes', () => {
    it.each(PARTS)('hold every rule of %s', async (part, held) => {
      expect(await verdict(await create(), part)).toEqual({ exitCode: 0, failed: [], held });
    });

    it('hold every rule of limits', async () => {
      const session = await create({ limits: { processes: 4 } });
      expect(await verdict(session, 'limits')).toEqual({ exitCode: 0, failed: [], held: 6 });
    });

    it('leave what they wrote to the session', async () => {
      const session = await create();
      await session.run({ tool: 'family', args: ['files'] });
      expect(decoder.decode(await session.readFile('/work/sub/inside'))).toBe('made');
      expect((await session.readFile('/work/log')).length).toBe(8000);
      expect(await names(session)).not.toContain('/work/left');
    });

    it('end with the first one, whatever they do', async () => {
      const session = await create();
      expect((await session.run({ tool: 'family', args: ['leave'] })).exitCode).toBe(3);
      expect((await session.run({ tool: 'noop' })).exitCode).toBe(0);
    });

    it('are rolled back with the first one on abort, and the next run works', async () => {
      const session = await create();
      for (let round = 0; round < 3; round++) {
        const controller = new AbortController();
        const error = await session
          .run({
            tool: 'family',
            args: ['tree'],
            signal: controller.signal,
            onOutput: ({ data }) => {
              if (decoder.decode(data).includes('ready')) controller.abort();
            },
          })
          .catch((reason: unknown) => reason);
        expect(error).toMatchObject({ code: 'ABORTED' });
        expect(await names(session)).toEqual([]);
      }
      expect((await session.run({ tool: 'family', args: ['many', '3'] })).exitCode).toBe(0);
    });

    it('leave no worker behind', async () => {
      const session = await create();
      await session.run({ tool: 'family', args: ['many', '20'] });
      const count = setup.countWorkers ?? (() => 0);
      const few = count();
      expect((await session.run({ tool: 'family', args: ['many', '1000'] })).exitCode).toBe(0);
      expect(count()).toBeLessThanOrEqual(few + 1);
      await session.dispose();
      expect(count()).toBe(0);
    });
  });
}
