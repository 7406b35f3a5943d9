import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourcePackage } from './apt-sources.ts';
import type { Recipe, Step } from './recipe.ts';
import { runProgram } from './run-program.ts';
import { compileFlags, headerFlags, linkFlags } from './wasm-toolchain.ts';

/** A text as C string literals, one a line, each with its line feed. */
export function quoteLines(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => `"${line.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}\\n"\n`).join('');
}

async function take(step: Step, root: string): Promise<void> {
  if ('run' in step) {
    const output = await runProgram(step.run, { cwd: root });
    if (step.output !== undefined) await writeFile(join(root, step.output), output);
  } else if ('write' in step) {
    await writeFile(join(root, step.write), step.text);
  } else {
    await writeFile(join(root, step.to), quoteLines(await readFile(join(root, step.quote), 'utf8')));
  }
}

function defineFlag([name, value]: [string, string | number | true]): string {
  return value === true ? `-D${name}` : `-D${name}=${value}`;
}

/**
 * Unpacks, prepares, compiles and links one tool below `directory`, which also has `libformicarium.a`.
 *
 * @returns the module
 * @throws Error with the end of what the failing program printed
 */
export async function compileTool(recipe: Recipe, source: SourcePackage, directory: string): Promise<Uint8Array> {
  const root = join(directory, recipe.name);
  // Apt has checked the files; the maintainer's key is in no keyring that a machine need have.
  await runProgram(['dpkg-source', '--no-check', '-q', '-x', source.description, root]);
  for (const step of recipe.steps) await take(step, root);
  const module = join(directory, `${recipe.name}.wasm`);
  await runProgram(
    [
      'clang',
      ...compileFlags,
      // The sources are others': their warnings are for their authors.
      '-w',
      ...recipe.includes.map((folder) => `-I${folder}`),
      ...headerFlags(),
      ...Object.entries(recipe.defines).map(defineFlag),
      ...recipe.files,
      `-L${directory}`,
      ...linkFlags,
      '-o',
      module,
    ],
    { cwd: join(root, recipe.directory ?? '.') },
  );
  return new Uint8Array(await readFile(module));
}
