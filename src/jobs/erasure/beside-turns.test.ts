// An erasure beside a turn of a worker: what began before is written before, or mails nobody who is
// gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertCountersAreRows, campaignOf, statesOf } from '../../../test/support/delivery-rows.ts';
import { at, claimSome, NONE, nextAttempt, outcome, seedSending } from '../../../test/support/delivery-turns.ts';
import { ledgerRow } from '../../../test/support/ledger.ts';
import { untilWaiting } from '../../../test/support/lock-waits.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { registerWorker } from '../../coordination/lease.ts';
import { commitTurn, type KnownHolds } from '../../delivery/record.ts';
import { emailKey } from '../../kernel/address.ts';
import { claimEmails } from '../../messages/claim.ts';
import { recoverLease } from '../../messages/recover.ts';
import type { Attempt } from '../../messages/turn.ts';
import { inTransaction } from '../../storage/db.ts';
import { queueEmail } from '../../transactional/queue.ts';
import { erasePerson } from './erase.ts';

eachEngine('an erasure beside turns', (engine) => {
  const opened = suiteStore(engine);

  test('a turn that waits for it begins no message to who is gone; one that was written refuses it', async () => {
    const { db } = opened();
    const { seed, campaignId } = await seedSending(db, 3);
    const lease = await registerWorker(db);
    const [first = NONE, second = NONE, third = NONE] = await claimSome(db, lease.id, campaignId);
    const known: KnownHolds = new Map();
    const begin = (message: Attempt) => commitTurn(db, lease.id, { outcomes: [], starts: [message] }, at, { known });
    const erase = async ({ subscriberId }: Attempt, note = async () => {}) => {
      const which = db.selectFrom('subscriber').select('email').where('id', '=', subscriberId);
      const { email } = await which.executeTakeFirstOrThrow();
      return erasePerson(db, seed.customerId, emailKey(email), { keepsSuppressed: false, at, note });
    };
    assert.equal((await begin(first)).size, 1);
    let turn: Promise<ReadonlySet<Attempt>> | undefined;
    await erase(second, async () => {
      turn = begin(second);
      if (engine.name === 'postgres') await untilWaiting(db, 'the turn waits');
    });
    assert.equal((await turn)?.size, 0);
    assert.equal((await begin(third)).size, 1);
    await assert.rejects(erase(third), /on its way right now/);
  });

  test('a worker that was thought lost reports after it: of who is gone nothing is written', async () => {
    const { db } = opened();
    const { seed, campaignId } = await seedSending(db, 2);
    const lease = await registerWorker(db);
    const [gone = NONE, other = NONE] = await claimSome(db, lease.id, campaignId);
    const rows = await db.selectFrom('subscriber').select(['id', 'email']).where('list_id', '=', seed.listId).execute();
    const emails = new Map(rows.map(({ id, email }) => [id, email]));
    const mail = { customerId: seed.customerId, kind: 'transactional', subject: 'A', html: '<p>B</p>' } as const;
    const parties = { to: { name: '', email: 'late@example.test' }, from: { name: '', email: 'ada@example.com' } };
    const { id } = await inTransaction(db, (tx) => queueEmail(tx, { ...mail, ...parties }, at));
    const work = await db.selectFrom('work').select('campaign_id').where('subscriber_id', '=', -id).executeTakeFirst();
    const hidden = await campaignOf(db, Number(work?.campaign_id));
    const of = { leaseId: lease.id, attempt: nextAttempt(), customerId: seed.customerId, campaignId: hidden.id };
    const [email = NONE] = (await claimEmails(db, { ...of, limit: 1, now: at }))?.messages ?? [];
    const all = [gone, other, email];
    assert.equal((await commitTurn(db, lease.id, { outcomes: [], starts: all }, at)).size, 3);
    await recoverLease(db, lease, at);
    for (const address of [emails.get(gone.subscriberId) ?? '', parties.to.email]) {
      await erasePerson(db, seed.customerId, emailKey(address), { keepsSuppressed: false, at });
    }
    const outcomes = all.map((message) => {
      const reply = `550 <${emails.get(message.subscriberId) ?? parties.to.email}> unknown`;
      return outcome(message, 'rejected', { reply, isHardBounce: true });
    });
    await commitTurn(db, lease.id, { outcomes, starts: [] }, at);
    assert.deepEqual(await statesOf(db, campaignId), { rejected: 1, uncertain: 1 });
    await assertCountersAreRows(db, campaignId);
    const replies = all.map(async (message) => (await ledgerRow(db, message.campaignId, message.subscriberId)).reply);
    assert.deepEqual(await Promise.all(replies), [null, outcomes[1]?.reply, null]);
    const suppressed = await db
      .selectFrom('suppression')
      .select('email')
      .where('customer_id', '=', seed.customerId)
      .execute();
    assert.deepEqual(
      suppressed.map((row) => row.email),
      [emails.get(other.subscriberId)],
    );
  });
});
