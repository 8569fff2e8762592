import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { seedCampaign, seedList } from '../../../test/support/delivery-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { inTransaction } from '../db.ts';
import { isSpread } from '../dialect/spread.ts';
import { isPostgres } from '../dialect.ts';
import { listTables } from './catalogue.ts';
import { followKeys, type KeyValues, readPage } from './rows.ts';

const PEOPLE = 5_000;

eachEngine('pages of a table', (engine) => {
  test('begin at their place, however many rows are left in the parts of a table', async (t) => {
    const { db } = await engine.open(t);
    const seed = await seedList(db);
    const campaignId = await seedCampaign(db, seed, { status: 'sent' });
    await sql`insert into message (customer_id, campaign_id, subscriber_id, finished_at, attempts, state)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(PEOPLE)})
      select ${sql.lit(seed.customerId)}, ${sql.lit(campaignId)}, n, 1, 1, 'accepted' from numbers`.execute(db);
    const message = (await listTables(db)).find(({ name }) => name === 'message');
    assert.ok(message);
    const read = await inTransaction(db, async (tx) => {
      await followKeys(tx);
      const sizes: number[] = [];
      for (let after: KeyValues | undefined; ; ) {
        const { rows, last } = await readPage(tx, message, after, 1_000);
        sizes.push(rows.length);
        if (last === undefined) break;
        after = last;
      }
      if (!isPostgres(tx) || isSpread(tx)) return { sizes, fetched: PEOPLE };
      const { rows } = await sql<{ fetched: number }>`select sum(seq_tup_read + idx_tup_fetch) as fetched
        from pg_stat_xact_user_tables where relname like 'message%'`.execute(tx);
      return { sizes, fetched: Number(rows[0]?.fetched) };
    });
    assert.deepEqual(read.sizes, [1_000, 1_000, 1_000, 1_000, 1_000, 0]);
    assert.ok(read.fetched >= PEOPLE && read.fetched < 1.2 * PEOPLE, `${read.fetched} rows were read`);
  });
});
