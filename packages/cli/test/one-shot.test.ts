import { type CatalogServer, createCatalogServer } from '@aletheia-works/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formicarium, temporaryDirectory } from './support/formicarium.ts';
import { writeGuestCatalog } from './support/guest-catalog.ts';

let server: CatalogServer;
beforeAll(async () => {
  server = await createCatalogServer();
});
afterAll(() => server.close());

/** Arguments that install `names`, then run `lines`. */
async function withGuests(names: readonly string[], ...lines: readonly string[]): Promise<string[]> {
  const file = await writeGuestCatalog(server, await temporaryDirectory(), names);
  const all = [...names.map((name) => `install ${name}`), ...lines];
  return ['--catalog', file, ...all.flatMap((line) => ['-c', line])];
}

describe('formicarium -c', () => {
  it('runs lines in order on one session', async () => {
    const args = await withGuests(['hello', 'write-files'], 'hello', 'write-files d 2 3', 'ls d', 'cat d/f1');
    const { exitCode, stdout, stderr } = await formicarium(args);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.replace(/[0-9a-f]{64}/g, 'DIGEST')).toBe(
      'installed hello@1.0.0 (sha256 DIGEST)\ninstalled write-files@1.0.0 (sha256 DIGEST)\n' +
        'hello, world\n2 files\nf0\nf1\nfff',
    );
  });

  it('ends with the exit code of the guest that failed, and runs nothing after it', async () => {
    const { exitCode, stdout } = await formicarium(await withGuests(['exit-code', 'hello'], 'exit-code 7', 'hello'));
    expect(exitCode).toBe(7);
    expect(stdout).not.toContain('hello, world');
  });

  it('keeps the streams apart', async () => {
    const { stdout, stderr } = await formicarium(await withGuests(['mixed-output'], 'mixed-output 3'));
    expect(stdout.endsWith('\no0\no1\no2\n')).toBe(true);
    expect(stderr).toBe('e0\ne1\ne2\n');
  });

  it('gives standard input to guests, and what one leaves to the next', async () => {
    const { exitCode, stdout } = await formicarium(
      await withGuests(['hello', 'read-lines'], 'hello', 'read-lines', 'read-lines'),
      {
        input: 'first\nsecond\n',
      },
    );
    expect(exitCode).toBe(0);
    expect(stdout.endsWith('hello, world\n1: first\n2: second\nend 0\nend 0\nend 0\nend 0\n')).toBe(true);
  });

  it('shows what a guest printed before it trapped, then the error', async () => {
    const { exitCode, stdout, stderr } = await formicarium(await withGuests(['trap'], 'trap', 'ls'));
    expect(exitCode).toBe(1);
    expect(stdout.endsWith('before the trap\n')).toBe(true);
    expect(stderr).toMatch(/^trapping\nformicarium: EXECUTION: .+\n$/);
  });

  it('takes variables and a directory to start in', async () => {
    const args = await withGuests(['env', 'append'], 'env KEY EMPTY', 'append f 1 here', 'cat /project/f');
    const { exitCode, stdout } = await formicarium([
      '--env',
      'KEY=a=b',
      '--env',
      'EMPTY=',
      '--cwd',
      '/project',
      ...args,
    ]);
    expect(exitCode).toBe(0);
    expect(stdout.endsWith('KEY=a=b\nEMPTY=\nhere\n')).toBe(true);
  });

  it('aborts the run and exits 130 on an interrupt', async () => {
    const { exitCode, stderr } = await formicarium(await withGuests(['spin'], 'spin half-done', 'ls'), {
      onStdout: (text, kill) => {
        if (text.endsWith('spinning\n')) kill('SIGINT');
      },
    });
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(/^formicarium: ABORTED: .+\n$/);
  });

  it('refuses bytes that are not those of the catalogue', async () => {
    const args = await withGuests(['hello'], 'hello');
    server.serve('/hello.wasm', new Uint8Array(10), 'unannounced');
    const { exitCode, stdout, stderr } = await formicarium(args);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^formicarium: (DIGEST|FETCH): .+\n$/);
  });
});

