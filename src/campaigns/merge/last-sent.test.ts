import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { seedCampaign, seedList } from '../../../test/support/delivery-rows.ts';
import { putMessage } from '../../../test/support/ledger.ts';
import { addPerson } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { lastSentBefore, lastSentTo } from './last-sent.ts';

eachEngine('the message sent last', (engine) => {
  const opened = suiteStore(engine);

  test('is the one accepted last, whichever was made last; never itself, nor one of somebody else', async () => {
    const { db } = opened();
    const seed = await seedList(db);
    const list = { customer_id: seed.customerId, list_id: seed.listId };
    const person = async (name: string) => (await addPerson(db, list, { email: `${name}@example.com` })).id;
    const [known, other, nobody] = [await person('known'), await person('other'), await person('nobody')];
    const send = async (subscriberId: number, finishedAt: number, state: 'accepted' | 'rejected' = 'accepted') => {
      const campaign = { id: await seedCampaign(db, seed), customer_id: seed.customerId };
      const key = { customer_id: seed.customerId, campaign_id: campaign.id, subscriber_id: subscriberId };
      await putMessage(db, { ...key, state, attempts: 1, finished_at: finishedAt });
      return campaign;
    };
    const first = await send(known, 5_000);
    const second = await send(known, 3_000);
    await send(known, 9_000, 'rejected');
    await send(other, 7_000);
    assert.deepEqual(
      await lastSentTo(db, seed.customerId, [known, other, nobody]),
      new Map([
        [known, 5_000],
        [other, 7_000],
      ]),
    );
    assert.equal(await lastSentBefore(db, first, known), 3_000);
    assert.equal(await lastSentBefore(db, second, known), undefined);
  });

  test('is looked for among those of the newest hundred campaigns', async () => {
    const { db } = opened();
    const seed = await seedList(db);
    const list = { customer_id: seed.customerId, list_id: seed.listId };
    const { id } = await addPerson(db, list, { email: 'years@example.com' });
    // Campaigns of no other kind than their number; the oldest was accepted last.
    await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 101)
      insert into message (customer_id, campaign_id, subscriber_id, state, attempts, finished_at)
      select ${seed.customerId}, 1000000 + i, ${id}, 'accepted', 1, case i when 1 then 9000 else 1000 + i end from n`.execute(
      db,
    );
    assert.deepEqual(await lastSentTo(db, seed.customerId, [id]), new Map([[id, 1_101]]));
    await db.deleteFrom('message').where('subscriber_id', '=', id).where('campaign_id', '=', 1_000_101).execute();
    assert.deepEqual(await lastSentTo(db, seed.customerId, [id]), new Map([[id, 9_000]]));
  });
});
