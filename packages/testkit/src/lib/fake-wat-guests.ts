import type { FakeGuest } from './fake-guest.ts';
import type { WatGuest } from './wat-guests.ts';

/** The guests of the contract suites that a fake runtime can play, doing what their text form does. */
export const FAKE_WAT_GUESTS = {
  noop: () => 0,
  exit300: () => 300,
  streams: (io) => {
    io.write('stdout', 'one ');
    io.write('stderr', 'two ');
    io.write('stdout', 'three');
    return 3;
  },
  spin: (io) => io.forever(),
  byteThenSpin: (io) => {
    io.write('stdout', 'x');
    return io.forever();
  },
  fileThenSpin: (io) => {
    io.writeFile(`${io.cwd}/kept.txt`, 'new');
    io.write('stdout', 'new');
    return io.forever();
  },
  fileThenTrap: (io) => {
    io.writeFile(`${io.cwd}/kept.txt`, 'new');
    io.write('stdout', 'new');
    throw new Error('unreachable');
  },
  fileThenExit: (io) => {
    io.writeFile(`${io.cwd}/kept.txt`, 'new');
    return 5;
  },
  cat: async (io) => {
    for (let chunk = await io.read(); chunk !== null; chunk = await io.read()) io.write('stdout', chunk);
    return 0;
  },
} satisfies Partial<Record<WatGuest, FakeGuest>>;
