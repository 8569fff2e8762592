import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../test/support/stores.ts';
import { inTransaction, onDisk } from './db.ts';
import { textSet } from './dialect.ts';
import { nameOfStatement, reading, runUnsynced, statement, type ValuePlace } from './statement.ts';

let builds = 0;

const taken = statement<{ names: readonly { name: string; n: number }[]; ids: readonly number[]; least: number }>(
  (_, { records, numbers, value }) => {
    builds += 1;
    return sql`select r.name from ${records('names', { name: 'text', n: 'number' })} as r
      where r.n in ${numbers('ids')} and r.n >= ${value('least')} and r.n <> ${99} order by r.name`;
  },
);

eachEngine('statements', (engine) => {
  test('are built once, and run with other values each time', async (t) => {
    const { db } = await engine.open(t);
    builds = 0;
    const names = ['a', 'b', 'c', 'd'].map((name, i) => ({ name, n: i }));
    const run = async (ids: number[], least: number) =>
      (await taken(db, { names: [...names, { name: 'z', n: 99 }], ids, least })).rows.map((row) => ({
        ...(row as object),
      }));
    assert.deepEqual(await run([0, 2, 3, 99], 1), [{ name: 'c' }, { name: 'd' }]);
    assert.deepEqual(await run([1], 0), [{ name: 'b' }]);
    assert.deepEqual(await run([], 0), []);
    assert.ok(builds <= 1);
  });

  test('belong to their transaction, and are refused when it has ended', async (t) => {
    const { db } = await engine.open(t);
    const put = statement<{ value: string }>(
      (_, { value }) => sql`insert into setting (name, value) values ('ended', ${value('value')})`,
    );
    const get = statement(() => sql`select value from setting where name = 'ended'`);
    const failed = inTransaction(db, async (tx) => {
      assert.equal((await put(tx, { value: 'undone' })).changed, 1);
      assert.equal((await get(tx, {})).rows.length, 1);
      throw new Error('undone');
    });
    await assert.rejects(failed, /undone/);
    const ended = await inTransaction(db, async (tx) => tx);
    await assert.rejects(put(ended, { value: 'late' }), /committed/);
    assert.deepEqual((await get(db, {})).rows, []);
  });

  test('take records packed, and a value that stands in several places once', async (t) => {
    if (engine.name === 'sqlite') return t.skip('runs for each record');
    const { db } = await engine.open(t);
    const columns = { n: 'number', state: 'text', more: 'number', reply: 'text' } as const;
    const read = statement<{ records: readonly Record<string, unknown>[]; least: number }>(
      (_, { packed, value }) => sql`select r.*, cast(${value('least')} as bigint) as least
        from ${packed('records', { columns, own: ['n', 'reply'] })} as r where r.n >= ${value('least')}`,
      { isOnce: true },
    );
    const replies = ['', null, 'null', 'NULL', '{a,b}', '"quoted\\"', "it's 100 %, \\n\n", 'ü 🦊', '$1'];
    const records = replies.map((reply, n) => ({ n, state: n % 2 ? 'a,"b' : null, more: n % 3 || null, reply }));
    const { rows } = await read(db, { records, least: 1 });
    assert.deepEqual(
      rows.map((row) => ({ ...(row as object) })),
      records.slice(1).map((record) => ({ ...record, least: 1 })),
    );
    assert.deepEqual((await read(db, { records: [], least: 0 })).rows, []);
  });

  test('take any text, also halves of a surrogate pair and NUL, which stand for no character', async (t) => {
    const { db } = await engine.open(t);
    const names = ['a \ud83d', '\udd8a \0b', '🦊 \\ud83d'].map((name, n) => ({ name, n }));
    const { rows } = await taken(db, { names, ids: [0, 1, 2], least: 0 });
    assert.deepEqual(rows.map((row) => (row as { name: string }).name).sort(), ['a �', '� b', '🦊 \\ud83d'].sort());
    const found = await sql<{ value: string }>`select value from ${textSet(db, ['x\ud83dy\0'])} as one`.execute(db);
    assert.deepEqual(
      found.rows.map(({ value }) => value),
      ['x�y'],
    );
  });

  test('tell how many rows they changed, inside of a transaction too', async (t) => {
    const { db } = await engine.open(t);
    const keep = statement<{ name: string }>(
      (_, { value }) => sql`insert into setting (name, value) values (${value('name')}, 'x')`,
    );
    const changed = await inTransaction(db, async (tx) => (await keep(tx, { name: 'one' })).changed);
    assert.equal(changed, 1);
    assert.equal((await db.selectFrom('setting').select('name').where('name', '=', 'one').execute()).length, 1);
  });

  test('that do not wait for the disk are seen at once; all others wait as before', async (t) => {
    const { db } = await engine.open(t);
    const keep = (name: string) => db.insertInto('setting').values({ name, value: 'x' });
    const level = () => sql`show synchronous_commit`.execute(db).then(({ rows }) => JSON.stringify(rows));
    await keep('before').execute();
    assert.equal(onDisk(db), true);
    await runUnsynced(db, keep('one'));
    if (engine.name === 'sqlite') assert.notEqual(onDisk(db), true);
    await assert.rejects(runUnsynced(db, keep('one')), 'the name is taken');
    await runUnsynced(db, keep('two'));
    const names = await db.selectFrom('setting').select('name').where('name', 'in', ['one', 'two']).execute();
    assert.equal(names.length, 2);
    if (engine.name !== 'sqlite') return assert.match(await level(), /on/);
    await keep('after').execute();
    assert.equal(onDisk(db), true, 'with all that was written before');
  });

  test('have their constants in their text', async (t) => {
    const { db } = await engine.open(t);
    const texts: string[] = [];
    const named = reading((executor, value: ValuePlace<{ name: string }>) => {
      const query = executor
        .selectFrom('setting')
        .select('name')
        .where('name', '=', value('name'))
        .where('value', 'in', ["it's", 'x'])
        .limit(1);
      texts.push(query.compile().sql);
      return query;
    });
    await db.insertInto('setting').values({ name: 'one', value: "it's" }).execute();
    assert.equal((await named(db, { name: 'one' }))[0]?.name, 'one');
    assert.deepEqual(await named(db, { name: 'two' }), []);
    assert.equal(texts.length, 1);
    assert.match(texts[0] ?? '', /in \('it''s', 'x'\) limit 1$/);
  });

  test('have names that differ, also when two have the same text', async (t) => {
    const { db } = await engine.open(t);
    const text = (n: number) =>
      statement<{ n: number }>((_, { value }) => sql`select cast(${value('n')} as bigint) as ${sql.ref(`n${n}`)}`);
    const same = [text(1), text(2), text(1), text(3)];
    for (const [n, run] of same.entries())
      assert.equal(Number(Object.values((await run(db, { n })).rows[0] ?? {})[0]), n);
    const named = [1, 2, 3].map((n) => nameOfStatement(textOf(engine.name, n)));
    assert.equal(new Set(named).size, 3, String(named));
    assert.ok(!named.includes(undefined));
  });
});

const textOf = (engine: string, n: number) => `select cast(${engine === 'sqlite' ? '?' : '$1'} as bigint) as "n${n}"`;
