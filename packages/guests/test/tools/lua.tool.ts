import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolWorld, printed, type ToolWorld } from './tool-world.ts';

let world: ToolWorld;
beforeAll(async () => {
  world = await openToolWorld('lua');
});
afterAll(() => world.close());

describe('lua', () => {
  it('runs a script that reads one file and writes another', async () => {
    await world.session.writeFile('/work/in.txt', 'one two two three three three');
    await world.session.writeFile(
      '/work/count.lua',
      `local seen, words = {}, {}
for word in io.open(arg[1]):read('a'):gmatch('%a+') do
  if not seen[word] then words[#words + 1] = word end
  seen[word] = (seen[word] or 0) + 1
end
local out <close> = assert(io.open(arg[2], 'w'))
for _, word in ipairs(words) do out:write(word, '=', seen[word], '\\n') end
`,
    );
    expect(await world.run('lua count.lua in.txt out.txt')).toEqual(printed(''));
    expect(await world.read('/work/out.txt')).toBe('one=1\ntwo=2\nthree=3\n');
  });

  it('catches errors, also from deep inside and in coroutines', async () => {
    const script = `
local function dive(n) if n == 0 then error({ depth = true }) end return dive(n - 1) + 1 end
local ok, failure = pcall(dive, 1000)
print(ok, failure.depth)
for i = 1, 10000 do assert(not pcall(error, i)) end
local generator = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end error('done') end)
print(generator(), generator(), generator(), pcall(generator))
`;
    await world.session.writeFile('/work/errors.lua', script);
    expect(await world.run('lua errors.lua')).toEqual(printed('false\ttrue\n1\t2\t3\tfalse\terrors.lua:6: done\n'));
  });

  it('loads a module beside the script and renames and removes files', async () => {
    await world.session.writeFile('/work/shapes.lua', 'return { area = function(w, h) return w * h end }');
    await world.session.writeFile(
      '/work/main.lua',
      `print(require('shapes').area(6, 7))
io.open('old', 'w'):close()
print(os.rename('old', 'new'), os.remove('new'), (select(2, os.remove('new'))))
local spare = io.tmpfile()
spare:write('kept') spare:seek('set')
print(spare:read('a'))
`,
    );
    expect(await world.run('lua main.lua')).toEqual(printed('42\ntrue\ttrue\tnew: No such file or directory\nkept\n'));
  });

  it('reads lines from stdin and sets the exit code', async () => {
    expect(
      await world.run(`lua -e 'for l in io.lines() do io.write(l:upper(), ";") end os.exit(7)'`, 'a\nb\n'),
    ).toEqual({ exitCode: 7, stdout: 'A;B;', stderr: '' });
  });

  it('says that it can start no other program', async () => {
    expect(await world.run(`lua -e 'print(os.execute(), pcall(io.popen, "ls"))'`)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^false\t/),
    });
  });
});
