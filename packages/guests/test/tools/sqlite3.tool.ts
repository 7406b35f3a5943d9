import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolWorld, printed, type ToolWorld } from './tool-world.ts';

let world: ToolWorld;
beforeAll(async () => {
  world = await openToolWorld('sqlite3');
});
afterAll(() => world.close());

describe('sqlite3', () => {
  it('keeps a database in a file from one run to the next', async () => {
    expect(
      await world.run(
        'sqlite3 ants.db',
        `create table ants (id integer primary key, name text, legs int);
insert into ants (name, legs) values ('atta', 6), ('lasius', 6), ('spider', 8);
create index by_legs on ants (legs);
`,
      ),
    ).toEqual(printed(''));
    expect(await world.run(`sqlite3 ants.db 'select legs, count(*) from ants group by legs order by legs'`)).toEqual(
      printed('6|2\n8|1\n'),
    );
    expect((await world.session.listEntries('/work')).map(({ path }) => path)).toEqual(['/work/ants.db']);
  });

  it('rolls a transaction back and finds the database whole', async () => {
    expect(
      await world.run(
        'sqlite3 bank.db',
        `create table account (name text, amount int);
insert into account values ('a', 100);
begin; update account set amount = 0; rollback;
select amount from account;
pragma integrity_check;
`,
      ),
    ).toEqual(printed('100\nok\n'));
  });

  it('sorts 50,000 rows, searches text and reads JSON', async () => {
    expect(
      await world.run(
        'sqlite3 big.db',
        `create table n as with recursive c(x) as (select 1 union all select x + 1 from c where x < 50000) select x from c;
select sum(x) from (select x from n order by x desc limit 1000);
create virtual table notes using fts5(body);
insert into notes values ('the queen lives long'), ('workers carry leaves');
select body from notes where notes match 'leaves';
select json_extract('{"a":[1,2,{"b":"deep"}]}', '$.a[2].b');
`,
      ),
    ).toEqual(printed('49500500\nworkers carry leaves\ndeep\n'));
  });

  it('imports CSV and prints JSON', async () => {
    await world.session.writeFile('/work/towns.csv', 'town,people\nLyon,522\nNice,348\n');
    expect(await world.run(`sqlite3 -json`, '.import --csv towns.csv towns\nselect * from towns;\n')).toEqual(
      printed('[{"town":"Lyon","people":"522"},\n{"town":"Nice","people":"348"}]\n'),
    );
  });

  it('reports an error in SQL and exits with 1', async () => {
    const outcome = await world.run(`sqlite3 ants.db 'select x from nowhere'`);
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stderr).toContain('no such table: nowhere');
  });
});
