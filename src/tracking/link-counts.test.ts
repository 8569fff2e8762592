import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import {
  assertCountersAreRows,
  type Seed,
  seedCampaign,
  seedList,
  seedMessages,
  seedSubscribers,
} from '../../test/support/delivery-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { ensureLinks } from '../content/queries.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Hit } from './hits.ts';
import { addToLinks } from './link-counts.ts';
import { openRecorder, recordHits } from './recorder/recorder.ts';

const NOBODY = { campaignId: 0, subscriberId: 0 };

const ACCEPTED_AT = 1_000_000;
const MESSAGES = 4;
const URLS = ['https://a.example', 'https://b.example', 'https://c.example', 'https://d.example'];
const AGENTS = ['a browser', null, 'Googlebot/2.1'];

eachEngine('clicks by link', (engine) => {
  let db: Db;
  let seed: Seed;
  const opened = suiteStore(engine);
  before(async () => {
    db = opened().db;
    seed = await seedList(db);
    await seedSubscribers(db, seed, MESSAGES);
  });

  async function campaign() {
    const id = await seedCampaign(db, seed, { status: 'sent' });
    await seedMessages(db, seed, id, { state: 'accepted' });
    await db.updateTable('message').set({ finished_at: ACCEPTED_AT }).where('campaign_id', '=', id).execute();
    const links = await ensureLinks(db, { id, customer_id: seed.customerId }, URLS);
    const rows = await db.selectFrom('message').select('subscriber_id').where('campaign_id', '=', id).execute();
    return { id, links, messages: rows.map((row) => ({ campaignId: id, subscriberId: row.subscriber_id })) };
  }

  const countersOf = async (id: number) => (await rowsOf(id)).map((row) => ({ ...row }));
  const rowsOf = (id: number) =>
    db
      .selectFrom('campaign_link')
      .select(['id', 'clicks', 'unique_clicks', 'filtered_clicks', 'filtered_unique_clicks'])
      .where('campaign_id', '=', id)
      .orderBy('id')
      .execute();

  /** The same, counted anew from the rows. */
  async function counted(id: number, links: readonly number[]) {
    const clicks = await db.selectFrom('click').selectAll().where('campaign_id', '=', id).execute();
    return links.map((link) => {
      const all = clicks.filter((click) => click.link_id === link);
      const people = all.filter((click) => click.machine === null);
      const unique = (some: typeof all) => new Set(some.map((click) => click.subscriber_id)).size;
      return {
        id: link,
        clicks: all.length,
        unique_clicks: unique(all),
        filtered_clicks: people.length,
        filtered_unique_clicks: unique(people),
      };
    });
  }

  test('property: counters are what the rows say, with machines and bursts', async () => {
    const hit = fc.record({
      message: fc.nat(MESSAGES - 1),
      link: fc.nat(URLS.length - 1),
      agent: fc.constantFrom(...AGENTS),
      kind: fc.constantFrom('click', 'click', 'click', 'open'),
    });
    // Long after its arrival no clicks are a burst; at once some are, and take earlier ones along.
    const groups = fc.array(
      fc.record({
        hits: fc.array(hit, { minLength: 1, maxLength: 5 }),
        after: fc.constantFrom(1_000, 4_000, MINUTE_MS, 900_000),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const property = fc.asyncProperty(groups, async (drawn) => {
      const { id, links, messages } = await campaign();
      let at = ACCEPTED_AT;
      for (const { hits, after } of drawn) {
        at += after;
        const come = hits.map(
          ({ message, link, agent, kind }): Hit => ({
            kind: kind as 'click' | 'open',
            message: messages[message] ?? NOBODY,
            linkId: links[link] ?? 0,
            visitor: { ipAddress: '192.0.2.7', userAgent: agent },
          }),
        );
        await recordHits(db, come, at);
      }
      assert.deepEqual(await countersOf(id), await counted(id, links));
      await assertCountersAreRows(db, id);
    });
    await fc.assert(property, { numRuns: 8 });
  });

  test('many at once, of many messages and links', async () => {
    const { id, links, messages } = await campaign();
    const recorders = [1, 2].map(() => openRecorder(db, { now: () => ACCEPTED_AT + 900_000 }));
    const visitor = { ipAddress: '192.0.2.7', userAgent: 'a browser' };
    const hits = recorders.flatMap(({ record }) =>
      messages.flatMap((message) =>
        links.toReversed().map((linkId) => record({ kind: 'click', message, linkId, visitor })),
      ),
    );
    await Promise.all(hits);
    for (const recorder of recorders) await recorder.close();
    const shown = { clicks: 8, unique_clicks: 4, filtered_clicks: 8, filtered_unique_clicks: 4 };
    assert.deepEqual(
      await countersOf(id),
      links.map((link) => ({ id: link, ...shown })),
    );
    await inTransaction(db, (tx) => addToLinks(tx, new Map()));
  });
});
