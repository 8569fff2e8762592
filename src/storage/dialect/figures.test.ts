// SQLite looks people up by its indexes, however many rows a customer has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { indexesOf } from '../../../test/support/plans.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { inTransaction, openStore } from '../db.ts';
import { buildIndexes, dropIndexes } from '../moving/indexes.ts';
import { writeFigures } from './figures.ts';

/** By what a person or a message is found: the columns after the customer, and the index. */
const LOOKS = [
  ['message', 'subscriber_id = 1', 'message_subscriber'],
  ['message', "subscriber_id = 1 and state = 'accepted' order by campaign_id desc limit 1", 'message_subscriber'],
  ['message', 'subscriber_id in (1, 2) and campaign_id >= 3 and campaign_id <= 9', 'message_subscriber'],
  [
    'message',
    'campaign_id = 1 and subscriber_id in (select value from json_each(?))',
    'campaign_id=? AND subscriber_id=?',
  ],
  ['consent', "email_key = 'a' and email_key <> ''", 'consent_person'],
  ['former_person', 'subscriber_id = 1', 'former_person_subscriber'],
  ['addressee', 'subscriber_id in (1, 2)', 'addressee_subscriber'],
  ['saved_block_use', "kind = 'template' and owner_id = 1", 'saved_block_use_owner'],
  ['subscriber', 'id in (select value from json_each(?))', 'rowid=?'],
  ['subscriber', "email_key = 'a' and list_id = 1", 'subscriber_address'],
  ['subscriber', "list_id = 1 and status = 'confirmed' and id > 5 order by id limit 10", 'subscriber_status'],
] as const;

test('the planner looks people up', async (t) => {
  const dataDir = temporaryFolder(t, 'figures');
  const assertLooks = async () => {
    const store = await openStore({ dataDir });
    for (const [table, which, wanted] of LOOKS) {
      const ask = sql.raw(`select * from ${table} where customer_id = 1 and ${which.replace('?', "'[1]'")}`);
      const found = await indexesOf(store.db, (db) => ask.execute(db));
      assert.ok(
        found.some((one) => one.includes(wanted)),
        `${table}, ${which}: ${found.join(' | ')}`,
      );
    }
    return store;
  };
  const store = await assertLooks();
  await inTransaction(store.db, dropIndexes); // as a move does before it fills the store
  await buildIndexes(store.db, () => undefined);
  await inTransaction(store.db, writeFigures); // once more changes nothing
  await store.close();
  await (await assertLooks()).close();
});

test('each figure is of an index, and has a number for each of its columns', async (t) => {
  const dataDir = temporaryFolder(t, 'figures');
  const store = await openStore({ dataDir });
  t.after(() => store.close());
  const { rows } = await sql<{ tbl: string; idx: string; stat: string }>`select * from sqlite_stat1`.execute(store.db);
  assert.ok(rows.length > 10);
  for (const { tbl, idx, stat } of rows) {
    const columns = sql<{ n: number }>`select count(*) as n from pragma_index_info(${idx})`;
    const key = sql<{ n: number }>`select count(*) as n from pragma_table_info(${tbl}) where pk > 0`;
    const { n } = (await (tbl === idx ? key : columns).execute(store.db)).rows[0] ?? { n: 0 };
    assert.equal(stat.split(' ').length, Number(n) + 2, `${tbl}.${idx} has ${n} columns, and “${stat}”`);
  }
});
