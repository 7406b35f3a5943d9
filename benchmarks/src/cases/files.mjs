// File calls as a guest sees them, timed inside one C guest that runs here and under node:wasi on this machine's disk.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSession } from '@aletheia-works/formicarium/node';
import { testGuest } from '@aletheia-works/guests/test-guests';
import { median, report } from '../lib/measure.mjs';
import { runNodeWasi } from '../lib/peers.mjs';

const ROUNDS = 5;
const bytes = await testGuest('bench-files');
const module = new WebAssembly.Module(bytes);

function parse(text) {
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([name, ns]) => [name, Number(ns)]),
  );
}

async function ours() {
  // A session of its own, so that "first" meets untouched memory.
  const session = await createSession();
  const { stdout, stderr, exitCode } = await session.run({ guest: bytes });
  await session.dispose();
  if (exitCode !== 0) throw new Error(new TextDecoder().decode(stderr));
  return parse(new TextDecoder().decode(stdout));
}

function theirs() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const output = join(folder, 'output');
  const stdout = openSync(output, 'w');
  try {
    if (runNodeWasi(module, { preopens: { '.': folder }, stdout }) !== 0)
      throw new Error('node:wasi: the guest failed');
    return parse(readFileSync(output, 'utf8'));
  } finally {
    closeSync(stdout);
    rmSync(folder, { recursive: true });
  }
}

const own = [];
const wasi = [];
for (let round = 0; round < ROUNDS; round++) {
  own.push(await ours());
  wasi.push(theirs());
}
const at = (samples, name) => median(samples.map((sample) => sample[name]));
const gbps = (ns) => 65536 / ns;
const speed = (label, name, ratioAtLeast) => ({
  name: label,
  value: gbps(at(own, name)),
  unit: 'GB/s',
  against: "node:wasi on this machine's disk",
  ratio: at(wasi, name) / at(own, name),
  ratioAtLeast,
});
const cost = (label, name, ratioAtMost) => ({
  name: label,
  value: at(own, name) / 1000,
  unit: 'us',
  against: "node:wasi on this machine's disk",
  ratio: at(own, name) / at(wasi, name),
  ratioAtMost,
});
report([
  { name: 'fd_write of one byte', value: at(own, 'write-byte'), unit: 'ns', atMost: 200 },
  speed('256 MiB written in 64 KiB blocks, first time', 'write-block-first', 0.35),
  speed('256 MiB written in 64 KiB blocks, space reused', 'write-block-reused', 1.5),
  speed('256 MiB read in 64 KiB blocks', 'read-block-reused', 0.8),
  cost('create one of 20,000 small files', 'create', 0.15),
  cost('stat one of 20,000 small files', 'stat', 0.7),
  cost('unlink one of 20,000 small files', 'unlink', 0.3),
  { name: 'append 40 bytes, 100,000 times, each', value: at(own, 'append-100k') / 1000, unit: 'us', atMost: 1.5 },
  {
    name: 'append, each, 100,000 times against 10,000 times',
    value: at(own, 'append-100k') / 1000,
    unit: 'us',
    against: '10,000 times',
    ratio: at(own, 'append-100k') / at(own, 'append-10k'),
    ratioAtMost: 1.5,
  },
]);
