import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { openStore } from './db.ts';
import { isPostgres } from './dialect.ts';
import { MIGRATIONS, migrate, requireMigrated } from './migrate.ts';
import { fingerprintOf } from './migrations/migration.ts';
import type { Tx } from './tables.ts';

eachEngine('a schema that is up to date', (engine) => {
  const opened = suiteStore(engine);

  test('is found to be so where nothing may be changed, as on a standby', async () => {
    await opened()
      .db.transaction()
      .execute(async (tx) => {
        if (isPostgres(tx)) await sql`set transaction read only`.execute(tx);
        await migrate(tx);
      });
  });
});

/** By engine. A step that was released keeps its own for good: another one refuses every store. */
const FINGERPRINTS: Readonly<Record<string, Readonly<Record<'sqlite' | 'postgres', string>>>> = {
  '0001-schema': { sqlite: '87b3a6d3e0b713d7', postgres: 'ce645cd6e0aaf31d' },
};

eachEngine('the fingerprint of a step', (engine) => {
  const opened = suiteStore(engine);

  test('is what the store has, and the one that is written here', async () => {
    const { db } = opened();
    const rows = await db.selectFrom('migration').select(['name', 'fingerprint']).orderBy('name').execute();
    const expected = Object.entries(FINGERPRINTS).map(([name, by]) => [
      name,
      by[isPostgres(db) ? 'postgres' : 'sqlite'],
    ]);
    assert.deepEqual(
      rows.map(({ name, fingerprint }) => [name, fingerprint]),
      expected,
    );
  });

  /** What is done to a store of ours is taken back. */
  const refused = (change: (tx: Tx) => Promise<unknown>, message: RegExp) =>
    assert.rejects(
      opened()
        .db.transaction()
        .execute(async (tx) => {
          await change(tx);
          await assert.rejects(migrate(tx), { code: 'unavailable', message });
          throw new Error('taken back');
        }),
      /taken back/,
    );

  test('tells a store of another state of the program, which is refused', async () => {
    await refused(
      (tx) => tx.updateTable('migration').set({ fingerprint: '0123456789abcdef' }).execute(),
      /^The store has the tables of another state of Mailwright .*\(0001-schema is 0123456789abcdef there, [0-9a-f]{16} here\)/,
    );
  });

  test('is missing in the first stores, which are refused', async (t) => {
    if (engine.name === 'pglite') return t.skip('it holds one store at a time');
    const { db, place } = await engine.open(t);
    assert.ok(place);
    await sql`alter table migration drop column fingerprint`.execute(db);
    const message = /^The store has the tables of another state .*0001-schema is without a fingerprint there/;
    await assert.rejects(openStore(place), { code: 'unavailable', message });
  });

  test('depends on no line break', () => {
    const { db } = opened();
    const step = (text: string) => ({ name: '9999-test', statements: () => [text] });
    const [one, other, third] = [
      'create table a\n    (b bigint)',
      ' create table a (b bigint)',
      'create table a (b text)',
    ];
    assert.equal(fingerprintOf(step(one), db), fingerprintOf(step(other), db));
    assert.notEqual(fingerprintOf(step(one), db), fingerprintOf(step(third), db));
  });
});

eachEngine('a place with tables of another program', (engine) => {
  const opened = suiteStore(engine);

  /** Its tables alone, until the transaction ends. */
  const among = (names: readonly string[], work: (tx: Tx) => Promise<void>) =>
    assert.rejects(
      opened()
        .db.transaction()
        .execute(async (tx) => {
          if (isPostgres(tx)) {
            await sql`create schema other`.execute(tx);
            await sql`set local search_path to other`.execute(tx);
          } else {
            const { rows } = await sql<{ name: string }>`select name from sqlite_schema
              where type = 'table' and name in ('migration', 'customer')`.execute(tx);
            await sql`pragma defer_foreign_keys = on`.execute(tx);
            for (const { name } of rows)
              await sql`alter table ${sql.table(name)} rename to ${sql.table(`${name}_of_ours`)}`.execute(tx);
          }
          for (const name of names) await sql`create table ${sql.table(name)} (id integer)`.execute(tx);
          await work(tx);
          throw new Error('taken back');
        }),
      /taken back/,
    );
  const refused = {
    code: 'unavailable',
    message: /^The place holds tables of another program \(.*\)\. Name an empty one\.$/,
  };

  test('gets no store, and no command takes it for one', async () => {
    for (const names of [
      ['orders', 'visitor'],
      ['migration', 'orders'],
      ['customer', 'orders'],
    ]) {
      await among(names, async (tx) => {
        await assert.rejects(migrate(tx, MIGRATIONS, 'The place'), refused);
        await assert.rejects(requireMigrated(tx, 'The place'), refused);
      });
    }
  });
});
