import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { TEST_INSTALLATION } from '../../test/support/app.ts';
import {
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
import { compiledCampaign } from '../content/compiled.ts';
import { trackingLinks } from '../content/links.ts';
import { sendErrorPage } from '../http/layout.ts';
import { createServer } from '../http/server.ts';
import { createLogger } from '../kernel/log.ts';
import type { MessageName } from '../messages/uncertain/settle.ts';
import type { Store } from '../storage/db.ts';
import { trackingPages } from './pages.ts';

const baseUrl = 'https://mail.example';
const secret = 'a secret of this installation, for tests';
const links = trackingLinks({ baseUrl, secret });
const DESTINATION = "https://shop.example/a?b=1&c=%20d'e#f";

const content = `<html><body><p>Hello [FNAME]</p>
<a href="${DESTINATION.replaceAll('&', '&amp;')}">Shop</a>
<a href="https://shop.example/[FNAME]?mail=[EMAIL:filter:urlencode]">You</a>
<a href="https://[FNAME]/">Host</a><script>bad()</script></body></html>`;

eachEngine('public pages of mails', (engine) => {
  let store: Store;
  let seed: Seed;
  let app: FastifyInstance;
  let campaignId: number;
  let messages: MessageName[];
  let linkIds: number[];
  const opened = suiteStore(engine);

  before(async () => {
    store = opened();
    seed = await seedList(store.db);
    app = await createServer({ log: createLogger('silent') });
    const services = { db: store.db, clock: { now: () => 5_000 }, baseUrl, secret, installation: TEST_INSTALLATION };
    trackingPages(app, services, sendErrorPage);
    await app.ready();
  });
  after(() => app.close());

  beforeEach(async () => {
    const { db } = store;
    await db.deleteFrom('subscriber').execute();
    await seedSubscribers(db, seed, 5);
    const options = JSON.stringify({ url_tracking: 'yes', open_tracking: 'yes', plain_text_email: 'yes' });
    campaignId = await seedCampaign(db, seed, { status: 'sent', content, options });
    await seedMessages(db, seed, campaignId, { state: 'accepted' });
    messages = (await subscribersOf(db, seed)).map(({ id }) => ({ campaignId, subscriberId: id }));
    linkIds = (await compiledCampaign({ db, baseUrl }, campaignId))?.linkIds ?? [];
    assert.equal(linkIds.length, 3);
  });

  const message = (n = 0): MessageName => {
    const row = messages[n];
    assert.ok(row);
    return row;
  };
  const pathOf = (url: string) => {
    assert.ok(url.startsWith(baseUrl));
    return url.slice(baseUrl.length);
  };
  const openPath = (n = 0) => pathOf(links.openUrl(message(n)));
  const clickPath = (link = 0, n = 0) => pathOf(links.clickUrl(message(n), linkIds[link] ?? 0));
  const webPath = (n = 0) => pathOf(links.webVersionUrl(message(n)));
  const call = (method: 'GET' | 'HEAD', url: string, more: Partial<InjectOptions> = {}) =>
    app.inject({ method, url, ...more });
  const countsOf = async () => {
    const { opens, unique_opens, clicks, unique_clicks } = await countersOf(store.db, campaignId);
    return [opens, unique_opens, clicks, unique_clicks];
  };

  test('the pixel is a picture that nobody keeps, and counts opens', async () => {
    const answer = await call('GET', openPath());
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'image/gif');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.rawPayload.subarray(0, 6).toString(), 'GIF89a');
    await call('GET', openPath());
    assert.deepEqual(await countsOf(), [2, 1, 0, 0]);
  });

  test('a click leads exactly to what the author wrote', async () => {
    const answer = await call('GET', clickPath());
    assert.equal(answer.statusCode, 302);
    assert.equal(answer.headers['location'], DESTINATION);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.deepEqual(await countsOf(), [1, 1, 1, 1]);
  });

  test('merge tags in a destination are filled in, and can neither leave the address nor the header', async () => {
    const { headers } = await call('GET', clickPath(1));
    assert.equal(headers['location'], 'https://shop.example/Name%200?mail=u0%40example.com');
    await store.db
      .updateTable('subscriber')
      .set({ field_values: JSON.stringify({ [seed.nameFieldId]: 'x\r\nSet-Cookie: a=b' }) })
      .where('id', '=', message().subscriberId)
      .execute();
    const split = await call('GET', clickPath(1));
    assert.match(String(split.headers['location']), /^https:\/\/shop\.example\/x%0D%0ASet-Cookie%3A%20a%3Db\?mail=/);
    assert.equal(split.headers['set-cookie'], undefined);
    // What is no web address any more leads nowhere.
    assert.equal((await call('GET', clickPath(2))).statusCode, 404);
  });

  test('only links of the own campaign are reachable', async () => {
    const other = await seedCampaign(store.db, seed, { content: '<a href="https://evil.example/">x</a>' });
    const [otherLink] = (await compiledCampaign({ db: store.db, baseUrl }, other))?.linkIds ?? [];
    assert.equal((await call('GET', pathOf(links.clickUrl(message(), otherLink ?? 0)))).statusCode, 404);
    assert.equal((await call('GET', pathOf(links.clickUrl(message(), 2 ** 39)))).statusCode, 404);
    assert.equal(
      (await call('GET', pathOf(links.clickUrl({ ...message(), subscriberId: 2 ** 39 }, linkIds[0] ?? 0)))).statusCode,
      404,
    );
    assert.deepEqual(await countsOf(), [0, 0, 0, 0]);
  });

  test('a link that was followed a moment ago leads nobody who did not get it', async () => {
    await call('GET', clickPath());
    const others = { campaignId, subscriberId: message().subscriberId + 1_000 };
    assert.equal((await call('GET', pathOf(links.clickUrl(others, linkIds[0] ?? 0)))).statusCode, 404);
    await store.db.deleteFrom('message').where('subscriber_id', '=', message().subscriberId).execute();
    assert.equal((await call('GET', clickPath())).statusCode, 404);
    assert.deepEqual(await countsOf(), [1, 1, 1, 1]);
    await store.db.updateTable('campaign').set({ details_removed_at: 1 }).where('id', '=', campaignId).execute();
    assert.equal((await call('GET', clickPath())).headers['location'], DESTINATION);
  });

  test('HEAD does not count; what a browser fetches ahead does, as what it is', async () => {
    assert.equal((await call('HEAD', openPath())).statusCode, 200);
    const head = await call('HEAD', clickPath());
    assert.equal(head.statusCode, 302);
    assert.equal(head.headers['location'], DESTINATION);
    assert.deepEqual(await countsOf(), [0, 0, 0, 0]);
    await call('GET', openPath(), { headers: { purpose: 'prefetch' } });
    await call('GET', clickPath(), { headers: { 'sec-purpose': 'prefetch;prerender' } });
    assert.deepEqual(await countsOf(), [1, 1, 1, 1]);
    const rows = await store.db.selectFrom('click').select('machine').where('campaign_id', '=', campaignId).execute();
    assert.deepEqual(
      rows.map((row) => row.machine),
      ['prefetch'],
    );
  });

  test('a token that is changed, or used for another purpose, is unknown', async () => {
    const [o, c, w] = [openPath(), clickPath(), webPath()];
    const bare = (path: string) => path.slice(3).replace('.gif', '');
    const paths = [openPath().replace('.gif', ''), openPath().replace('.gif', '.png'), '/o/', '/c/', '/o/.gif'];
    for (const path of [o, c, w]) {
      for (const room of ['o', 'c', 'w']) {
        if (path[1] === room) continue;
        paths.push(`/${room}/${bare(path)}${room === 'o' ? '.gif' : ''}`);
      }
      for (let at = 3; at < path.replace('.gif', '').length; at += 1) {
        paths.push(`${path.slice(0, at)}${path[at] === 'A' ? 'B' : 'A'}${path.slice(at + 1)}`);
      }
    }
    for (const path of paths) {
      assert.equal((await call('GET', path)).statusCode, 404, path);
    }
    assert.deepEqual(await countsOf(), [0, 0, 0, 0]);
  });

  test('links of a deleted campaign lead on while its rows stand', async () => {
    await store.db.updateTable('campaign').set({ status: 'pending-delete' }).where('id', '=', campaignId).execute();
    assert.equal((await call('GET', clickPath())).headers['location'], DESTINATION);
    assert.equal((await call('GET', webPath())).statusCode, 404);
  });

  test('the web version is the mail of this recipient, without power', async () => {
    const page = await call('GET', webPath());
    assert.equal(page.statusCode, 200);
    assert.ok(page.body.includes('<p>Hello Name 0</p>'));
    assert.ok(page.body.includes(`href="${links.clickUrl(message(), linkIds[0] ?? 0)}"`));
    assert.ok(page.body.includes(links.unsubscribeUrl(message())));
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; /);
    assert.doesNotMatch(policy, /allow-scripts|script-src|allow-same-origin/);
    await store.db.deleteFrom('subscriber').where('id', '=', message().subscriberId).execute();
    assert.equal((await call('GET', webPath())).statusCode, 404);
  });

  test('who it was is kept, in bounds', async () => {
    const agent = `Agent/1.0 ${'x'.repeat(400)}`;
    await call('GET', openPath(), { headers: { 'user-agent': agent }, remoteAddress: '::ffff:192.0.2.9' });
    const row = await store.db
      .selectFrom('open')
      .selectAll()
      .where('campaign_id', '=', campaignId)
      .executeTakeFirstOrThrow();
    assert.equal(row.ip_address, '192.0.2.9');
    assert.equal(row.user_agent, agent.slice(0, 255));
    assert.equal(row.at, 5_000);
  });

  test('many hits at once add up', async () => {
    const calls: Promise<unknown>[] = [];
    for (let n = 0; n < 300; n += 1) {
      calls.push(call('GET', n % 3 === 0 ? clickPath(n % 2, n % 5) : openPath(n % 5)));
    }
    await Promise.all(calls);
    const [opens = 0, uniqueOpens, clicks, uniqueClicks] = await countsOf();
    assert.deepEqual([uniqueOpens, clicks, uniqueClicks], [5, 100, 5]);
    assert.ok(opens >= 200 && opens <= 205);
    const rows = await store.db.selectFrom('open').select('id').where('campaign_id', '=', campaignId).execute();
    assert.equal(rows.length, opens);
  });
});
