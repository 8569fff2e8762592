// Raw and filtered counts: what machines do is kept and counted, and told apart.
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
  subscribersOf,
} from '../../test/support/delivery-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { ensureLinks } from '../content/queries.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import type { MessageName } from '../messages/uncertain/settle.ts';
import type { Db } from '../storage/db.ts';
import type { Hit } from './hits.ts';
import { recordHits } from './recorder/recorder.ts';

const NOBODY: MessageName = { campaignId: 0, subscriberId: 0 };

const PERSON = { ipAddress: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
const SCANNER = { ipAddress: '198.51.100.9', userAgent: 'Mimecast' };
const DISGUISED = { ipAddress: '198.51.100.9', userAgent: PERSON.userAgent };
const ACCEPTED_AT = 1_000_000;

eachEngine('honest statistics', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let seed: Seed;
  before(async () => {
    ({ db } = opened());
    seed = await seedList(db);
    await seedSubscribers(db, seed, 3);
  });

  /** A campaign with this many links, accepted at ACCEPTED_AT; the ids of its messages. */
  async function accepted(links: number) {
    const campaignId = await seedCampaign(db, seed, { status: 'sent' });
    await seedMessages(db, seed, campaignId, { state: 'accepted' });
    await db.updateTable('message').set({ finished_at: ACCEPTED_AT }).where('campaign_id', '=', campaignId).execute();
    const urls = Array.from({ length: links }, (_, i) => `https://example.com/${i}`);
    const linkIds = await ensureLinks(db, { id: campaignId, customer_id: seed.customerId }, urls);
    const ids = (await subscribersOf(db, seed)).map((row) => ({ campaignId, subscriberId: row.id }));
    return { campaignId, linkIds, ids };
  }

  const open = (message: MessageName, visitor = PERSON): Hit => ({ kind: 'open', message, linkId: 0, visitor });
  const click = (message: MessageName, linkId: number, visitor = PERSON): Hit => {
    return { kind: 'click', message, linkId, visitor };
  };

  async function countsOf(campaignId: number) {
    await assertCountersAreRows(db, campaignId);
    const c = await countersOf(db, campaignId);
    return {
      raw: [c.opens, c.unique_opens, c.clicks, c.unique_clicks],
      filtered: [c.filtered_opens, c.filtered_unique_opens, c.filtered_clicks, c.filtered_unique_clicks],
    };
  }

  const later = ACCEPTED_AT + HOUR_MS;

  test("clicks that a customer's program reports are no burst", async () => {
    const { campaignId, ids, linkIds } = await accepted(5);
    const [a = NOBODY] = ids;
    const vouched = { ...PERSON, isVouched: true };
    await recordHits(
      db,
      linkIds.map((id) => click(a, id, vouched)),
      ACCEPTED_AT + MINUTE_MS,
    );
    assert.deepEqual(await countsOf(campaignId), { raw: [1, 1, 5, 1], filtered: [1, 1, 5, 1] });
  });

  test('a person counts in both, a machine in the raw counts only', async () => {
    const { campaignId, ids, linkIds } = await accepted(5);
    const [a = NOBODY, b = NOBODY] = ids;
    await recordHits(db, [open(a), click(a, linkIds[0] ?? 0)], later);
    await recordHits(db, [open(b, SCANNER), click(b, linkIds[0] ?? 0, SCANNER)], later);
    assert.deepEqual(await countsOf(campaignId), { raw: [2, 2, 2, 2], filtered: [1, 1, 1, 1] });
  });

  test('a person who comes after a machine counts as the first person', async () => {
    const { campaignId, ids, linkIds } = await accepted(5);
    const [a = NOBODY] = ids;
    await recordHits(db, [open(a, SCANNER)], later);
    await recordHits(db, [open(a)], later + 5_000);
    assert.deepEqual(await countsOf(campaignId), { raw: [2, 1, 0, 0], filtered: [1, 1, 0, 0] });
    const [b = NOBODY] = ids.slice(1);
    await recordHits(db, [click(b, linkIds[0] ?? 0, SCANNER)], later);
    await recordHits(db, [click(b, linkIds[0] ?? 0)], later + MINUTE_MS);
    assert.deepEqual((await countsOf(campaignId)).filtered, [2, 2, 1, 1]);
  });

  test('three links within seconds of arrival are a burst, with what came before', async () => {
    const { campaignId, ids, linkIds } = await accepted(5);
    const [a = NOBODY] = ids;
    const soon = ACCEPTED_AT + 20_000;
    await recordHits(db, [click(a, linkIds[0] ?? 0, DISGUISED)], soon);
    await recordHits(db, [click(a, linkIds[1] ?? 0, DISGUISED)], soon + 1_000);
    assert.deepEqual((await countsOf(campaignId)).filtered, [1, 1, 2, 1]);
    await recordHits(db, [click(a, linkIds[2] ?? 0, DISGUISED)], soon + 2_000);
    assert.deepEqual(await countsOf(campaignId), { raw: [1, 1, 3, 1], filtered: [0, 0, 0, 0] });
    await recordHits(db, [click(a, linkIds[3] ?? 0)], later); // the person, in the end
    assert.deepEqual(await countsOf(campaignId), { raw: [2, 1, 4, 1], filtered: [1, 1, 1, 1] });
  });

  test('a burst that goes on link after link is no further open', async () => {
    const { campaignId, ids, linkIds } = await accepted(5);
    const [a = NOBODY, b = NOBODY] = ids;
    const soon = ACCEPTED_AT + 20_000;
    await recordHits(db, [open(b)], soon);
    for (const [n, link] of linkIds.entries()) {
      await recordHits(db, [click(a, link, DISGUISED), click(b, link)], soon + 1_000 * n);
    }
    assert.deepEqual(await countsOf(campaignId), { raw: [2, 2, 10, 2], filtered: [0, 0, 0, 0] });
    // What is no burst any more is a person's, and so is the open that it implies.
    await recordHits(db, [click(a, linkIds[4] ?? 0)], soon + 13_500);
    assert.deepEqual(await countsOf(campaignId), { raw: [3, 2, 11, 2], filtered: [1, 1, 1, 1] });
  });

  test('all at once in one request group, and a mail of two links', async () => {
    const { campaignId, ids, linkIds } = await accepted(2);
    const [a = NOBODY, b = NOBODY] = ids;
    const soon = ACCEPTED_AT + 20_000;
    await recordHits(
      db,
      linkIds.map((link) => click(a, link, DISGUISED)),
      soon,
    );
    assert.deepEqual((await countsOf(campaignId)).filtered, [0, 0, 0, 0]);
    await recordHits(db, [click(b, linkIds[0] ?? 0), click(b, linkIds[0] ?? 0)], soon); // one link twice: impatience
    assert.deepEqual((await countsOf(campaignId)).filtered, [1, 1, 2, 1]);
  });

  test('a reader who follows many links later is a reader', async () => {
    const { campaignId, ids, linkIds } = await accepted(5);
    const [a = NOBODY] = ids;
    await recordHits(
      db,
      linkIds.map((link) => click(a, link)),
      later,
    );
    assert.deepEqual((await countsOf(campaignId)).filtered, [1, 1, 5, 1]);
  });

  test('what a person did before the burst stays', async () => {
    const { campaignId, ids, linkIds } = await accepted(5);
    const [a = NOBODY] = ids;
    await recordHits(db, [open(a)], ACCEPTED_AT + 20_000);
    await recordHits(
      db,
      linkIds.map((link) => click(a, link, DISGUISED)),
      ACCEPTED_AT + 25_000,
    );
    assert.deepEqual(await countsOf(campaignId), { raw: [1, 1, 5, 1], filtered: [1, 1, 0, 0] });
  });

  test('whatever comes in whatever order, counts are rows, and nothing filtered is more than raw', async () => {
    const hit = fc.record({
      kind: fc.constantFrom<'open' | 'click'>('open', 'click'),
      message: fc.nat(2),
      link: fc.nat(2),
      visitor: fc.constantFrom(PERSON, SCANNER, DISGUISED),
    });
    const groups = fc.array(fc.record({ after: fc.nat(8_000), hits: fc.array(hit, { maxLength: 4 }) }), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(groups, async (made) => {
        const { campaignId, ids, linkIds } = await accepted(3);
        let at = ACCEPTED_AT;
        for (const { after, hits } of made) {
          at += after;
          const group = hits.map(({ kind, message, link, visitor }) =>
            kind === 'open'
              ? open(ids[message] ?? NOBODY, visitor)
              : click(ids[message] ?? NOBODY, linkIds[link] ?? 0, visitor),
          );
          await recordHits(db, group, at);
        }
        const { raw, filtered } = await countsOf(campaignId);
        for (const [i, count] of filtered.entries()) assert.ok(count <= (raw[i] ?? 0), `${filtered} of ${raw}`);
      }),
      { numRuns: 25 },
    );
  });
});
