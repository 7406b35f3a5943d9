import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolWorld, printed, type ToolWorld } from './tool-world.ts';

let world: ToolWorld;
beforeAll(async () => {
  world = await openToolWorld('bc');
});
afterAll(() => world.close());

describe('bc', () => {
  it.each([
    ['2^100', '1267650600228229401496703205376'],
    ['scale=20; 1/3', '.33333333333333333333'],
    ['7 % 4', '3'],
    ['ibase=16; FF', '255'],
    ['obase=2; 10', '1010'],
    ['sqrt(2)', '1'],
  ])('%s = %s', async (line, result) => {
    expect(await world.run('bc -q', `${line}\n`)).toEqual(printed(`${result}\n`));
  });

  it('has the functions of its library with -l', async () => {
    expect(await world.run('bc -lq', 'scale=30; 4*a(1)\ne(1)\n')).toEqual(
      printed('3.141592653589793238462643383276\n2.718281828459045235360287471352\n'),
    );
  });

  it('defines functions in a file and calls them', async () => {
    await world.session.writeFile(
      '/work/f.bc',
      'define f(n) {\n  if (n < 2) return (1);\n  return (n * f(n - 1));\n}\nf(30)\nquit\n',
    );
    expect(await world.run('bc -q f.bc')).toEqual(printed('265252859812191058636308480000000\n'));
  });

  it('reports an error and goes on', async () => {
    const outcome = await world.run('bc -q', '1/0\n6*7\n');
    expect(outcome.stdout).toBe('42\n');
    expect(outcome.stderr).toContain('Divide by zero');
  });
});
