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

  test('have each row once, of many customers with few and of one with many', async (t) => {
    const { db } = await engine.open(t);
    const there = new Set<string>();
    for (let customer = 900; customer < 960; customer += 1) {
      const count = customer === 930 ? 120 : customer % 7;
      for (let owner = 0; owner < count; owner += 1) {
        const row = { customer_id: customer, scope: 'moved', owner_id: owner, n: 1 };
        await db.insertInto('tally').values(row).execute();
        there.add(`${customer} ${owner}`);
      }
    }
    const tally = (await listTables(db)).find(({ name }) => name === 'tally');
    assert.ok(tally);
    for (const size of [1, 7, 50, 1_000]) {
      const found: string[] = [];
      for (let after: KeyValues | undefined = [899, '', 0]; after; ) {
        const { rows, last } = await readPage(db, tally, after, size);
        assert.ok(rows.length <= size);
        const at = (name: string) => tally.columns.findIndex((column) => column.name === name);
        found.push(...rows.map((row) => `${row[at('customer_id')]} ${row[at('owner_id')]}`));
        after = rows.length < size ? undefined : last;
      }
      assert.equal(found.length, there.size, `in pages of ${size}`);
      assert.deepEqual(new Set(found), there);
    }
  });
});
