// What a look at many campaigns costs that have nothing to do now.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { campaignOf, seedCampaign, seedList, seedSubscribers } from '../../../test/support/delivery-rows.ts';
import { putMessage, setCounters } from '../../../test/support/ledger.ts';
import { statementsOf } from '../../../test/support/plans.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { createLogger } from '../../kernel/log.ts';
import type { Db } from '../../storage/db.ts';
import { forgetInterest } from '../../webhooks/outbox/interest.ts';
import { makePlan } from './plan.ts';
import { quietUntil } from './resting.ts';

const NOW = 1_000_000;
const RETRY = NOW + 600_000;
const clock = { now: () => NOW };
const water = { isKnown: async () => true };

eachEngine('many campaigns that wait for a retry', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  /** One of whose two recipients one is to be tried again. */
  async function waiting(type: 'regular' | 'autoresponder'): Promise<number> {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 2);
    const frozen = type === 'regular' ? { freeze_done: 1 as const, freeze_until_id: 1e9 } : {};
    const id = await seedCampaign(db, seed, { type, status: 'sending', send_at: 1, started_at: 1, ...frozen });
    const key = { customer_id: seed.customerId, campaign_id: id };
    await putMessage(db, { ...key, subscriber_id: 1, state: 'deferred', next_attempt_at: RETRY });
    await setCounters(db, id, { audience: 2, accepted: 1 });
    return id;
  }

  const look = (on: Db) =>
    makePlan({
      db: on,
      clock,
      log: createLogger('silent'),
      mayStart: async () => true,
      onWork() {},
      changed() {},
    }).look();

  test('a look takes as many statements as with one of them, and the worker may rest until the retry', async () => {
    const first = await waiting('regular');
    await waiting('autoresponder');
    await look(db); // it has to find out who has webhooks, and each look whether that is as before
    const asked = async () => {
      forgetInterest();
      return (await statementsOf(db, look)).length;
    };
    const before = await asked();
    for (let n = 0; n < 5; n++) {
      await waiting('regular');
      await waiting('autoresponder');
    }
    assert.equal(await asked(), before);
    const { works, isBusy } = await look(db);
    assert.deepEqual([works.length, works.some(({ isReady }) => isReady), isBusy], [12, false, false]);
    assert.equal(await quietUntil(db, water, clock), RETRY);

    await db.deleteFrom('work').where('campaign_id', '=', first).execute();
    await setCounters(db, first, { audience: 2, accepted: 2 });
    await look(db);
    assert.equal((await campaignOf(db, first)).status, 'sent', 'who has nothing left is finished');
  });
});
