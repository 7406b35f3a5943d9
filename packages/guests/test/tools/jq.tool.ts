import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolWorld, printed, type ToolWorld } from './tool-world.ts';

let world: ToolWorld;
beforeAll(async () => {
  world = await openToolWorld('jq');
  await world.session.writeFile(
    '/work/ants.json',
    JSON.stringify({
      ants: [
        { name: 'atta', size: 12 },
        { name: 'lasius', size: 4 },
        { name: 'ö', size: 4.5 },
      ],
    }),
  );
});
afterAll(() => world.close());

describe('jq', () => {
  it('filters, maps and sorts a JSON file', async () => {
    expect(await world.run(`jq -c '[.ants[] | select(.size < 10) | .name] | sort' ants.json`)).toEqual(
      printed('["lasius","ö"]\n'),
    );
    expect(await world.run(`jq '.ants | map(.size) | add' ants.json`)).toEqual(printed('20.5\n'));
  });

  it('reads a stream from stdin with a program from a file and arguments', async () => {
    await world.session.writeFile('/work/prog.jq', 'def double: . * 2; .[] | double + $more');
    expect(await world.run('jq --argjson more 1 -f prog.jq', '[1,2]\n[3]\n')).toEqual(printed('3\n5\n7\n'));
  });

  it('indents like the original and escapes for a shell', async () => {
    expect(await world.run(`jq . `, '{"a":[1,{"b":null}]}')).toEqual(
      printed('{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}\n'),
    );
    expect(await world.run(`jq -r '@sh, (.[0] | @base64)'`, `["it's","b"]`)).toEqual(
      printed(`'it'\\\\''s' 'b'\naXQncw==\n`.replace('\\\\', '\\')),
    );
  });

  it('loads a module from a folder', async () => {
    await world.session.makeDirectory('/work/lib');
    await world.session.writeFile('/work/lib/m.jq', 'def triple: . * 3;');
    expect(await world.run(`jq -L lib 'import "m" as m; m::triple'`, '5')).toEqual(printed('15\n'));
  });

  it('catches an error in the program', async () => {
    expect(await world.run(`jq -c 'try error("x") catch [.]'`, '1')).toEqual(printed('["x"]\n'));
  });

  it('reports broken JSON and exits as the version in Debian does', async () => {
    const outcome = await world.run('jq .', '{"a" 1}');
    expect(outcome.exitCode).toBe(4);
    expect(outcome.stderr).toContain('parse error');
  });
});
