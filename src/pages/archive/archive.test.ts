import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { parseRssFeed } from 'feedsmith';
import { addList, addSegment, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import {
  assertStill,
  type SentCampaign,
  sentCampaign,
  setPages,
  type Visitor,
  visitorOf,
} from '../../../test/support/mail-pages.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { newUid } from '../../kernel/ids.ts';
import type { Campaign } from '../../storage/tables.ts';

eachEngine('archives', (engine) => {
  let app: CampaignApp;
  let visitor: Visitor;
  let path: string;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  beforeEach(async () => {
    await app.db.updateTable('campaign').set({ status: 'pending-delete' }).execute();
    await app.db.updateTable('list').set({ visibility: 'public' }).execute();
    await setPages(app, { archive: true, language: 'en' });
    visitor = visitorOf(app);
    path = `/archive/${app.listUid}`;
  });

  let people = 0;
  const send = async (values: Partial<Campaign> = {}): Promise<SentCampaign> => {
    people += 1;
    const sent = await sentCampaign(app, [{ email: `p${people}@example.test` }]);
    app.clock.forward(MINUTE_MS);
    if (Object.keys(values).length > 0) await app.set(sent.uid, values);
    return sent;
  };
  const titles = (body: string) => [...body.matchAll(/<li><a href="[^"]+">([^<]*)<\/a>/g)].map(([, title]) => title);
  const feedOf = async () => parseRssFeed((await visitor.get(`${path}/feed.xml`)).body);

  test('shows what was sent to the whole list, newest first', async () => {
    const first = await send({ subject: '[FNAME], new bikes', name: 'First & <b>' });
    await send({ subject: 'Second from [LIST_NAME] [EMAIL:filter:defaultvalue(for you)]' });
    const segment = await app.db
      .selectFrom('segment')
      .select('id')
      .where('uid', '=', await addSegment(app, app.listUid))
      .executeTakeFirstOrThrow();
    await send({ subject: 'Segment', segment_id: segment.id });
    await send({ subject: 'Paused', status: 'paused' });
    await send({ subject: 'Sending', status: 'sending' });
    await send({ subject: 'Deleted', status: 'pending-delete' });
    await send({ subject: 'Follow-up', type: 'autoresponder' });
    await send({ subject: 'Never began', started_at: null });
    const empty = await send({ subject: 'Nobody got it' });
    await setCounters(app.db, empty.id, { accepted: 0 });
    const other = await send({ subject: 'Other list' });
    const list = await app.db
      .selectFrom('list')
      .select('id')
      .where('uid', '=', await addList(app))
      .executeTakeFirstOrThrow();
    await app.set(other.uid, { list_id: list.id });

    const page = await visitor.get(path);
    assert.equal(page.status, 200);
    assertStill(page);
    assert.deepEqual(titles(page.body), ['Second from News for you', 'First &amp; &lt;b&gt;']);
    assert.ok(page.body.includes(`href="${visitor.links.campaignUrl(first.id)}"`));
    assert.match(page.body, /<time class="quiet small" datetime="2026-11-21T12:[^"]+">November 21, 2026<\/time>/);
    assert.doesNotMatch(page.body, /noindex/);
    assert.equal(page.headers['cache-control'], 'public, max-age=300');
    const feed = await feedOf();
    assert.deepEqual(
      feed.items?.map(({ title, link, guid, pubDate }) => [
        title,
        link,
        guid?.isPermaLink,
        Date.parse(pubDate ?? '') > 0,
      ]),
      [
        ['Second from News for you', titlesLink(page.body, 0), false, true],
        ['First & <b>', titlesLink(page.body, 1), false, true],
      ],
    );
    const german = await visitor.get(path, { 'accept-language': 'de' });
    assert.match(german.body, /lang="en"/); // the list's language
  });

  const titlesLink = (body: string, n: number) => [...body.matchAll(/<li><a href="([^"]+)">/g)][n]?.[1];

  test('shows of an A/B test the variant that won, once it is known', async () => {
    const first = await send({ subject: 'Try A' });
    const other = await send({ subject: 'Try B', test_of: first.id });
    const test = { customer_id: app.customer.id, campaign_id: first.id, share: 20, decided_by: 'opens' } as const;
    await app.db
      .insertInto('ab_test')
      .values({ ...test, wait_minutes: 60, is_clear: 0, created_at: 0 })
      .execute();
    assert.deepEqual(titles((await visitor.get(path)).body), []);
    const rest = await send({ subject: 'To the rest', test_of: first.id });
    await app.db.updateTable('ab_test').set({ winner_id: other.id, rest_id: rest.id }).execute();
    assert.deepEqual(titles((await visitor.get(path)).body), ['Try B']);
    await app.db.deleteFrom('ab_test').execute();
  });

  test('has pages, each after the last campaign of the one before', async () => {
    const sent = await send({ subject: 'No 1' });
    const { id: _, ...row } = await app.row(sent.uid);
    for (let n = 2; n <= 23; n += 1) {
      const started_at = n < 5 ? 1_000 : (row.started_at ?? 0) + n; // three that started at the same instant
      const copy = { ...row, uid: newUid(), number: 1_000 + n, subject: `No ${n}`, started_at };
      const { id } = await app.db.insertInto('campaign').values(copy).returning('id').executeTakeFirstOrThrow();
      await setCounters(app.db, id, { accepted: 1 });
    }
    const first = await visitor.get(path);
    assert.deepEqual(
      titles(first.body),
      Array.from({ length: 20 }, (_, n) => (n < 19 ? `No ${23 - n}` : 'No 1')),
    );
    const older = /<a href="([^"]+\?before=[^"]+)">Older emails/.exec(first.body)?.[1];
    assert.ok(older);
    const second = await visitor.get(older);
    assert.deepEqual(titles(second.body), ['No 4', 'No 3', 'No 2']);
    assert.doesNotMatch(second.body, /Older emails/);
    assert.match(second.body, /Newest emails/);
    assert.equal((await feedOf()).items?.length, 20);
    for (const before of [
      '',
      'x',
      '1-',
      '-1',
      "1-1'",
      '9'.repeat(20),
      '1-1&before[a]=1',
      '0-0',
      '1-1&utm=50%off',
      '%',
    ]) {
      assert.equal((await visitor.get(`${path}?before=${before}`)).status, 200, before);
    }
    assert.match((await visitor.get(`${path}?before=0-0`)).body, /Nothing has been sent yet/);
  });

  test('exists only when the customer enabled it, the list is public and the customer active', async () => {
    const sent = await send();
    const isThere = async (is: boolean) => {
      assert.equal((await visitor.get(path)).status, is ? 200 : 404);
      assert.equal((await visitor.get(`${path}/feed.xml`)).status, is ? 200 : 404);
      const page = await visitor.get(visitor.links.campaignUrl(sent.id));
      assert.equal(page.status, 200); // the link is enough to see it
      return page.headers['x-robots-tag'];
    };
    assert.equal(await isThere(true), undefined);
    await setPages(app, {});
    assert.equal(await isThere(false), 'noindex');
    await setPages(app, { archive: true });
    await app.db.updateTable('list').set({ visibility: 'private' }).execute();
    assert.equal(await isThere(false), 'noindex');
    await app.db.updateTable('list').set({ visibility: 'public' }).execute();
    await app.db.updateTable('customer').set({ status: 'inactive' }).execute();
    await isThere(false);
    await app.db.updateTable('customer').set({ status: 'active' }).execute();
    for (const uid of ['ab12345678901', 'x', '%00', '..%2f', "'"]) {
      assert.equal((await visitor.get(`/archive/${uid}`)).status, 404, uid);
      assert.equal((await visitor.get(`/archive/${uid}/feed.xml`)).status, 404, uid);
    }
  });

  test('the feed is fetched again only when something has changed', async () => {
    await send({ subject: 'One' });
    const feed = await visitor.get(`${path}/feed.xml`);
    assert.equal(feed.headers['content-type'], 'application/rss+xml; charset=utf-8');
    const [etag, modified] = [String(feed.headers['etag']), String(feed.headers['last-modified'])];
    const again = async (headers: Record<string, string>) => (await visitor.get(`${path}/feed.xml`, headers)).status;
    assert.equal(await again({ 'if-none-match': etag }), 304);
    assert.equal(await again({ 'if-modified-since': modified }), 304);
    assert.equal(await again({ 'if-none-match': '"other"', 'if-modified-since': modified }), 200);
    assert.equal(await again({ 'if-modified-since': 'yesterday' }), 200);
    const at = app.clock.now();
    await send({ subject: 'Two', finished_at: at + 5_000 });
    assert.equal(await again({ 'if-none-match': etag }), 200);
    assert.equal(await again({ 'if-modified-since': modified }), 200);
    assert.equal(await again({ 'if-modified-since': new Date(at + 5_000).toUTCString() }), 304);
  });

  test('names and subjects of every kind make a feed that can be read', async () => {
    const hostile = '</title>]]><script>\u0001"&amp;\u{1F600}';
    await setPages(app, { archive: true, title: hostile, language: 'de' });
    await send({ subject: hostile });
    await send({ subject: '[FNAME], new bikes', name: 'May' });
    await send({ subject: '[FNAME:filter:ucfirst|defaultvalue(You)], new bikes' });
    await app.db.updateTable('list_field').set({ default_value: 'friend' }).where('tag', '=', 'LNAME').execute();
    await send({ subject: '[RANDOM_CONTENT:[LNAME], hi|[LNAME], hi]' });
    const raw = (await visitor.get(`${path}/feed.xml`)).body;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    assert.doesNotMatch(raw, /[\x00-\x08\x0b\x0c\x0e-\x1f]/);
    const feed = await feedOf();
    assert.equal(feed.language, 'de');
    assert.equal(feed.title, '</title>]]><script> "&amp;😀');
    assert.deepEqual(
      feed.items?.map(({ title }) => title),
      ['friend, hi', 'You, new bikes', 'May', '</title>]]><script> "&amp;😀'],
    );
    assertStill(await visitor.get(path));
  });
});