describe('lines on standard input', () => {
  it('run one after the other, with LF or CRLF, and guests read nothing of them', async () => {
    const file = await writeGuestCatalog(server, await temporaryDirectory(), ['read-lines', 'echo']);
    const input = 'install read-lines\r\ninstall echo\r\n\nread-lines\necho \u00e9';
    const { exitCode, stdout, stderr } = await formicarium(['--catalog', file], { input });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^installed read-lines.+\ninstalled echo.+\nend 0\nend 0\nargv\[0\]=echo\nargv\[1\]=\u00e9\n$/,
    );
  });

  it('that are no UTF-8 are refused', async () => {
    const { exitCode, stderr } = await formicarium([], { input: Uint8Array.of(0x6c, 0x73, 0x0a, 0xff, 0x0a) });
    expect([exitCode, stderr]).toEqual([1, 'formicarium: INVALID_INPUT: Cannot read a line: it is no UTF-8\n']);
  });

  it('that do not exist are no error', async () => {
    expect(await formicarium([])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});

describe('what a newcomer gets wrong', () => {
  it.each([
    [['python', 'x.py'], 2, 'INVALID_INPUT: Cannot use the argument "python"'],
    [['--frobnicate'], 2, "INVALID_INPUT: Cannot read the options: Unknown option '--frobnicate'"],
    [['-c'], 2, "INVALID_INPUT: Cannot read the options: Option '-c, --command"],
    [['--mount', 'src', '-c', 'ls'], 2, 'INVALID_INPUT: Cannot mount "src": HOST:GUEST'],
    [
      ['--mount', '/nowhere:/work/x', '-c', 'ls'],
      2,
      'INVALID_INPUT: Cannot mount "/nowhere": reading /nowhere failed (ENOENT)',
    ],
    [['--mount', '.:/etc', '-c', 'ls'], 2, 'INVALID_INPUT: '],
    [['--env', 'NAME', '-c', 'ls'], 2, 'INVALID_INPUT: Cannot set "NAME": KEY=VALUE'],
    [['--cwd', '/work/missing', '-c', 'ls'], 2, 'INVALID_INPUT: '],
    [['--cwd', 'relative', '-c', 'ls'], 2, 'INVALID_INPUT: '],
    [
      ['--catalog', 'missing.json', '-c', 'ls'],
      2,
      'INVALID_INPUT: Cannot use the catalogue "missing.json": there is no such file',
    ],
    [['--catalog', 'http://example.org/c.json', '-c', 'ls'], 2, 'INVALID_INPUT: Cannot use the catalogue'],
    [
      ['--catalog', 'http://127.0.0.1:2/c.json', '-c', 'ls'],
      1,
      'FETCH: Cannot fetch the catalogue "http://127.0.0.1:2/c.json": the request failed (ECONNREFUSED)',
    ],
    [['catalog'], 2, 'INVALID_INPUT: Cannot use "catalog "'],
    [['catalog', 'pin', 'https://example.org/a.wasm'], 2, 'INVALID_INPUT: Cannot pin: the name is missing'],
    [['-c', 'pwd'], 1, 'NOT_FOUND: '],
    [['-c', 'ls | cat'], 1, 'INVALID_INPUT: '],
    [['-c', 'install nothing'], 1, 'INVALID_INPUT: '],
    [['-c', 'cat \u001b[2J'], 1, 'NOT_FOUND: '],
  ])('%j', async (args, exitCode, message) => {
    const ended = await formicarium(args);
    expect(ended.stderr.startsWith(`formicarium: ${message}`), ended.stderr).toBe(true);
    expect([ended.exitCode, ended.stdout]).toEqual([exitCode, '']);
    expect(ended.stderr).not.toContain('\u001b');
    expect(ended.stderr.includes('--help')).toBe(exitCode === 2);
  });

  it('is answered by --help and --version on standard output', async () => {
    const help = await formicarium(['-h']);
    expect([help.exitCode, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain('Usage: formicarium');
    expect(help.stdout.split('\n').every((line) => line.length <= 120)).toBe(true);
    expect(await formicarium(['--version'])).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });
});
