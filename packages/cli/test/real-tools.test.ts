import { createCommandSession } from '@aletheia-works/formicarium';
import { createSession } from '@aletheia-works/formicarium/node';
import { type CatalogMirror, createCatalogMirror } from '@aletheia-works/guests/node';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

let mirror: CatalogMirror;
beforeAll(async () => {
  mirror = await createCatalogMirror();
});
afterAll(() => mirror.close());

/** Installs a tool of the catalogue into a session with `files` below `/work`. */
async function withTool(tool: string, files: Readonly<Record<string, string>> = {}) {
  const entries = Object.entries(files).map(([name, text]) => ({
    path: `/work/${name}`,
    type: 'file' as const,
    data: new TextEncoder().encode(text),
  }));
  const session = await createSession({ entries });
  onTestFinished(() => session.dispose());
  const shell = createCommandSession(session, { catalog: mirror.catalog });
  await shell.execute(`install ${tool}`);
  const run = async (line: string): Promise<[number, string, string]> => {
    const { exitCode, stdout, stderr } = await shell.execute(line);
    return [exitCode, new TextDecoder().decode(stdout), new TextDecoder().decode(stderr)];
  };
  return { session, run };
}

it('python reads and writes files of the session, and its exit codes arrive', async () => {
  const { session, run } = await withTool('python', {
    'double.py': 'import sys, pathlib\nfor p in pathlib.Path(".").glob("*.txt"):\n  p.write_text(p.read_text() * 2)\n',
    'a.txt': 'ant',
  });
  expect(await run('python double.py')).toEqual([0, '', '']);
  expect(new TextDecoder().decode(await session.readFile('/work/a.txt'))).toBe('antant');
  expect(await run('python -c "import sys; sys.exit(4)"')).toEqual([4, '', '']);
  const [exitCode, , stderr] = await run('python -c "1/0"');
  expect([exitCode, stderr.endsWith('ZeroDivisionError: division by zero\n')]).toEqual([1, true]);
});

it('esbuild, a Go program, bundles modules of the session by relative paths', async () => {
  const { session, run } = await withTool('esbuild', {
    'main.ts': 'import { twice } from "./twice.ts";\nconsole.log(twice(21 as number));\n',
    'twice.ts': 'export const twice = (value: number): number => value * 2;\n',
  });
  expect(await run('esbuild --version')).toEqual([0, '0.27.2\n', '']);
  const [exitCode, , stderr] = await run('esbuild main.ts --bundle --minify --outfile=out/main.js');
  expect(exitCode, stderr).toBe(0);
  const script = new TextDecoder().decode(await session.readFile('/work/out/main.js'));
  const logged: unknown[] = [];
  new Function('console', script)({ log: (value: unknown) => logged.push(value) });
  expect(logged).toEqual([42]);
});

it('flite, a C program, speaks into a WAV file', async () => {
  const { session, run } = await withTool('flite');
  const [exitCode, , stderr] = await run('flite -t "hello ants" hello.wav');
  expect(exitCode, stderr).toBe(0);
  const bytes = await session.readFile('/work/hello.wav');
  expect(new TextDecoder('latin1').decode(bytes.subarray(0, 4))).toBe('RIFF');
  expect(bytes.length).toBeGreaterThan(10_000);
});
