// From the mail to the statistics, through the whole application.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertStatus, openTestApp, type TestApp } from '../../test/support/app.ts';
import { putMessage, setCounters } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { compiledCampaign } from '../content/compiled.ts';
import { trackingLinks } from '../content/links.ts';

const RECIPIENTS = 8;

eachEngine('statistics of what recipients do', (engine) => {
  let on: TestApp;
  let listUid: string;
  let campaignUid: string;
  let paths: { open: string; click: string; unsubscribe: string; subscriber: number }[];
  const closers: (() => unknown)[] = [];

  before(async () => {
    on = await openTestApp({ after: (close) => closers.unshift(() => (close as () => unknown)()) }, engine);
    const list = await on.call('POST', '/lists', {
      json: {
        general: { name: 'News', description: 'What is new' },
        defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' },
      },
    });
    assertStatus(list, 201);
    listUid = list.json.list_uid;
    for (let n = 0; n < RECIPIENTS; n += 1) {
      const json = { EMAIL: `p${n}@example.com`, details: { status: 'confirmed' } };
      assertStatus(await on.call('POST', `/lists/${listUid}/subscribers`, { json }), 201);
    }
    const campaign = await on.call('POST', '/campaigns', {
      json: {
        name: 'Spring',
        from_name: 'Ada',
        from_email: 'ada@example.com',
        subject: 'Hello',
        reply_to: 'ada@example.com',
        send_at: '2026-11-21 12:00:00',
        list_uid: listUid,
        template: { content: '<p>Hello [EMAIL]</p><a href="https://shop.example/?a=1&amp;b=2">Shop</a>' },
        options: { url_tracking: 'yes' },
      },
    });
    assertStatus(campaign, 201);
    campaignUid = campaign.json.campaign_uid;
    await acceptEverywhere();
  });
  after(async () => {
    for (const close of closers) await close();
  });

  /** What delivery leaves behind: a message for each subscriber, accepted. */
  async function acceptEverywhere(): Promise<void> {
    const { db, baseUrl, secret } = on;
    const { id, list_id } = await db
      .selectFrom('campaign')
      .select(['id', 'list_id'])
      .where('uid', '=', campaignUid)
      .executeTakeFirstOrThrow();
    const subscribers = await db
      .selectFrom('subscriber')
      .select('id')
      .where('list_id', '=', list_id)
      .orderBy('id')
      .execute();
    const messages = subscribers.map((subscriber) => ({ campaignId: id, subscriberId: subscriber.id }));
    for (const { subscriberId } of messages) {
      const key = { customer_id: on.customer.id, campaign_id: id, subscriber_id: subscriberId };
      await putMessage(db, { ...key, state: 'accepted', attempts: 1 });
    }
    const counts = { audience: RECIPIENTS, accepted: RECIPIENTS };
    await setCounters(db, id, counts);
    const linkId = (await compiledCampaign({ db, baseUrl }, id))?.linkIds[0];
    assert.ok(linkId);
    const links = trackingLinks({ baseUrl, secret });
    const path = (url: string) => url.slice(baseUrl.length);
    paths = messages.map((message) => ({
      open: path(links.openUrl(message)),
      click: path(links.clickUrl(message, linkId)),
      unsubscribe: path(links.unsubscribeUrl(message)),
      subscriber: message.subscriberId,
    }));
  }

  const at = (n: number) => {
    const found = paths[n];
    assert.ok(found);
    return found;
  };
  const get = async (url: string) => (await on.app.inject(url)).statusCode;
  const stats = async () => (await on.call('GET', `/campaigns/${campaignUid}/stats`)).json.data;

  test('opens, clicks and an unsubscribe add up', async () => {
    const done = await Promise.all([
      get(at(0).open),
      get(at(0).open),
      get(at(1).open),
      get(at(1).click),
      get(at(2).click),
      get(at(2).click),
      get(at(3).click),
    ]);
    assert.deepEqual(done, [200, 200, 200, 302, 302, 302, 302]);
    for (const _ of [1, 2]) {
      const left = await on.app.inject({
        method: 'POST',
        url: at(3).unsubscribe,
        payload: 'List-Unsubscribe=One-Click',
      });
      assert.equal(left.statusCode, 200);
    }
    const data = await stats();
    assert.deepEqual(
      {
        processed: data.processed_count,
        opens: data.opens_count >= 5 && data.opens_count <= 6, // the click on 1 may come before its open
        unique_opens: data.unique_opens_count,
        clicks: data.clicks_count,
        unique_clicks: data.unique_clicks_count,
        unsubscribes: data.unsubscribes_count,
      },
      { processed: RECIPIENTS, opens: true, unique_opens: 4, clicks: 4, unique_clicks: 3, unsubscribes: 1 },
    );
    assert.equal(data.unique_opens_rate, 50);
    assert.equal(data.unique_clicks_rate, 37.5);
    assert.equal(data.unsubscribes_rate, 12.5);
  });

  test('who unsubscribed is unsubscribed for the interface too, and counted', async () => {
    const found = await on.call('GET', `/lists/${listUid}/subscribers/search-by-email?EMAIL=p3@example.com`);
    assert.equal(found.json.data.status, 'unsubscribed');
    const confirmed = await on.call('GET', `/lists/${listUid}/subscribers?status=confirmed`);
    assert.equal(confirmed.json.data.count, String(RECIPIENTS - 1));
    const { json } = await on.call('GET', `/campaigns/${campaignUid}`);
    assert.equal(json.data.record.list.subscribers_count, RECIPIENTS - 1);
  });

  test('blacklisted stays blacklisted', async () => {
    await on.db.updateTable('subscriber').set({ status: 'blacklisted' }).where('id', '=', at(5).subscriber).execute();
    assert.equal((await on.app.inject({ method: 'POST', url: at(5).unsubscribe })).statusCode, 200);
    const row = await on.db
      .selectFrom('subscriber')
      .select('status')
      .where('id', '=', at(5).subscriber)
      .executeTakeFirstOrThrow();
    assert.equal(row.status, 'blacklisted');
  });

  test('a deleted campaign: its unsubscribe links work on', async () => {
    await on.db.updateTable('campaign').set({ status: 'sent' }).where('uid', '=', campaignUid).execute();
    assertStatus(await on.call('DELETE', `/campaigns/${campaignUid}`), 200);
    assert.equal(await get(at(6).click), 302);
    assert.equal((await on.app.inject({ method: 'POST', url: at(6).unsubscribe })).statusCode, 200);
    const found = await on.call('GET', `/lists/${listUid}/subscribers/search-by-email?EMAIL=p6@example.com`);
    assert.equal(found.json.data.status, 'unsubscribed');
  });

  test('the pages stand in the application', async () => {
    for (const url of ['/healthz', '/readyz', '/docs', '/openapi.json', '/robots.txt']) {
      assert.ok([200, 301, 302].includes(await get(url)), url);
    }
    const { paths: documented } = (await on.app.inject('/openapi.json')).json();
    assert.deepEqual(
      Object.keys(documented).filter((path) => /^\/inbox|files|\/[ocuw]\/|healthz/.test(path)),
      [],
    );
  });
});
