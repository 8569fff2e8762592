// Emails go some time after they were due, with everything that belongs to them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestApp } from '../../test/support/app.ts';
import { countersOf } from '../../test/support/delivery-rows.ts';
import { messageOf, queueMail } from '../../test/support/emails.ts';
import { changeMessage } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { recordBounce } from '../bounces/record.ts';
import { removeReturnedOfEmails } from '../bounces/remove.ts';
import { inTransaction } from '../storage/db.ts';
import type { MessageState } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';
import type { MailToQueue } from './queue.ts';
import { deleteEmail, removeOldEmails } from './remove.ts';
import { KEPT_MS } from './rules.ts';

eachEngine('emails that are done', (engine) => {
  test('go after 30 days; what waits for its time and what flies stay', async (t) => {
    const { db, customer, clock } = await openTestApp(t, engine);
    const at = clock.now();
    const file = { name: 'a', mediaType: 'text/plain', content: Buffer.from('only here') };
    const queue = async (state?: MessageState, given: Partial<MailToQueue> = {}) => {
      const mail = await queueMail(db, customer.id, 'bob@example.com', given, at);
      if (state) {
        const { customer_id, campaign_id, subscriber_id } = await messageOf(db, mail.id);
        const lease_id = state === 'in_flight' ? 7 : null;
        await changeMessage(db, { customer_id, campaign_id, subscriber_id }, { state, lease_id });
      }
      return mail;
    };
    const shared = { ...file, content: Buffer.from('shared') };
    const stuck = [await queue('in_flight'), await queue('in_flight')];
    const done = await queue('accepted', { attachments: [file, shared] });
    for (const state of ['pending', 'uncertain', 'skipped'] as const) await queue(state);
    const deleted = await queue('accepted', { kind: 'test' });
    const flies = await queue('in_flight', { attachments: [shared] });
    const later = await queue(undefined, { sendAt: at + 9 * KEPT_MS });
    const { campaign_id: campaignId } = await messageOf(db, done.id);
    const bounce = { type: 'soft', enhanced: null, message: 'full' } as const;
    await inTransaction(db, (tx) => recordBounce(tx, { campaignId, subscriberId: -done.id }, bounce, at));
    await db.updateTable('email').set({ deleted_at: at }).where('id', '=', deleted.id).execute();

    const remove = async (before: number) => {
      for (let n = 0; n < 9 && (await removeOldEmails(db, before, 2, removeReturnedOfEmails)); n += 1);
    };
    const left = async () => (await db.selectFrom('email').select('id').orderBy('id').execute()).map(({ id }) => id);
    await remove(at);
    assert.equal((await left()).length, 9, 'not yet');
    await remove(at + 1);
    const kept = [...stuck.map(({ id }) => id), flies.id];
    assert.deepEqual(await left(), [...kept, later.id], 'as many as one step takes are under way before the others');
    const count = async (table: 'message' | 'work' | 'bounce' | 'email_attachment' | 'blob') =>
      (await db.selectFrom(table).selectAll().execute()).length;
    assert.deepEqual([await count('message'), await count('work'), await count('bounce')], [0, 4, 0]);
    assert.deepEqual([await count('email_attachment'), await count('blob')], [1, 1]);
    assert.equal(await findTally(db, customer.id, 'emails:transactional'), 4);
    const { audience } = await countersOf(db, (await messageOf(db, flies.id)).campaign_id);
    assert.equal(audience, 8, 'what never left is not counted any more');
    await deleteEmail(db, customer.id, later.uid, at);
    await remove(at + 1);
    assert.deepEqual(await left(), kept, 'what was deleted does not stay until it would have been due');
  });
});
