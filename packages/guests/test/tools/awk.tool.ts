import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolWorld, printed, type ToolWorld } from './tool-world.ts';

let world: ToolWorld;
beforeAll(async () => {
  world = await openToolWorld('awk');
  await world.session.writeFile('/work/sales.csv', 'north,10\nsouth,5\nnorth,2.5\neast,1\n');
});
afterAll(() => world.close());

describe('awk', () => {
  it('adds up a column of a CSV file by group', async () => {
    await world.session.writeFile(
      '/work/sum.awk',
      'BEGIN { FS = "," }\n{ sum[$1] += $2 }\nEND { printf "north %.1f south %d\\n", sum["north"], sum["south"] }\n',
    );
    expect(await world.run('awk -f sum.awk sales.csv')).toEqual(printed('north 12.5 south 5\n'));
  });

  it('splits a file into several', async () => {
    expect(await world.run(`awk -F, '{ print $2 > ($1 ".txt") }' sales.csv`)).toEqual(printed(''));
    expect(await world.read('/work/north.txt')).toBe('10\n2.5\n');
    expect(await world.read('/work/east.txt')).toBe('1\n');
  });

  it('filters stdin with regular expressions and string functions', async () => {
    expect(
      await world.run(
        `awk '/^[a-m]/ { gsub(/o/, "0"); print NR ":" toupper(substr($0, 1, 1)) substr($0, 2) }'`,
        'foo\nzoo\nbook\n',
      ),
    ).toEqual(printed('1:F00\n3:B00k\n'));
  });

  it('reads another file with getline', async () => {
    await world.session.writeFile('/work/names', 'a\nb\n');
    expect(await world.run(`awk 'BEGIN { while ((getline line < "names") > 0) n = n line; print n }'`)).toEqual(
      printed('ab\n'),
    );
  });

  it('reports a mistake in the program and exits with 2', async () => {
    const outcome = await world.run(`awk '{ print ( }' sales.csv`);
    expect(outcome.exitCode).toBe(2);
    expect(outcome.stderr).toContain('syntax error');
  });
});
