import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolWorld, printed, type ToolWorld } from './tool-world.ts';

let world: ToolWorld;
beforeAll(async () => {
  world = await openToolWorld('ed');
});
afterAll(() => world.close());

describe('ed', () => {
  it('edits a file with a script', async () => {
    await world.session.writeFile('/work/list', 'one\ntwo\nthree\n');
    const script = '2s/two/2 & 2/\n$a\nfour\n.\n1m$\ng/th/s//TH/\nw\nq\n';
    expect(await world.run('ed -s list', script)).toEqual(printed(''));
    expect(await world.read('/work/list')).toBe('2 two 2\nTHree\nfour\none\n');
  });

  it('prints sizes and lines, and undoes', async () => {
    await world.session.writeFile('/work/text', 'alpha\nbeta\n');
    expect(await world.run('ed text', ',n\n1d\n,p\nu\n,p\nq\n')).toEqual(
      printed('11\n1\talpha\n2\tbeta\nbeta\nalpha\nbeta\n'),
    );
  });

  it('makes a new file and reads another into it', async () => {
    await world.session.writeFile('/work/part', 'inner\n');
    expect(await world.run('ed -s new', 'a\nouter\n.\nr part\nw\nq\n')).toMatchObject({ exitCode: 0 });
    expect(await world.read('/work/new')).toBe('outer\ninner\n');
  });

  it('answers a mistake with ? and exits with 1', async () => {
    const outcome = await world.run('ed -s list', 'nonsense\nq\n');
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stdout + outcome.stderr).toContain('?');
  });
});
