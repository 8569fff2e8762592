// Campaigns whose content comes from elsewhere, from the feed to the mail: real servers on both
// sides.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { deliver } from '../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  campaignOf,
  countersOf,
  seedList,
  seedSubscribers,
  statesOf,
  subscribersOf,
} from '../../test/support/delivery-rows.ts';
import {
  feedCampaign,
  feedRows,
  feedStage,
  hasStatus,
  MINUTE,
  noticeOf,
  section,
  sentTitles,
  titlesIn,
} from '../../test/support/feed-campaigns.ts';
import { listOf } from '../../test/support/feed-server.ts';
import { ledgerOf, putMessage } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { removeCampaign } from '../campaigns/remove.ts';
import { trackingLinks } from '../content/links.ts';
import { webVersion } from '../content/web-version.ts';
import { deleteFeedsOf } from '../feeds/queries.ts';
import { wordsOf } from '../messages/reasons.ts';
import type { Db } from '../storage/db.ts';

const messagesOf = ledgerOf;

eachEngine('campaigns with feeds', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  test('a feed is fetched once for all nodes, before anything leaves; mail, links and web version show the same', async (t) => {
    const { seed, feeds, sink, start, clock } = await feedStage(t, db, 30);
    let version = 0;
    feeds.answer = () => listOf(`Title${++version}`, 'Other');
    const id = await feedCampaign(
      db,
      seed,
      `<h1>[FNAME]</h1>${section(`${feeds.at}/feed`, 'count="2"')}${section(`${feeds.at}/feed`, 'count="1" offset="1"')}`,
    );
    start();
    start();
    await until('it is sent', hasStatus(db, id, 'sent'));
    assert.deepEqual(feeds.asked, ['/feed']);
    assert.deepEqual(
      sentTitles(sink),
      Object.fromEntries(Array.from({ length: 30 }, (_, n) => [n, ['Title1', 'Other', 'Other']])),
    );
    const links = await db
      .selectFrom('campaign_link')
      .select('url')
      .where('campaign_id', '=', id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      links.map(({ url }) => url).filter((url) => url.includes('news')),
      ['https://news.example/Title1', 'https://news.example/Other'],
    );
    const [row] = await messagesOf(db, id);
    const first = { campaignId: id, subscriberId: row?.subscriber_id ?? 0 };
    const installation = { db, clock, baseUrl: 'http://mail.example.com', secret: 'a secret of tests' };
    const page = await webVersion(installation, first);
    assert.deepEqual(titlesIn(page ?? ''), ['Title1', 'Other', 'Other']);
    assert.ok(page?.includes(trackingLinks(installation).clickUrl(first, 0).slice(0, 26)));
    assert.equal(feeds.asked.length, 1);
    await assertCountersAreRows(db, id);
  });

  test('without the option the tags stay as they are written, and nothing is fetched', async (t) => {
    const { seed, feeds, sink, start } = await feedStage(t, db, 1);
    const id = await feedCampaign(db, seed, section(`${feeds.at}/feed`), { json_feed: 'no' });
    start();
    await until('it is sent', hasStatus(db, id, 'sent'));
    assert.match(sink.received[0]?.source ?? '', /\[JSON_FEED_ITEM_TITLE\]/);
    assert.deepEqual(feeds.asked, []);
  });

  test('no campaign reaches inside without an exception; the reason is told, and no address of the inside', async (t) => {
    const { seed, feeds, sink, clock } = await feedStage(t, db, 1);
    const id = await feedCampaign(db, seed, section(`${feeds.at}/feed`), { feed_failure: 'stop' });
    deliver(t, db, sink, { clock });
    await until('it is paused', hasStatus(db, id, 'paused'));
    assert.equal(
      await noticeOf(db, id),
      `The campaign was paused because the feed ${feeds.at}/feed cannot be used: it does not lead to a public address`,
    );
    assert.deepEqual([feeds.asked, sink.received.length], [[], 0]);
  });

  test('an address with tags: fetched once each, one content for each; who has none waits, the others do not', async (t) => {
    const { seed, feeds, sink, start, time } = await feedStage(t, db, 9);
    const names = await db
      .selectFrom('subscriber')
      .select(['id', 'field_values'])
      .where('list_id', '=', seed.listId)
      .orderBy('id')
      .execute();
    for (const [n, { id }] of names.entries()) {
      const field_values = JSON.stringify({ [seed.nameFieldId]: ['A B', 'C/?', 'D'][n % 3] });
      await db.updateTable('subscriber').set({ field_values }).where('id', '=', id).execute();
    }
    let broken = true;
    feeds.answer = (path) => (broken && path === '/of/D' ? 500 : listOf(path.replace(/\W/g, '_')));
    const id = await feedCampaign(db, seed, section(`${feeds.at}/of/[FNAME]`) + section(`${feeds.at}/all`));
    start();
    start();
    const count = async (state: string) =>
      (await messagesOf(db, id)).filter((message) => message.state === state).length;
    await until(
      'all but those of D are accepted',
      async () => (await count('accepted')) === 6 && (await count('deferred')) === 3,
    );
    const held = (await messagesOf(db, id)).find(({ state }) => state === 'deferred');
    assert.equal(
      held && wordsOf(held),
      `held back: The feed ${feeds.at}/of/D cannot be used: it answers with status 500`,
    );
    broken = false;
    time.ahead = 6 * MINUTE;
    await until('it is sent', hasStatus(db, id, 'sent'));
    assert.deepEqual(feeds.asked.toSorted(), ['/all', '/of/A%20B', '/of/C%2F%3F', '/of/D', '/of/D']);
    const expected = [
      ['_of_A_20B', '_all'],
      ['_of_C_2F_3F', '_all'],
      ['_of_D', '_all'],
    ];
    assert.deepEqual(sentTitles(sink), Object.fromEntries(names.map((_, n) => [n, expected[n % 3]])));
    const installation = { db, clock: { now: Date.now }, baseUrl: 'http://mail.example.com', secret: 'x'.repeat(32) };
    const [row] = await messagesOf(db, id);
    const first = { campaignId: id, subscriberId: row?.subscriber_id ?? 0 };
    assert.deepEqual(titlesIn((await webVersion(installation, first)) ?? ''), expected[0]);
    await assertCountersAreRows(db, id);
  });

  test('of several lists each gets the mail of theirs, where contents differ by recipient too', async (t) => {
    const { seed, feeds, sink, start } = await feedStage(t, db, 2);
    const other = await seedList(db, 1_000, seed.customerId);
    await seedSubscribers(db, other, 2, { prefix: 'w' });
    feeds.answer = (path) => listOf(path.replace(/\W/g, '_'));
    const further_lists = `${other.listId}`;
    const id = await feedCampaign(db, seed, section(`${feeds.at}/of/[FNAME]`), {}, { further_lists });
    start();
    await until('it is sent', hasStatus(db, id, 'sent'));
    const rows = await db.selectFrom('list').select(['id', 'uid']).where('customer_id', '=', seed.customerId).execute();
    const uidOf = (list: number) => rows.find((row) => row.id === list)?.uid ?? '';
    for (const { to, source } of sink.received) {
      const named = /^List-Id: <(\w+)\./im.exec(source)?.[1];
      assert.equal(named, uidOf(to.startsWith('w') ? other.listId : seed.listId), to);
    }
    assert.equal(sink.received.length, 4);
  });

  test('feeds that do not answer keep no other campaign waiting, and no server from stopping', async (t) => {
    const { seed, feeds, sink, start } = await feedStage(t, db, 20);
    feeds.answer = () => 'never';
    const first = await feedCampaign(db, seed, section(`${feeds.at}/silent`));
    const second = await feedCampaign(db, seed, section(`${feeds.at}/[EMAIL]`), {}, { uncertain_policy: 'hold' });
    const third = await feedCampaign(db, seed, 'nothing from elsewhere');
    const delivery = start();
    await until('the last is sent', hasStatus(db, third, 'sent'));
    await until('the others have asked', () => feeds.asked.includes('/silent') && feeds.asked.length > 1);
    assert.equal(sink.received.length, 20);
    await delivery.stop();
    assert.equal((await campaignOf(db, first)).status, 'pending-sending');
    assert.equal((await feedRows(db, first))[0]?.attempts, 0, 'being stopped is no failure');
    assert.equal((await countersOf(db, second)).accepted, 0);
    const states = new Set((await messagesOf(db, second)).map(({ state }) => state));
    assert.ok(
      [...states].every((state) => state === 'pending' || state === 'deferred'),
      [...states].join(),
    );
    await db.updateTable('campaign').set({ status: 'sent' }).where('id', 'in', [first, second]).execute();
  });

  test('a campaign changed while feeds of its recipients are fetched is sent as it is then', async (t) => {
    const { seed, feeds, sink, start } = await feedStage(t, db, 3);
    const changed = Promise.withResolvers<void>();
    feeds.answer = async () => {
      await changed.promise;
      return listOf('Item');
    };
    const body = (text: string) => `<body>${text}${section(`${feeds.at}/of/[EMAIL]`)}</body>`;
    const id = await feedCampaign(db, seed, body('Before'));
    start();
    await until('it is fetched', () => feeds.asked.length === 3);
    const { updated_at } = await campaignOf(db, id);
    const update = { content: body('After'), updated_at: updated_at + 1 };
    await db.updateTable('campaign').set(update).where('id', '=', id).execute();
    changed.resolve();
    await until('it is sent', hasStatus(db, id, 'sent'));
    assert.deepEqual(
      sink.received.map(({ source }) => /Before|After/.exec(source)?.[0]),
      ['After', 'After', 'After'],
    );
    assert.equal(feeds.asked.length, 3);
    await assertCountersAreRows(db, id);
  });

  test('many addresses: few at a time for one customer, each once, and each gets the own content', async (t) => {
    const people = 120;
    const { seed, feeds, sink, start } = await feedStage(t, db, people);
    let now = 0;
    let most = 0;
    feeds.answer = async (path) => {
      now += 1;
      most = Math.max(most, now);
      await setImmediate();
      now -= 1;
      return listOf(/\d+/.exec(path)?.[0] ?? '');
    };
    const id = await feedCampaign(db, seed, section(`${feeds.at}/of/[EMAIL]`));
    start();
    await until('it is sent', hasStatus(db, id, 'sent'), 60);
    const expected = Array.from({ length: people }, (_, n) => [String(n), [String(n)]] as const);
    assert.deepEqual(sentTitles(sink), Object.fromEntries(expected));
    assert.deepEqual([feeds.asked.length, new Set(feeds.asked).size], [people, people]);
    assert.ok(most <= 8, `${most} at a time`);
    await assertCountersAreRows(db, id);
  });

  test('runs of a recurring campaign show what earlier ones did not: of the campaign, or to each subscriber', async (t) => {
    const { seed, feeds, sink, start } = await feedStage(t, db, 1);
    const parent = await feedCampaign(db, seed, 'parent', {}, { status: 'sent' });
    const unique = 'send-only-unique-items="yes"';
    const body = `${section(`${feeds.at}/feed`, `${unique} no-item-action="skip"`)}<hr>${section(`${feeds.at}/feed`, `${unique} unique-per="subscriber"`)}`;
    const run = () => feedCampaign(db, seed, body, {}, { parent_id: parent });
    start();
    const runs: [feed: string[], mails: Record<string, string[]>][] = [
      [['A', 'B'], { 0: ['A', 'B', 'A', 'B'] }],
      [['A', 'B', 'C'], { 0: ['C', 'C'], 1: ['C', 'A', 'B', 'C'] }],
      [['A', 'B', 'C'], {}],
      [['C', 'D'], { 0: ['D', 'D'], 1: ['D', 'D'], 2: ['D', 'C', 'D'] }],
    ];
    for (const [n, [feed, mails]] of runs.entries()) {
      if (n === 1 || n === 3) await seedSubscribers(db, seed, 1, { from: n === 1 ? 1 : 2 });
      feeds.answer = () => listOf(...feed);
      sink.received.length = 0;
      const id = await run();
      await until('it is sent', hasStatus(db, id, 'sent'));
      assert.deepEqual(sentTitles(sink), mails, `run ${n + 1}`);
    }
    await db.updateTable('campaign').set({ status: 'pending-delete' }).where('id', '=', parent).execute();
    while (await removeCampaign(db, 2, [deleteFeedsOf]));
    assert.deepEqual(await db.selectFrom('feed_item').selectAll().where('root_id', '=', parent).execute(), []);
  });

  test('an autoresponder fetches again what is older than an hour', async (t) => {
    const { seed, feeds, sink, start, time } = await feedStage(t, db, 2);
    const id = await feedCampaign(
      db,
      seed,
      section(`${feeds.at}/feed`),
      {},
      { type: 'autoresponder', status: 'sending', started_at: 1 },
    );
    const subscribers = await subscribersOf(db, seed);
    const add = async (n: number) => {
      const subscriber_id = subscribers[n]?.id ?? 0;
      await putMessage(db, { customer_id: seed.customerId, campaign_id: id, subscriber_id });
    };
    feeds.answer = () => listOf('Old');
    await add(0);
    start();
    // Recorded, not only received; after that the worker has looked for more of the content.
    await until('the first is accepted', async () => (await statesOf(db, id))['accepted'] === 1);
    await sleep(1_000);
    feeds.answer = () => listOf('New');
    time.ahead = 61 * MINUTE;
    await add(1);
    await until('the second is sent', () => sink.received.length === 2);
    assert.deepEqual(sentTitles(sink), { 0: ['Old'], 1: ['New'] });
    await db.updateTable('campaign').set({ status: 'paused' }).where('id', '=', id).execute();
  });
});
