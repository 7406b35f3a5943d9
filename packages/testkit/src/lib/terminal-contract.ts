import type { RunOptions, RunResult, Session, SessionOptions, TerminalSize } from '@aletheia-works/session-core';
import { afterEach, describe, expect, it } from 'vitest';

/** How the suite gets at a runtime, and at guests that are written in C. */
export interface TerminalUnderTest {
  createSession(options?: SessionOptions): Promise<Session>;
  /** The module of a C guest by the name of its source. */
  guest(name: string): Promise<Uint8Array>;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A guest on a terminal, with the suite as its user. */
interface Screen {
  type(keys: string): void;
  /** No key will come any more. */
  hangUp(): void;
  resize(size: TerminalSize): void;
  /** Resolves with what appeared since the last match once that contains `text`. */
  until(text: string): Promise<string>;
  readonly ended: Promise<RunResult>;
}

/** What every runtime must do for a guest on a terminal. */
export function terminalContract(setup: TerminalUnderTest): void {
  const open: Session[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((session) => session.dispose()));
  });

  async function create(): Promise<Session> {
    const session = await setup.createSession();
    open.push(session);
    return session;
  }

  async function start(
    session: Session,
    guest: string,
    args: string[],
    more: Partial<RunOptions> = {},
  ): Promise<Screen> {
    let keys: ReadableStreamDefaultController<Uint8Array> | undefined;
    let sizes: ReadableStreamDefaultController<TerminalSize> | undefined;
    let shown = '';
    let look: () => void = () => undefined;
    const ended = session.run({
      guest: await setup.guest(guest),
      args,
      stdin: new ReadableStream<Uint8Array>({
        start(controller) {
          keys = controller;
        },
      }),
      terminal: {
        columns: 80,
        rows: 24,
        resize: new ReadableStream<TerminalSize>({
          start(controller) {
            sizes = controller;
          },
        }),
      },
      onOutput: ({ data }) => {
        shown += decoder.decode(data);
        look();
      },
      ...more,
    });
    ended.catch(() => look());
    return {
      type: (text) => keys?.enqueue(encoder.encode(text)),
      hangUp: () => keys?.close(),
      resize: (size) => sizes?.enqueue(size),
      until: (text) =>
        new Promise((resolve, reject) => {
          look = () => {
            const at = shown.indexOf(text);
            if (at < 0) return;
            resolve(shown.slice(0, at + text.length));
            shown = shown.slice(at + text.length);
            look = () => undefined;
          };
          ended.then(
            () => reject(new Error(`The guest ended before ${text}; it showed ${shown}`)),
            (cause) => reject(new Error('The run failed', { cause })),
          );
          look();
        }),
      ended,
    };
  }

  const names = async (session: Session): Promise<string[]> =>
    (await session.listEntries('/work')).map(({ path }) => path);

  describe('a terminal', () => {
    it('is all three streams of a guest, or none', async () => {
      const session = await create();
      const guest = await setup.guest('isatty');
      const text = async (options: Partial<RunOptions>): Promise<string> =>
        decoder.decode((await session.run({ guest, ...options })).stdout);
      expect(await text({ terminal: { columns: 132, rows: 43 } })).toBe(
        'stdin=1 stdout=1 stderr=1\r\nTERM=xterm-256color COLUMNS=132 LINES=43\r\n',
      );
      expect(await text({})).toMatch(/^stdin=0 stdout=0 stderr=0\nTERM=\(unset\)/);
    });

    it('gives a guest that asks for lines whole, edited ones, and shows the keys', async () => {
      const screen = await start(await create(), 'interactive', []);
      await screen.until('name? ');
      screen.type('Bob\u007f\u007f');
      screen.type('yron\u0015A');
      screen.type('da\r');
      expect(await screen.until('name? ')).toBe(`Bob\b \b\b \byron${'\b \b'.repeat(5)}Ada\r\nhello, Ada\r\nname? `);
      screen.type('\u0004');
      expect((await screen.ended).exitCode).toBe(3);
    });

    it('gives one line a read, however they were typed, and an end of file that is passed', async () => {
      const screen = await start(await create(), 'terminal/keys', ['lines']);
      await screen.until('waiting');
      screen.type('one\rthree\r\u0004four\u0004\rx\r');
      for (const count of ['(4)', '(6)', '(0)', '(4)', '(1)', '(2)']) await screen.until(count);
      screen.type('half');
      screen.hangUp();
      for (const count of ['(4)', '(0)']) await screen.until(count);
      expect((await screen.ended).exitCode).toBe(0);
    });

    it('gives a guest that asks for keys each at once, unseen, and lines again afterwards', async () => {
      const screen = await start(await create(), 'terminal/keys', ['raw']);
      screen.type('ab');
      expect(await screen.until('raw\r\n')).toContain('raw');
      expect(await screen.until('61 62 ')).toBe('61 62 ');
      screen.type('\u001b[A\r\u0004\u007f');
      expect(await screen.until('7f ')).toBe('1b 5b 41 0a 04 7f ');
      screen.type('q');
      expect(await screen.until('cooked\r\n')).toBe('71 cooked\r\n');
      screen.type('xy\u007fz\r');
      expect(await screen.until('line xz\r\n')).toBe('xy\b \bz\r\nline xz\r\n');
      expect((await screen.ended).exitCode).toBe(0);
    });

    it.each(['read', 'sleep', 'calls'])('ends a guest in %s on Ctrl-C with 130, and keeps its files', async (where) => {
      const session = await create();
      const screen = await start(session, 'terminal/keys', ['leave', where]);
      await screen.until('waiting\r\n');
      screen.type('ha\u0003');
      const { exitCode, stdout } = await screen.ended;
      expect([exitCode, decoder.decode(stdout)]).toEqual([130, 'waiting\r\nha^C']);
      expect(await names(session)).toEqual(['/work/kept.txt']);
      expect((await session.run({ guest: await setup.guest('noop') })).exitCode).toBe(0);
    });

    it('ends a guest that computes without a call on Ctrl-C, and drops what it did', async () => {
      const session = await create();
      const screen = await start(session, 'terminal/keys', ['leave', 'spin']);
      await screen.until('waiting\r\n');
      screen.type('\u0003');
      expect((await screen.ended).exitCode).toBe(130);
      expect(await names(session)).toEqual([]);
      expect((await session.run({ guest: await setup.guest('noop') })).exitCode).toBe(0);
    });

    it('ends a guest on Ctrl-\\ with 131', async () => {
      const screen = await start(await create(), 'interactive', []);
      await screen.until('name? ');
      screen.type('\u001c');
      expect((await screen.ended).exitCode).toBe(131);
    });

    it.each([
      ['read', 'EINTR'],
      ['sleep', ''],
      ['calls', ''],
    ])('tells a guest in %s of Ctrl-C where it has a function for that', async (where, answer) => {
      const screen = await start(await create(), 'terminal/keys', ['handle', where]);
      await screen.until('waiting\r\n');
      screen.type('\u0003');
      await screen.until('signal 2');
      // The first one may have come before the guest waited; as anywhere, it then goes on to wait.
      screen.type('\u0003');
      const { exitCode, stdout } = await screen.ended;
      expect(exitCode).toBe(7);
      expect(decoder.decode(stdout)).toMatch(new RegExp(`signal 2\r\n(\\^C)?${answer}`));
    });

    it('ends a guest whose function for signals is never reached', async () => {
      const screen = await start(await create(), 'terminal/keys', ['handle', 'spin']);
      await screen.until('waiting\r\n');
      screen.type('\u0003');
      expect((await screen.ended).exitCode).toBe(130);
    });

    it('refuses to stop a guest on Ctrl-Z, and says so', async () => {
      const screen = await start(await create(), 'interactive', []);
      await screen.until('name? ');
      screen.type('A\u001a');
      await screen.until('^Z\r\nCannot stop: there is no job control\r\nA');
      screen.type('da\r');
      await screen.until('hello, Ada\r\n');
      screen.type('quit\r');
      expect((await screen.ended).exitCode).toBe(0);
    });

    it('has a size that changes', async () => {
      const screen = await start(await create(), 'terminal/keys', ['size']);
      await screen.until('80x24\r\n');
      // A key, too, since the signal may come before the guest waits.
      screen.resize({ columns: 65_535, rows: 1 });
      screen.type('\r');
      await screen.until('65535x1\r\n');
      screen.resize({ columns: 100, rows: 40 });
      screen.type('\r');
      await screen.until('signal 27\r\n');
      await screen.until('100x40\r\n');
      screen.type('\u0004');
      expect((await screen.ended).exitCode).toBe(0);
    });

    it('can be given up: without stdin the guest is at the end of its input', async () => {
      const session = await create();
      const guest = await setup.guest('interactive');
      expect((await session.run({ guest, terminal: { columns: 80, rows: 24 } })).exitCode).toBe(3);
    });

    it('lets go of a stream that always has more keys, none of which the guest reads', async () => {
      const session = await create();
      const stdin = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(0x61)),
      });
      const controller = new AbortController();
      const ended = session.run({
        guest: await setup.guest('spin'),
        stdin,
        terminal: { columns: 80, rows: 24 },
        signal: controller.signal,
        onOutput: ({ data }) => {
          if (decoder.decode(data).includes('spinning')) controller.abort();
        },
      });
      await expect(ended).rejects.toMatchObject({ code: 'ABORTED' });
      expect(stdin.locked).toBe(false);
    });
  });
}
