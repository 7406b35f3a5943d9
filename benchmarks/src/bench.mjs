// Runs every case in a process of its own, one after another, and writes down what they report.
// `pnpm bench noop files` runs only the cases whose names contain one of the words and writes nothing.
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { page } from './lib/page.mjs';

const folder = fileURLToPath(new URL('./cases/', import.meta.url));
const words = process.argv.slice(2);
const cases = readdirSync(folder)
  .map((file) => file.replace(/\.mjs$/, ''))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)));

const results = [];
for (const name of cases) {
  console.log(`# ${name}`);
  for (const figure of await runPatiently(name)) {
    const verdict = judge(figure);
    results.push({ case: name, ...figure, ...(verdict === undefined ? {} : { held: verdict }) });
    console.log(`${verdict === false ? 'MISSED ' : ''}${line(figure)}`);
  }
}

if (words.length === 0) {
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
  writeFileSync(new URL('../results.json', import.meta.url), `${JSON.stringify({ machine, results }, null, 2)}\n`);
  writeFileSync(new URL('../README.md', import.meta.url), page(machine, results));
}
process.exitCode = results.some(({ held }) => held === false) ? 1 : 0;

/** Node.js 20 itself sometimes dies under node:wasi (a failed check in V8); that is no figure of anybody's. */
async function runPatiently(name, tries = 4) {
  try {
    return await run(name);
  } catch (error) {
    if (error.signal === null || tries === 1) throw error;
    console.log(`${error.message.trim()}; trying again`);
    return runPatiently(name, tries - 1);
  }
}

function run(name) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--expose-gc', `${folder}${name}.mjs`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('close', (code, signal) => {
      const figures = /^@figures (.*)$/m.exec(output)?.[1];
      if (code === 0 && figures !== undefined) resolve(JSON.parse(figures));
      else reject(Object.assign(new Error(`The case ${name} ended with ${code ?? signal}: ${output}`), { signal }));
    });
  });
}

function judge({ value, ratio, atMost, ratioAtMost, ratioAtLeast }) {
  if (atMost !== undefined) return value <= atMost;
  if (ratioAtMost !== undefined) return ratio <= ratioAtMost;
  if (ratioAtLeast !== undefined) return ratio >= ratioAtLeast;
  return undefined;
}

function line({ name, value, unit, against, ratio, atMost, ratioAtMost, ratioAtLeast }) {
  const parts = [`${name}: ${value.toPrecision(3)} ${unit}`];
  if (ratio !== undefined) parts.push(`${ratio.toPrecision(3)} of ${against}`);
  const limit = atMost ?? ratioAtMost ?? ratioAtLeast;
  if (limit !== undefined) parts.push(`wanted ${ratioAtLeast === undefined ? 'at most' : 'at least'} ${limit}`);
  return parts.join(', ');
}
