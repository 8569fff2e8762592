// Indexes that were taken off are the same when they are built again, and none is missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { type Db, inTransaction } from '../db.ts';
import { beginTableChanges } from '../dialect/spread.ts';
import { isPostgres } from '../dialect.ts';
import { buildIndexes, dropIndexes } from './indexes.ts';

const OF_POSTGRES = `select pg_get_indexdef(indexrelid) as text from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace and indisvalid
  union all select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = current_schema()::regnamespace order by 1`;
const OF_SQLITE = "select name || ' ' || coalesce(sql, '') as text from sqlite_schema where type = 'index' order by 1";

async function indexesOf(db: Db): Promise<string[]> {
  const text = isPostgres(db) ? OF_POSTGRES : OF_SQLITE;
  return (await db.executeQuery<{ text: string }>(CompiledQuery.raw(text))).rows.map((row) => row.text);
}

eachEngine('indexes of a store that is filled', (engine) => {
  const opened = suiteStore(engine);

  test('they come back as they were, in parts too, after a stop in between', async () => {
    const { db } = opened();
    const before = await indexesOf(db);
    assert.ok(before.length > 60, `${before.length}`);
    await inTransaction(db, async (tx) => {
      await beginTableChanges(tx);
      await dropIndexes(tx);
    });
    assert.ok((await indexesOf(db)).length < before.length - 50);
    const cutOff = buildIndexes(db, (done) => {
      if (done === 20) throw new Error('cut off');
    });
    await assert.rejects(cutOff, /cut off/);
    await buildIndexes(db, () => undefined);
    assert.deepEqual(await indexesOf(db), before);
    await db.deleteFrom('move').execute();
  });
});
