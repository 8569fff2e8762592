// Why an autoresponder mailed somebody or not, where the followed campaign went to several lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedAutoresponder } from '../../../test/support/autoresponders.ts';
import { campaignOf, seedCampaign, seedList } from '../../../test/support/delivery-rows.ts';
import { putMessage } from '../../../test/support/ledger.ts';
import { addPerson } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { explainAddress } from './explain.ts';

eachEngine('an autoresponder that follows a campaign to several lists', (engine) => {
  const store = suiteStore(engine);

  test('goes by the message that was opened or accepted, in whichever list', async () => {
    const { db } = store();
    const seed = await seedList(db);
    const other = await seedList(db, 1_000, seed.customerId);
    const named = await seedCampaign(db, seed, { further_lists: String(other.listId), status: 'sent' });
    const key = { customer_id: seed.customerId, campaign_id: named };
    const ids: number[] = [];
    for (const { listId } of [seed, other]) {
      const list = { customer_id: seed.customerId, list_id: listId };
      ids.push((await addPerson(db, list, { email: 'both@example.com', confirmed_at: 1 })).id);
    }
    const [skipped = 0, got = 0] = ids;
    await putMessage(db, { ...key, subscriber_id: skipped, state: 'skipped', reason: 'duplicate', finished_at: 9 });
    await putMessage(db, { ...key, subscriber_id: got, state: 'accepted', finished_at: 2_000, opened_at: 3_000 });
    for (const [event, happened] of [
      ['AFTER-CAMPAIGN-OPEN', 'opened the message'],
      ['AFTER-CAMPAIGN-SENT', 'was accepted'],
    ] as const) {
      const follows = { autoresponder_event: event, autoresponder_open_campaign_id: named };
      const begun = { freeze_until_id: 0, freeze_done: 1, started_at: 1_000, followed_at: 1_000 } as const;
      const id = await seedAutoresponder(db, seed, { ...follows, autoresponder_sent_campaign_id: named }, begun);
      const { cause, text } = await explainAddress(db, await campaignOf(db, id), 'both@example.com', 9e12);
      assert.equal(cause, 'being-made', text);
      assert.match(text, new RegExp(happened));
    }
  });
});
