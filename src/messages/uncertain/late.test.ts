// What a worker that was thought lost says of messages that became uncertain meanwhile.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertCountersAreRows, campaignOf, statesOf } from '../../../test/support/delivery-rows.ts';
import { at, claimSome, NONE, outcome, seedSending } from '../../../test/support/delivery-turns.ts';
import { ledgerRow } from '../../../test/support/ledger.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { finishCampaign } from '../../campaigns/delivery/progress.ts';
import { type Lease, registerWorker } from '../../coordination/lease.ts';
import { commitTurn } from '../../delivery/record.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { recoverLease, recoverOrphans } from '../recover.ts';
import type { Attempt } from '../turn.ts';
import { settleUncertain } from './settle-uncertain.ts';

const CUT = { reason: 'cut', reply: 'Cut before the end of the message', nextAttemptAt: at + 9 } as const;

eachEngine('late outcomes', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  /** A campaign whose messages are all uncertain, as their worker is thought lost. */
  async function lostInFlight(
    n: number,
    campaign: Partial<Campaign> = {},
  ): Promise<{ lost: Lease; attempts: Attempt[]; campaignId: number }> {
    const { campaignId } = await seedSending(db, n);
    const lost = await registerWorker(db);
    const attempts = await claimSome(db, lost.id, campaignId);
    await commitTurn(db, lost.id, { outcomes: [], starts: attempts }, at);
    await recoverLease(db, lost, at);
    await db
      .updateTable('campaign')
      .set({ updated_at: at, ...campaign })
      .where('id', '=', campaignId)
      .execute();
    assert.deepEqual(await statesOf(db, campaignId), { uncertain: n });
    return { lost, attempts, campaignId };
  }

  test('what no mail server has taken waits again, and another worker sends it once', async () => {
    const { lost, attempts, campaignId } = await lostInFlight(4);
    const [cut = NONE, answered = NONE, unsent = NONE, unanswered = NONE] = attempts;
    const said = {
      outcomes: [
        outcome(cut, 'deferred', CUT),
        outcome(answered, 'deferred', { reply: '451 4.7.1 later', nextAttemptAt: at + 9 }),
        outcome(unsent, 'pending', { reply: null, relayId: undefined }),
        outcome(unanswered, 'deferred', { reason: 'unanswered', nextAttemptAt: at + 9 }),
      ],
      starts: [],
    };
    await commitTurn(db, lost.id, said, at);
    assert.deepEqual(await statesOf(db, campaignId), { deferred: 2, pending: 1, uncertain: 1 });
    await assertCountersAreRows(db, campaignId);
    const rows = await Promise.all(attempts.map((one) => ledgerRow(db, campaignId, one.subscriberId)));
    assert.deepEqual(
      rows.map(({ attempts: tries, reason, reply, next_attempt_at }) => [tries, reason, reply, next_attempt_at]),
      [
        [1, 'cut', CUT.reply, at + 9],
        [1, 'answered', '451 4.7.1 later', at + 9],
        [0, null, null, 0],
        [1, 'worker-lost', null, null],
      ],
    );
    // Another one takes them over: what comes late once more changes nothing of its own.
    const next = await registerWorker(db);
    const claimed = await claimSome(db, next.id, campaignId, { now: at + 10 });
    assert.equal(claimed.length, 3);
    await commitTurn(db, next.id, { outcomes: [], starts: claimed }, at);
    await commitTurn(db, lost.id, said, at);
    assert.deepEqual(await statesOf(db, campaignId), { in_flight: 3, uncertain: 1 });
    await recoverLease(db, next, at);
    await commitTurn(db, lost.id, said, at);
    assert.deepEqual(await statesOf(db, campaignId), { uncertain: 4 });
    await assertCountersAreRows(db, campaignId);
  });

  test('a policy that gives up what nobody knows of gives way to the worker that knows', async () => {
    const { campaignId } = await seedSending(db, 4);
    await db.updateTable('campaign').set({ uncertain_policy: 'skip' }).where('id', '=', campaignId).execute();
    const lost = await registerWorker(db);
    const attempts = await claimSome(db, lost.id, campaignId);
    const [taken = NONE, refused = NONE, cut = NONE, unanswered = NONE] = attempts;
    await commitTurn(db, lost.id, { outcomes: [], starts: attempts }, at);
    await recoverLease(db, lost, at);
    assert.deepEqual(await statesOf(db, campaignId), { skipped: 4 });
    await db.updateTable('campaign').set({ freeze_until_id: 1 }).where('id', '=', campaignId).execute();
    const { customer_id } = await campaignOf(db, campaignId);
    assert.equal(await finishCampaign(db, { id: campaignId, customer_id }, at + 1), true);
    const said = {
      outcomes: [
        outcome(taken, 'accepted'),
        outcome(refused, 'rejected', { reply: '550 5.7.1 no' }),
        outcome(cut, 'deferred', CUT),
        outcome(unanswered, 'deferred', { reason: 'unanswered', nextAttemptAt: at + 9 }),
      ],
      starts: [],
    };
    for (const _ of ['once', 'again']) {
      await commitTurn(db, lost.id, said, at + 2);
      assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, rejected: 1, deferred: 1, skipped: 1 });
      await assertCountersAreRows(db, campaignId);
    }
    assert.equal((await campaignOf(db, campaignId)).status, 'sending', 'one is still to be sent');
    const { attempts: tries, reason } = await ledgerRow(db, campaignId, cut.subscriberId);
    assert.deepEqual([tries, reason], [1, 'cut']);
  });

  test('while nobody has taken its messages back, outcomes count although the row of the lease is lost', async () => {
    const { campaignId } = await seedSending(db, 3);
    const worker = await registerWorker(db);
    const attempts = await claimSome(db, worker.id, campaignId);
    const [accepted = NONE, cut = NONE] = attempts;
    await commitTurn(db, worker.id, { outcomes: [], starts: attempts }, at);
    await db.deleteFrom('lease').where('id', '=', worker.id).execute();
    await commitTurn(
      db,
      worker.id,
      { outcomes: [outcome(accepted, 'accepted'), outcome(cut, 'deferred', CUT)], starts: [] },
      at,
    );
    await recoverOrphans(db, at);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, deferred: 1, uncertain: 1 });
    await assertCountersAreRows(db, campaignId);
  });

  test('what somebody decided meanwhile stays', async () => {
    for (const [choice, state] of [
      ['accept', 'accepted'],
      ['skip', 'skipped'],
      ['resend', 'pending'],
    ] as const) {
      const { lost, attempts, campaignId } = await lostInFlight(1);
      await settleUncertain(db, await campaignOf(db, campaignId), { choice }, at);
      await commitTurn(db, lost.id, { outcomes: [outcome(attempts[0] ?? NONE, 'deferred', CUT)], starts: [] }, at);
      assert.deepEqual(await statesOf(db, campaignId), { [state]: 1 });
      assert.equal((await ledgerRow(db, campaignId, attempts[0]?.subscriberId ?? 0)).attempts, 1);
      await assertCountersAreRows(db, campaignId);
    }
  });

  test('a campaign that had come to its end goes on; one that a person paused or ended mails nobody', async () => {
    const late = async ({ lost, attempts, campaignId }: Awaited<ReturnType<typeof lostInFlight>>) => {
      await commitTurn(db, lost.id, { outcomes: [outcome(attempts[0] ?? NONE, 'deferred', CUT)], starts: [] }, at + 2);
      await assertCountersAreRows(db, campaignId);
      const { status, finished_at } = await campaignOf(db, campaignId);
      return { status, finished_at, states: await statesOf(db, campaignId) };
    };
    const ended = await lostInFlight(2, { freeze_until_id: 1 });
    const { customer_id } = await campaignOf(db, ended.campaignId);
    assert.equal(await finishCampaign(db, { id: ended.campaignId, customer_id }, at + 1), true);
    assert.deepEqual(await late(ended), {
      status: 'sending',
      finished_at: null,
      states: { deferred: 1, uncertain: 1 },
    });
    assert.deepEqual(await late(await lostInFlight(1, { status: 'paused' })), {
      status: 'paused',
      finished_at: null,
      states: { deferred: 1 },
    });
    const marked = await lostInFlight(1, { status: 'sent', finished_at: at + 1, updated_at: at + 1 });
    assert.deepEqual(await late(marked), { status: 'sent', finished_at: at + 1, states: { uncertain: 1 } });
  });
});
