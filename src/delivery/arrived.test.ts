// What comes of messages in flight, before it is written how that ended.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertCountersAreRows, countersOf, statesOf } from '../../test/support/delivery-rows.ts';
import { at, claimSome, outcome, seedSending } from '../../test/support/delivery-turns.ts';
import { ledgerRow } from '../../test/support/ledger.ts';
import { SOFT } from '../../test/support/returned-mail-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { recordBounce } from '../bounces/record.ts';
import { registerWorker } from '../coordination/lease.ts';
import type { Attempt } from '../messages/turn.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { recordHits } from '../tracking/recorder/recorder.ts';
import type { Outcome } from './outcome.ts';
import { commitTurn, type KnownHolds } from './record.ts';

eachEngine('what comes of messages in flight', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  /** A worker with these messages in flight; it remembers its holds, as workers do. */
  async function inFlight(people: number) {
    const { campaignId } = await seedSending(db, people);
    const { id } = await registerWorker(db);
    const known: KnownHolds = new Map();
    const turn = (outcomes: readonly Outcome[], starts: readonly Attempt[] = []) =>
      commitTurn(db, id, { outcomes, starts }, at, { known });
    const claimed = await claimSome(db, id, campaignId);
    await turn([], claimed);
    return { campaignId, leaseId: id, claimed, turn };
  }
  const bounce = (of: Attempt) => inTransaction(db, (tx) => recordBounce(tx, of, SOFT, at));
  const bouncesOf = async (campaignId: number) => {
    const { hard_bounces, soft_bounces, internal_bounces } = await countersOf(db, campaignId);
    const rows = await db
      .selectFrom('bounce')
      .select('counted')
      .where('campaign_id', '=', campaignId)
      .orderBy('subscriber_id')
      .execute();
    return { counted: hard_bounces + soft_bounces + internal_bounces, rows: rows.map(({ counted }) => counted) };
  };
  const given = { skipped: 'given-up', uncertain: 'no-answer' } as const;

  test('what is opened or comes back has arrived, however the connection ends', async () => {
    const { campaignId, claimed, turn } = await inFlight(4);
    const [opened, back, skipped, quiet] = claimed as [Attempt, Attempt, Attempt, Attempt];
    const visitor = { ipAddress: '192.0.2.1', userAgent: 'Firefox' };
    await recordHits(db, [{ kind: 'open', message: opened, linkId: 0, visitor }], at);
    assert.equal(await bounce(back), 'recorded');
    assert.equal(await bounce(skipped), 'recorded');
    await turn(
      [opened, back, skipped, quiet].map((one) => {
        const state = one === skipped ? 'skipped' : 'uncertain';
        return outcome(one, state, { reply: null, reason: given[state] });
      }),
    );
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 3, uncertain: 1 });
    assert.deepEqual(await bouncesOf(campaignId), { counted: 2, rows: [1, 1] });
    await assertCountersAreRows(db, campaignId);
  });

  test('what comes back while it is tried again had arrived before, whatever the new attempt says', async () => {
    const { campaignId, leaseId, claimed, turn } = await inFlight(4);
    await turn(claimed.map((one) => outcome(one, 'deferred', { reply: '451 later', nextAttemptAt: at })));
    const again = await claimSome(db, leaseId, campaignId);
    await turn([], again);
    for (const one of again) assert.equal(await bounce(one), 'recorded');
    const [taken, refused, putOff, unknown] = again as [Attempt, Attempt, Attempt, Attempt];
    await turn([
      outcome(taken, 'accepted'),
      outcome(refused, 'rejected', { reply: '550 5.7.1 no' }),
      outcome(putOff, 'deferred', { reply: '451 later', nextAttemptAt: at }),
      outcome(unknown, 'uncertain', { reply: null }),
    ]);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 4 });
    assert.deepEqual(await bouncesOf(campaignId), { counted: 4, rows: [1, 1, 1, 1] });
    await assertCountersAreRows(db, campaignId);
    const { attempts, reply, reason } = await ledgerRow(db, campaignId, refused.subscriberId);
    assert.deepEqual([attempts, reply, reason], [2, null, null]);
  });
});
