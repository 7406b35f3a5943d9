import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogServer, createCatalogServer } from '@aletheia-works/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program, temporaryDirectory } from './support/formicarium.ts';
import { writeGuestCatalog } from './support/guest-catalog.ts';
import { onTerminal, type Terminal } from './support/terminal.ts';

/** The prompt in the first directory, as readline draws it. */
const PROMPT = /\/work \$ /;

let server: CatalogServer;
beforeAll(async () => {
  server = await createCatalogServer();
});
afterAll(() => server.close());

async function shellWith(...names: readonly string[]): Promise<Terminal> {
  const home = await temporaryDirectory();
  const terminal = await onTerminal(['--catalog', await writeGuestCatalog(server, home, names)], home);
  await terminal.until(PROMPT);
  for (const name of names) {
    terminal.type(`install ${name}\r`);
    await terminal.until(/installed .+\)\r\n/);
    await terminal.until(PROMPT);
  }
  return terminal;
}

describe('the shell', () => {
  it('runs lines, shows errors with their code, and leaves on Ctrl-D', async () => {
    const terminal = await shellWith('hello');
    terminal.type('hello\r');
    await terminal.until(/hello, world\r\n/);
    await terminal.until(PROMPT);
    terminal.type('cat nothing\r');
    await terminal.until(/formicarium: NOT_FOUND: /);
    await terminal.until(PROMPT);
    terminal.type('hello\r');
    await terminal.until(/hello, world\r\n/);
    await terminal.until(PROMPT);
    terminal.type('\u0004');
    expect(await terminal.ended).toBe(0);
  });

  it('leaves on exit with the exit code of the last guest', async () => {
    const terminal = await shellWith('exit-code');
    terminal.type('exit-code 9\r');
    await terminal.until(PROMPT);
    terminal.type('exit\r');
    expect(await terminal.ended).toBe(9);
  });

  it('lets a guest ask, line by line, and survives its end of input', async () => {
    const terminal = await shellWith('interactive');
    terminal.type('interactive\r');
    await terminal.until(/name\? /);
    terminal.type('Ada\r');
    await terminal.until(/hello, Ada\r\nname\? /);
    terminal.type('\u0004');
    await terminal.until(PROMPT);
    terminal.type('interactive\r');
    await terminal.until(/name\? /);
    terminal.type('quit\r');
    await terminal.until(PROMPT);
    terminal.type('exit\r');
    expect(await terminal.ended).toBe(0);
  });

  it('puts guests on a terminal of its own size', async () => {
    const terminal = await shellWith('isatty');
    terminal.type('isatty\r');
    const text = await terminal.until(/LINES=\d+\r\n/);
    expect(text).toContain('stdin=1 stdout=1 stderr=1');
    expect(text).toContain('TERM=xterm-256color COLUMNS=80 LINES=24');
    await terminal.until(PROMPT);
    terminal.resize(100, 40);
    terminal.type('isatty\r');
    await terminal.until(/COLUMNS=100 LINES=40\r\n/);
    await terminal.until(PROMPT);
    terminal.type('exit\r');
    expect(await terminal.ended).toBe(0);
  });

  it('aborts the running command on Ctrl-C, again and again, and drops a typed line', async () => {
    const terminal = await shellWith('spin');
    for (let round = 0; round < 3; round++) {
      terminal.type('spin half-done\r');
      await terminal.until(/spinning\r\n/);
      terminal.type('\u0003');
      await terminal.until(/\^C\r\n/);
      await terminal.until(PROMPT);
    }
    terminal.type('rm -rf /work/\u0003');
    await terminal.until(/\^C/);
    await terminal.until(PROMPT);
    terminal.type('ls\r');
    expect(await terminal.until(PROMPT)).not.toContain('half-done');
    terminal.type('exit\r');
    expect(await terminal.ended).toBe(0);
  });

  it('completes builtins, tools, selections and guest paths', async () => {
    const home = await temporaryDirectory();
    await mkdir(join(home, 'd/long directory'), { recursive: true });
    await writeFile(join(home, 'd/long directory/file.txt'), 'found\n');
    const catalog = await writeGuestCatalog(server, home, ['hello']);
    const terminal = await onTerminal(['--catalog', catalog, '--mount', 'd:/work/d'], home);
    await terminal.until(PROMPT);
    terminal.type('inst\t');
    await terminal.until(/install /);
    terminal.type('he\t');
    await terminal.until(/llo/);
    terminal.type('\r');
    await terminal.until(/installed hello@1\.0\.0/);
    await terminal.until(PROMPT);
    terminal.type('cat d/lo\t');
    await terminal.until(/ng\\ directory\//);
    terminal.type('fi\t');
    await terminal.until(/le\.txt/);
    terminal.type('\r');
    await terminal.until(/found\r\n/);
    await terminal.until(PROMPT);
    terminal.type('\t\t');
    expect(await terminal.until(/rm/)).toContain('hello');
    await terminal.until(PROMPT);
    terminal.type('exit\r');
    expect(await terminal.ended).toBe(0);
  });

  it('keeps the end of an output that has no newline', async () => {
    const home = await temporaryDirectory();
    await mkdir(join(home, 'd'));
    await writeFile(join(home, 'd/open-ended.txt'), 'no newline');
    const terminal = await onTerminal(['--mount', 'd:/work/d'], home);
    await terminal.until(PROMPT);
    terminal.type('cat d/open-ended.txt\r');
    // The spaces wrap into the next line, in which the prompt begins.
    await terminal.until(/\r\nno newline {80}\r/);
    await terminal.until(PROMPT);
    terminal.type('exit\r');
    expect(await terminal.ended).toBe(0);
  });

  it('keeps its history between sessions, except lines that begin with a space', async () => {
    const home = await temporaryDirectory();
    const first = await onTerminal([], home);
    await first.until(PROMPT);
    first.type('ls /home/guest\r');
    await first.until(PROMPT);
    first.type(' ls secret\r');
    await first.until(PROMPT);
    first.type('\u0004');
    await first.ended;
    expect(await readFile(join(home, 'formicarium/history'), 'utf8')).toBe('ls /home/guest\n');
    const second = await onTerminal([], home);
    await second.until(PROMPT);
    second.type('\u001b[A');
    await second.until(/ls \/home\/guest/);
    second.type('\u0003');
    await second.until(PROMPT);
    second.type('exit\r');
    expect(await second.ended).toBe(0);
  });

  it('runs every line of a paste', async () => {
    const terminal = await shellWith('echo');
    terminal.type('echo one\recho two\recho thr');
    await terminal.until(/argv\[1\]=one\r\n/);
    await terminal.until(/argv\[1\]=two\r\n/);
    await terminal.until(/echo thr/);
    terminal.type('ee\r');
    await terminal.until(/argv\[1\]=three\r\n/);
    await terminal.until(PROMPT);
    terminal.type('exit\r');
    expect(await terminal.ended).toBe(0);
  });
});

describe('-c on a terminal', () => {
  it('puts the guest on it and ends with its exit code', async () => {
    const home = await temporaryDirectory();
    const catalog = await writeGuestCatalog(server, home, ['interactive']);
    const terminal = await onTerminal(['--catalog', catalog, '-c', 'install interactive', '-c', 'interactive'], home);
    await terminal.until(/name\? /);
    terminal.type('Ada\r');
    await terminal.until(/hello, Ada\r\nname\? /);
    terminal.type('\u0004');
    expect(await terminal.ended).toBe(3);
  });
});

describe('a guest on the terminal', () => {
  /** Runs `script` in a POSIX shell on a terminal, with `$run` for a program that asks for a name. */
  async function inShell(script: string): Promise<Terminal> {
    const home = await temporaryDirectory();
    const catalog = await writeGuestCatalog(server, home, ['interactive']);
    const run = `"${process.execPath}" "${program}" --catalog "${catalog}" -c 'install interactive' -c interactive`;
    return onTerminal(['-c', script.replaceAll('$run', run)], home, '/bin/sh');
  }
  const STATE = 'stty -a | grep -q " icanon" && stty -a | grep -q " echo " && echo restored';

  it.each(['TERM', 'HUP', 'QUIT'])('gives the terminal back when SIG%s ends the program', async (signal) => {
    const terminal = await inShell(`$run < /dev/tty & echo "pid $!"; wait; ${STATE}`);
    const pid = Number(/pid (\d+)/.exec(await terminal.until(/pid \d+\r\n/))?.[1]);
    await terminal.until(/name\? /);
    terminal.type('\u001a');
    await terminal.until(/there is no job control\r\n/);
    process.kill(pid, `SIG${signal}`);
    await terminal.until(/restored/);
  });

  it('gives the terminal back after Ctrl-C, with 130', async () => {
    const terminal = await inShell(`$run; echo "code $?"; ${STATE}`);
    await terminal.until(/name\? /);
    terminal.type('\u0003');
    await terminal.until(/\^C/);
    await terminal.until(/code 130\r\n/);
    await terminal.until(/restored/);
  });

  it('gets every key at once when it asks for that', async () => {
    const terminal = await shellWith('keys');
    terminal.type('keys raw\r');
    await terminal.until(/\nraw\r\n/);
    terminal.type('a');
    await terminal.until(/61 /);
    terminal.type('\u001b[A');
    await terminal.until(/1b 5b 41 /);
    terminal.type('q');
    await terminal.until(/cooked\r\n/);
    terminal.type('ok\r');
    await terminal.until(/line ok\r\n/);
    // Keys that come before the guest has left the terminal are the guest's.
    await terminal.until(PROMPT);
    terminal.type('exit\r');
    expect(await terminal.ended).toBe(0);
  });
});
