// Hits whose transaction ended, and whose recorder did not hear of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertCountersAreRows,
  countersOf,
  seedCampaign,
  seedList,
  seedMessages,
  seedSubscribers,
  subscribersOf,
} from '../../../test/support/delivery-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import type { Db, Tx } from '../../storage/db.ts';
import type { Hit } from '../hits.ts';
import { openRecorder } from './recorder.ts';

/** A store whose transactions are committed, and end with this error as long as there is one. */
function failing(db: Db, fault: () => Error | undefined): Db {
  const transaction = () => {
    const begun = db.transaction();
    return {
      execute: async <T>(work: (tx: Tx) => Promise<T>) => {
        const result = await begun.execute(work);
        const error = fault();
        if (error) throw error;
        return result;
      },
    };
  };
  return new Proxy(db, {
    get(store, name) {
      if (name === 'transaction') return transaction;
      const member: unknown = Reflect.get(store, name, store);
      return typeof member === 'function' ? member.bind(store) : member;
    },
  });
}

eachEngine('hits whose end was not heard of', (engine) => {
  const store = suiteStore(engine);
  let fault: Error | undefined;

  async function accepted() {
    const { db } = store();
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 2);
    const campaignId = await seedCampaign(db, seed, { status: 'sent' });
    await seedMessages(db, seed, campaignId, { state: 'accepted' });
    const hit = (kind: Hit['kind'], subscriberId = 0): Hit => {
      return {
        kind,
        message: { campaignId, subscriberId },
        linkId: 5,
        visitor: { ipAddress: null, userAgent: 'Test' },
      };
    };
    const counts = async () => {
      await assertCountersAreRows(db, campaignId);
      const { opens, unique_opens, clicks, unsubscribes } = await countersOf(db, campaignId);
      return { opens, unique_opens, clicks, unsubscribes };
    };
    const recorder = openRecorder(
      failing(db, () => fault),
      { now: () => 5_000 },
    );
    return { people: (await subscribersOf(db, seed)).map(({ id }) => id), hit, counts, recorder };
  }

  test('are counted once, and answered, when the connection was lost', async () => {
    const { people, hit, counts, recorder } = await accepted();
    fault = new Error('Connection terminated unexpectedly');
    const [one, other] = people;
    const hits = [hit('unsubscribe', one), hit('click', one), hit('open', other), hit('open'), hit('open', other)];
    const known = await Promise.all(hits.map((each) => recorder.record(each)));
    assert.deepEqual(known, [true, true, true, false, true]);
    const once = { opens: 3, unique_opens: 2, clicks: 1, unsubscribes: 1 };
    assert.deepEqual(await counts(), once);
    fault = undefined;
    assert.equal(await recorder.record(hit('open', other)), true);
    assert.deepEqual(await counts(), { ...once, opens: 4 });
  });

  test('are counted once, and not answered, when the disk did not take them', async () => {
    const { people, hit, counts, recorder } = await accepted();
    fault = Object.assign(new Error('The disk does not take what was written.'), { code: 'EIO' });
    const hits = [hit('open', people[0]), hit('open', people[1])];
    const known = await Promise.allSettled(hits.map((each) => recorder.record(each)));
    assert.deepEqual(
      known.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.deepEqual(await counts(), { opens: 2, unique_opens: 2, clicks: 0, unsubscribes: 0 });
  });
});
