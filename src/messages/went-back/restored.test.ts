// A restored store: what is held, and what an operator who has the mail server's log tells it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertCountersAreRows, campaignOf, statesOf } from '../../../test/support/delivery-rows.ts';
import { at, claimSome, seedSending, seedUnderWay } from '../../../test/support/delivery-turns.ts';
import { messageOf, queueMail } from '../../../test/support/emails.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { registerWorker } from '../../coordination/lease.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { holdRestored } from './restored.ts';
import { takeAsMailed } from './take-as-mailed.ts';

eachEngine('a restored store', (engine) => {
  let db: Db;
  const opened = suiteStore(engine);
  before(() => {
    ({ db } = opened());
  });

  test('what was in flight is uncertain whatever the policy, and campaigns wait', async () => {
    const { customerId, campaignId } = await seedUnderWay(db);
    await db.updateTable('campaign').set({ uncertain_policy: 'resend' }).where('id', '=', campaignId).execute();
    const mail = await queueMail(db, customerId, 'one@example.com', {}, at);
    assert.deepEqual(await holdRestored(db, at), { inFlight: 2, paused: 1, mails: 1 });
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, deferred: 1, uncertain: 2, pending: 2 });
    await assertCountersAreRows(db, campaignId);
    assert.equal((await campaignOf(db, campaignId)).status, 'paused');
    assert.equal((await messageOf(db, mail.id)).state, 'uncertain');
    assert.deepEqual(await db.selectFrom('lease').select('id').where('name', 'like', 'worker:%').execute(), []);
    assert.deepEqual(await holdRestored(db, at), { inFlight: 0, paused: 0, mails: 0 });
  });

  test('a transactional email for a later time goes out then, as no other server can have sent it', async () => {
    const { customerId } = await seedUnderWay(db);
    const mail = await queueMail(db, customerId, 'later@example.com', { sendAt: at + 1 }, at);
    assert.equal((await holdRestored(db, at)).mails, 0);
    const { state, attempts, next_attempt_at } = await messageOf(db, mail.id);
    assert.deepEqual([state, attempts, next_attempt_at], ['deferred', 0, at + 1]);
    assert.equal((await holdRestored(db, at + 1)).mails, 1);
    assert.equal((await messageOf(db, mail.id)).state, 'uncertain');
  });

  test('the winner of an A/B test that was due waits for a person, one that is due later does not', async () => {
    const decidesAt = async (decides_at: number) => {
      const { customerId: customer_id, campaignId: campaign_id } = await seedUnderWay(db);
      const settings = { share: 50, decided_by: 'opens' as const, wait_minutes: 60 };
      const test = {
        customer_id,
        campaign_id,
        ...settings,
        begun_at: at - 1,
        decides_at,
        rest_from: 50,
        created_at: 1,
      };
      await db.insertInto('ab_test').values(test).execute();
      await holdRestored(db, at);
      const { notice } = await campaignOf(db, campaign_id);
      const row = await db.selectFrom('ab_test').selectAll().where('campaign_id', '=', campaign_id).executeTakeFirst();
      return [row?.decides_at, (JSON.parse(notice ?? '[]') as { code: string }[]).map(({ code }) => code)];
    };
    assert.deepEqual(await decidesAt(at), [null, ['notice-test-went-back', 'notice-went-back']]);
    assert.deepEqual(await decidesAt(at + 1), [at + 1, ['notice-went-back']]);
  });

  test('whoever is on the mail server’s log counts as accepted, once', async () => {
    const { campaignId } = await seedUnderWay(db);
    await holdRestored(db, at);
    const campaign = await campaignOf(db, campaignId);
    const people = await db
      .selectFrom('subscriber')
      .select(['id', 'email'])
      .where('list_id', '=', campaign.list_id)
      .orderBy('id')
      .execute();
    const emails = people.slice(0, 5).map(({ email }) => email.toUpperCase());
    const take = (isDryRun: boolean, more: string[] = []) =>
      takeAsMailed(db, campaign, [...emails, ...more], { at, isDryRun });
    assert.deepEqual(await take(true, ['nobody@example.org']), { taken: 4, unknown: ['nobody@example.org'] });
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, deferred: 1, uncertain: 2, pending: 2 });
    assert.deepEqual(await take(false), { taken: 4, unknown: [] });
    assert.deepEqual(await take(false), { taken: 0, unknown: [] });
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 5, pending: 1 });
    await assertCountersAreRows(db, campaignId);
    // Somebody who came to the list after the audience was frozen was not mailed by this campaign.
    await inTransaction(db, (tx) =>
      tx.updateTable('campaign').set({ status: 'sending' }).where('id', '=', campaignId).execute(),
    );
    await assert.rejects(take(false), /pause the campaign first/);
  });

  test('who was taken as mailed and unsubscribed since stays mailed, and the others get it', async () => {
    const { campaignId } = await seedSending(db, 4);
    await db.updateTable('batch').set({ claims: 0 }).where('campaign_id', '=', campaignId).execute(); // as frozen
    await holdRestored(db, at);
    const campaign = await campaignOf(db, campaignId);
    await takeAsMailed(db, campaign, ['u1@example.com', 'u2@example.com'], { at, isDryRun: false });
    await db
      .updateTable('subscriber')
      .set({ status: 'unsubscribed' })
      .where('list_id', '=', campaign.list_id)
      .where('email_key', 'in', ['u2@example.com', 'u3@example.com'])
      .execute();
    await db.updateTable('campaign').set({ status: 'sending' }).where('id', '=', campaignId).execute();
    const lease = await registerWorker(db);
    const claimed = await claimSome(db, lease.id, campaignId);
    assert.equal(claimed.length, 1);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 2, skipped: 1, claimed: 1 });
    await assertCountersAreRows(db, campaignId);
  });
});
