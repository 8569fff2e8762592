// The parts of tables that grow: the next one is there before it is needed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openCampaignApp } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { inTransaction } from '../storage/db.ts';
import { PART_WIDTH } from '../storage/postgres/parts.ts';
import { renewParts } from '../storage/postgres/renew.ts';

/** Whatever a part has, it is full. */
const AT_ONCE = { messages: 0, ms: 0 };

eachEngine('parts of tables that grow', (engine) => {
  if (engine.name === 'sqlite') return;

  test('the next part is there before it is needed, and one that is in use is not split', async (t) => {
    const app = await openCampaignApp(t, engine);
    const parts = async () => {
      const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'message'::regclass order by 1`.execute(app.db);
      return rows.map(({ name }) => name.replace('message_', ''));
    };
    const small = { messages: 1_000_000, ms: 0 };
    assert.equal(await renewParts(app.db, app.clock.now(), small), false);
    assert.deepEqual(await parts(), ['1', '2', 'last', 'lasting']);
    for (const n of [3, 4]) {
      await app.make();
      assert.equal(await renewParts(app.db, app.clock.now(), { messages: 0, ms: 1 }), false, 'it has just begun');
      app.clock.forward(DAY_MS);
      assert.equal(await renewParts(app.db, app.clock.now(), AT_ONCE), true);
      await app.make();
      await renewParts(app.db, app.clock.now(), small);
      assert.ok((await parts()).includes(`${n}`));
    }
    // Ids that were left out have a part, too.
    await sql`select setval('campaign_id_seq', ${9 * PART_WIDTH})`.execute(app.db);
    await renewParts(app.db, app.clock.now(), small);
    const between = { customer_id: app.customer.id, campaign_id: 7 * PART_WIDTH, subscriber_id: 1 };
    await app.db
      .insertInto('message')
      .values({ ...between, state: 'accepted', attempts: 1, finished_at: 1 })
      .execute();
    const far = { customer_id: app.customer.id, campaign_id: 50 * PART_WIDTH, subscriber_id: 1 };
    await inTransaction(app.db, async (tx) => {
      await tx
        .insertInto('message')
        .values({ ...far, state: 'accepted', attempts: 1, finished_at: 1 })
        .execute();
      await sql`select setval('campaign_id_seq', ${50 * PART_WIDTH})`.execute(tx);
    });
    await renewParts(app.db, app.clock.now(), AT_ONCE);
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from message where campaign_id = ${far.campaign_id}`.execute(app.db);
    assert.equal(Number(rows[0]?.n), 1);
  });
});
