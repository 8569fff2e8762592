import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import {
  assertCountersAreRows,
  countersOf,
  type Seed,
  seedCampaign,
  seedList,
  seedMessages,
  seedSubscribers,
} from '../../../test/support/delivery-rows.ts';
import { changeMessage, ledgerOf, setCounters } from '../../../test/support/ledger.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import type { Store } from '../../storage/db.ts';
import { isSpread } from '../../storage/dialect/spread.ts';
import type { Hit } from '../hits.ts';
import { openRecorder, recordHits } from './recorder.ts';

const NOBODY = { campaignId: 9, subscriberId: 2 ** 40 };

const visitor = { ipAddress: '192.0.2.7', userAgent: 'test "agent" ü' };
const ACCEPTED_AT = -10_000_000; // long before the instants of the tests

eachEngine('the recorder', (engine) => {
  let store: Store;
  let seed: Seed;
  const opened = suiteStore(engine);
  before(async () => {
    store = opened();
    seed = await seedList(store.db);
    await seedSubscribers(store.db, seed, 20);
  });

  /** A campaign whose 20 messages were all accepted. */
  async function acceptedCampaign() {
    const { db } = store;
    const campaignId = await seedCampaign(db, seed, { status: 'sent' });
    await seedMessages(db, seed, campaignId, { state: 'accepted' });
    await db.updateTable('message').set({ finished_at: ACCEPTED_AT }).where('campaign_id', '=', campaignId).execute();
    const messages = (await messagesOf(campaignId)).map((row) => ({ campaignId, subscriberId: row.subscriber_id }));
    return { campaignId, messages };
  }

  const messagesOf = (campaignId: number) => ledgerOf(store.db, campaignId);
  const open = (message = NOBODY): Hit => ({ kind: 'open', message, linkId: 0, visitor });
  const click = (message = NOBODY): Hit => ({ kind: 'click', message, linkId: 5, visitor });

  const rowsOf = async (table: 'open' | 'click' | 'unsubscribe', campaignId: number) =>
    (await store.db.selectFrom(table).selectAll().where('campaign_id', '=', campaignId).orderBy('id').execute()) as {
      subscriber_id: number;
      at: number;
    }[];

  async function countsOf(campaignId: number) {
    const { opens, unique_opens, clicks, unique_clicks, unsubscribes } = await countersOf(store.db, campaignId);
    return { opens, unique_opens, clicks, unique_clicks, unsubscribes };
  }

  test('more hits than a group has, on the same messages, are counted once each', async () => {
    const { campaignId, messages } = await acceptedCampaign();
    const recorder = openRecorder(store.db, { now: () => 5_000 });
    const hits = Array.from({ length: 620 }, (_, n) => (n % 3 === 0 ? click : open)(messages[n % messages.length]));
    const known = await Promise.all(hits.map((hit) => recorder.record(hit)));
    await recorder.close();
    assert.deepEqual(new Set(known), new Set([true]));
    const clicks = hits.filter(({ kind }) => kind === 'click').length;
    assert.equal((await rowsOf('click', campaignId)).length, clicks);
    assert.equal((await rowsOf('open', campaignId)).filter(({ at }) => at === 5_000).length >= 620 - clicks, true);
    const counts = await countsOf(campaignId);
    assert.deepEqual([counts.clicks, counts.unique_clicks, counts.unique_opens], [clicks, 20, 20]);
    await assertCountersAreRows(store.db, campaignId);
  });

  test('opens: the first is stamped, each is a row, both are counted', async () => {
    const { campaignId, messages } = await acceptedCampaign();
    const [a, b] = messages;
    await recordHits(store.db, [open(a), open(a), open(b)], 5_000);
    await recordHits(store.db, [open(a)], 6_000);
    assert.deepEqual(await countsOf(campaignId), {
      opens: 4,
      unique_opens: 2,
      clicks: 0,
      unique_clicks: 0,
      unsubscribes: 0,
    });
    const [first] = await messagesOf(campaignId);
    assert.equal(first?.opened_at, 5_000);
    const rows = await rowsOf('open', campaignId);
    assert.deepEqual(
      rows.map((row) => row.at),
      [5_000, 5_000, 5_000, 6_000],
    );
    assert.deepEqual(
      { ...rows[0] },
      {
        ...rows[0],
        customer_id: seed.customerId,
        campaign_id: campaignId,
        subscriber_id: messages[0]?.subscriberId,
        ip_address: visitor.ipAddress,
        user_agent: visitor.userAgent,
      },
    );
  });

  test('a click without an open counts an open too, and only then', async () => {
    const { campaignId, messages } = await acceptedCampaign();
    const [a, b] = messages;
    await recordHits(store.db, [click(a), click(a), open(b), click(b)], 5_000);
    await recordHits(store.db, [click(a)], 6_000);
    assert.deepEqual(await countsOf(campaignId), {
      opens: 2,
      unique_opens: 2,
      clicks: 4,
      unique_clicks: 2,
      unsubscribes: 0,
    });
    const [first] = await messagesOf(campaignId);
    assert.equal(first?.opened_at, 5_000);
    assert.equal(first?.clicked_at, 5_000);
    assert.equal((await rowsOf('click', campaignId)).length, 4);
    assert.equal((await rowsOf('open', campaignId)).length, 2);
  });

  test('an uncertain message that is opened, clicked or unsubscribed from was accepted', async () => {
    const { campaignId, messages } = await acceptedCampaign();
    const { db } = store;
    for (const { subscriberId } of messages.slice(0, 4)) {
      const key = { customer_id: seed.customerId, campaign_id: campaignId, subscriber_id: subscriberId };
      await changeMessage(db, key, { state: 'uncertain' });
    }
    await setCounters(db, campaignId, { accepted: 16, uncertain: 4 });
    const [a, b, c = NOBODY] = messages;
    await recordHits(db, [open(a), open(a), click(a), click(b)], 5_000);
    await recordHits(db, [{ kind: 'unsubscribe', message: c, linkId: 0, visitor }], 5_000);
    await assertCountersAreRows(db, campaignId);
    const { accepted, uncertain } = await countersOf(db, campaignId);
    assert.deepEqual({ accepted, uncertain }, { accepted: 19, uncertain: 1 });
  });

  test('hits on messages that are gone change nothing and are no fault', async () => {
    const { campaignId, messages } = await acceptedCampaign();
    await recordHits(store.db, [open(NOBODY), click(NOBODY), open(messages[0])], 5_000);
    assert.equal((await countsOf(campaignId)).opens, 1);
  });

  test('many at once: each is answered after its commit, and all add up', async () => {
    const { campaignId, messages } = await acceptedCampaign();
    const recorder = openRecorder(store.db, { now: () => 7_000 });
    const answers: Promise<boolean>[] = [];
    for (let n = 0; n < 1_500; n += 1) {
      const id = messages[n % 20];
      answers.push(recorder.record(n % 3 === 0 ? click(id) : open(id)));
    }
    await answers[0];
    assert.ok((await countsOf(campaignId)).opens > 0);
    await Promise.all(answers);
    assert.deepEqual(await countsOf(campaignId), {
      opens: 1_000,
      unique_opens: 20,
      clicks: 500,
      unique_clicks: 20,
      unsubscribes: 0,
    });
    await recorder.close();
  });

  test('a group takes as many statements as one hit, on a server eight, each a round trip', async () => {
    const { messages } = await acceptedCampaign();
    let ran = 0;
    const counting = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        ran += 1;
        return result;
      },
    });
    /** The fewest: what webhooks ask for is known for a second only. */
    const statementsFor = async (...groups: (readonly Hit[])[]) => {
      const counts: number[] = [];
      for (const hits of groups) {
        const before = ran;
        await recordHits(counting, hits, 5_000);
        counts.push(ran - before);
      }
      return Math.min(...counts);
    };
    const hitsOf = (from: number, to: number) => messages.slice(from, to).flatMap((one) => [open(one), click(one)]);
    await statementsFor([click(messages[0])]); // whose the campaign is, is known from now on
    const one = await statementsFor(...[1, 2, 3].map((n) => [click(messages[n])]));
    const many = await statementsFor(hitsOf(4, 9), hitsOf(9, 14), hitsOf(14, 20));
    assert.equal(many, one);
    // Citus, where some are written in several steps, is asked for three more.
    if (engine.name !== 'sqlite') assert.equal(many, isSpread(store.db) ? 11 : 8);
  });

  test('two recorders on one store count each hit once', async () => {
    const { campaignId, messages } = await acceptedCampaign();
    const recorders = [openRecorder(store.db, { now: () => 1 }), openRecorder(store.db, { now: () => 2 })];
    const all: Promise<boolean>[] = [];
    for (let n = 0; n < 400; n += 1) {
      const recorder = recorders[n % 2];
      const hit = click(messages[(n * 7) % 20]);
      if (recorder) all.push(recorder.record(hit));
      if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
    assert.deepEqual(await countsOf(campaignId), {
      opens: 20,
      unique_opens: 20,
      clicks: 400,
      unique_clicks: 20,
      unsubscribes: 0,
    });
  });

  test('a hit that cannot be written fails alone', async () => {
    const { campaignId, messages } = await acceptedCampaign();
    const id = messages[0];
    const recorder = openRecorder(store.db, { now: () => 7_000 });
    const results = await Promise.allSettled([
      recorder.record(open(id)),
      recorder.record({ ...click(id), linkId: Number.NaN }), // link_id must not be null
      recorder.record(open(id)),
    ]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const counts = await countsOf(campaignId);
    assert.deepEqual([counts.opens, counts.unique_opens, counts.clicks, counts.unique_clicks], [2, 1, 0, 0]);
  });

  test('whatever happens in whatever groups, counters, stamps and rows say the same', async () => {
    const hits = fc.array(
      fc.record({ kind: fc.constantFrom<Hit['kind']>('open', 'click', 'unsubscribe'), message: fc.nat(4) }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(hits, { maxLength: 4 }), async (groups) => {
        const { campaignId, messages } = await acceptedCampaign();
        for (const group of groups) {
          const made = group.map(({ kind, message }) => {
            return { kind, message: messages[message] ?? NOBODY, linkId: 7, visitor };
          });
          await recordHits(store.db, made, 9_000);
        }
        const flat = groups.flat();
        const clicked = new Set(flat.filter((hit) => hit.kind === 'click').map((hit) => hit.message));
        const opened = new Set([...clicked, ...flat.filter((hit) => hit.kind === 'open').map((hit) => hit.message)]);
        const left = new Set(flat.filter((hit) => hit.kind === 'unsubscribe').map((hit) => hit.message));
        const counts = await countsOf(campaignId);
        assert.equal(counts.unique_opens, opened.size);
        assert.equal(counts.unique_clicks, clicked.size);
        assert.equal(counts.unsubscribes, left.size);
        assert.equal(counts.clicks, flat.filter((hit) => hit.kind === 'click').length);
        assert.ok(counts.opens >= counts.unique_opens);
        const rows = await messagesOf(campaignId);
        assert.equal(rows.filter((row) => row.opened_at !== null).length, counts.unique_opens);
        assert.equal(rows.filter((row) => row.clicked_at !== null).length, counts.unique_clicks);
        assert.equal(rows.filter((row) => row.unsubscribed_at !== null).length, counts.unsubscribes);
        assert.equal((await rowsOf('open', campaignId)).length, counts.opens);
        assert.equal((await rowsOf('click', campaignId)).length, counts.clicks);
        assert.equal((await rowsOf('unsubscribe', campaignId)).length, counts.unsubscribes);
        await assertCountersAreRows(store.db, campaignId);
      }),
      { numRuns: 30 },
    );
  });
});
