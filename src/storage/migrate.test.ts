import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { isPostgres } from './dialect.ts';
import { MIGRATIONS, migrate, requireMigrated } from './migrate.ts';
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
