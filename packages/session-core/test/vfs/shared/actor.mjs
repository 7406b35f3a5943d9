// A process of a run in a worker of its own: a replica, a part in the sharing, and a script of file operations.
import { parentPort, workerData } from 'node:worker_threads';
import { Replica, SharedProcess } from '@aletheia-works/session-core/vfs';
import { VfsPaths } from '@aletheia-works/testkit';

const { tree, slabs, run, join, script, words } = workerData;
const replica = new Replica({
  onSlab() {
    throw new Error('a process that joined made a slab');
  },
});
for (const [index, slab] of slabs.entries()) replica.addSlab(index, slab);
replica.sync(tree, []);
replica.beginRun(run);
const { vfs } = replica;
const shared = new SharedProcess(vfs);
shared.join(join);
const work = vfs.lookup(vfs.root, 'work');
const paths = new VfsPaths(vfs, work);
const encoder = new TextEncoder();

/** Blocks until the word is at least `value`. */
function waitFor(word, value) {
  for (let now = Atomics.load(words, word); now < value; now = Atomics.load(words, word))
    Atomics.wait(words, word, now);
}

function signal(word) {
  Atomics.add(words, word, 1);
  Atomics.notify(words, word);
}

const text = (path) => new TextDecoder().decode(paths.readFile(path));

/** Retries until nobody else holds the lock file. */
function takeLockFile() {
  for (;;) {
    try {
      shared.run(() => paths.create('lock'));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

const scripts = {
  /** Appends lines, each in one step, as write(2) with O_APPEND does. */
  append({ as, count }) {
    shared.run(() => paths.open(0, 'log'));
    for (let line = 0; line < count; line++) {
      const bytes = encoder.encode(`${as}:${line}\n`);
      shared.run(() => paths.write(0, paths.sizeOf(0), bytes));
    }
    shared.run(() => paths.close(0));
  },

  /** Adds one to a number in a file, again and again, under a lock file. */
  count({ count }) {
    for (let round = 0; round < count; round++) {
      takeLockFile();
      shared.run(() => paths.open(0, 'number'));
      const number = shared.run(() => Number(text('number')));
      shared.run(() => paths.truncate(0, 0));
      shared.run(() => paths.write(0, 0, encoder.encode(String(number + 1))));
      shared.run(() => paths.close(0));
      shared.run(() => paths.unlink('lock'));
    }
  },

  /** Writes, then says so through another channel than the files, turn by turn with the other side. */
  ping({ count, mine, theirs, first }) {
    for (let round = 1; round <= count; round++) {
      if (!first) {
        waitFor(theirs, round);
        const seen = shared.run(() => text('ball'));
        if (seen !== `${theirs} ${round}`) throw new Error(`read "${seen}" in round ${round}`);
      }
      shared.run(() => {
        if (paths.readdir('.').includes('ball')) paths.unlink('ball');
        paths.create('ball');
        paths.open(0, 'ball');
        paths.write(0, 0, encoder.encode(`${mine} ${round}`));
        paths.close(0);
      });
      signal(mine);
      if (first) {
        waitFor(theirs, round);
        const seen = shared.run(() => text('ball'));
        if (seen !== `${theirs} ${round}`) throw new Error(`read "${seen}" in round ${round}`);
      }
    }
  },

  /** Never ends: all kinds of changes, in files of its own and in those of everybody. */
  churn({ as: name, started }) {
    const bytes = new Uint8Array(3000).fill(name.charCodeAt(0));
    for (let round = 0; ; round++) {
      shared.run(() => {
        paths.create(`${name}${round}`);
        paths.open(0, `${name}${round}`);
      });
      shared.run(() => paths.write(0, 0, bytes));
      shared.run(() => paths.rename(`${name}${round}`, `${name}-${round % 5}`));
      if (round % 3 === 0) shared.run(() => paths.unlink(`${name}-${round % 5}`));
      shared.run(() => paths.write(0, 3000, bytes));
      shared.run(() => paths.close(0));
      shared.run(() => {
        paths.open(1, 'log');
        paths.write(1, paths.sizeOf(1), encoder.encode(`${name}\n`));
        paths.close(1);
      });
      if (round === 0) signal(started);
    }
  },

  /** Holds a file open that has no name any more, until it is told to read it. */
  hold({ opened, unlinked }) {
    shared.run(() => paths.open(0, 'held'));
    signal(opened);
    waitFor(unlinked, 1);
    const held = new TextDecoder().decode(shared.run(() => paths.read(0, 0, 100)));
    shared.run(() => paths.create('result'));
    shared.run(() => {
      paths.open(1, 'result');
      paths.write(1, 0, encoder.encode(held));
      paths.close(1);
      paths.close(0);
    });
  },
};

scripts[script.name](script);
shared.leave();
parentPort.postMessage('done');
