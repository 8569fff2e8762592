// Shared reports: who makes and takes back the link, what it shows, what it never shows.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import {
  assertStill,
  type SentCampaign,
  sentCampaign,
  type Visitor,
  visitorOf,
} from '../../../test/support/mail-pages.ts';
import { eachEngine } from '../../../test/support/stores.ts';

eachEngine('shared reports', (engine) => {
  let app: CampaignApp;
  let visitor: Visitor;
  let sent: SentCampaign;
  let people = 0;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  beforeEach(async () => {
    visitor = visitorOf(app);
    people += 1;
    sent = await sentCampaign(app, [{ email: `reader-${people}@example.com` }]);
  });
  const path = () => `/campaigns/${sent.uid}/report-link`;
  const urlOf = async (method: string) => {
    const answer = await app.call(method, path());
    assertStatus(answer, 200);
    return answer.json.data.record.url as string | null;
  };

  test('a report is shared, seen by anybody with the link, and taken back', async () => {
    assert.equal(await urlOf('GET'), null);
    const [url, ...again] = await Promise.all([urlOf('POST'), urlOf('POST'), urlOf('POST')]);
    assert.deepEqual(again, [url, url], 'who shares at once gets the same');
    assert.equal(await urlOf('GET'), url);
    await app.set(sent.uid, { name: 'Spring <b>news</b>', subject: 'Hello [FNAME]' });
    const counts = { audience: 1_200, accepted: 1_000, filtered_unique_opens: 250, unique_opens: 900, unsubscribes: 4 };
    await setCounters(app.db, sent.id, counts);
    const page = await visitor.get(url ?? '', { 'accept-language': 'en' });
    assert.equal(page.status, 200);
    assertStill(page);
    assert.match(page.body, /<h1>Spring &lt;b&gt;news&lt;\/b&gt;<\/h1>/);
    assert.match(page.body, /Opened<\/th><td>250<\/td><td>25%/);
    assert.match(page.body, /Unsubscribed<\/th><td>4<\/td><td>0.4%/);
    assert.match(page.body, /noindex/);
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.doesNotMatch(page.body, /reader-\d+@example\.com/);
    const german = await visitor.get(url ?? '', { 'accept-language': 'de' });
    assert.match(german.body, /Geöffnet/);

    assert.equal(await urlOf('DELETE'), null);
    assert.equal((await visitor.get(url ?? '')).status, 404);
    assert.equal(await urlOf('DELETE'), null);
    const next = await urlOf('POST');
    assert.notEqual(next, url);
    assert.deepEqual([(await visitor.get(next ?? '')).status, (await visitor.get(url ?? '')).status], [200, 404]);
  });

  test('shares are those of the report: rounded once, and none or all only where they are', async () => {
    const url = await urlOf('POST');
    const counts = { audience: 100_001, accepted: 100_000, filtered_unique_opens: 12_446, filtered_unique_clicks: 2 };
    await setCounters(app.db, sent.id, counts);
    const { body } = await visitor.get(url ?? '', { 'accept-language': 'en' });
    assert.match(body, /Accepted<\/th><td>100,000<\/td><td>99.9%/);
    assert.match(body, /Opened<\/th><td>12,446<\/td><td>12.4%/);
    assert.match(body, /Clicked<\/th><td>2<\/td><td>0.002%/);
  });

  test('of an A/B test the whole is shown, whichever part is shared', async () => {
    const other = await sentCampaign(app, [{ email: `other-${people}@example.com` }]);
    await app.set(sent.uid, { name: 'Spring', subject: 'First' });
    await app.set(other.uid, { name: 'Spring (B)', subject: 'Second', test_of: sent.id });
    const link = { customer_id: app.customer.id, url: 'https://shop.example/both', filtered_unique_clicks: 3 };
    for (const [n, { id }] of [sent, other].entries()) {
      await setCounters(app.db, id, { audience: 600, accepted: 500, filtered_unique_opens: 50 + 50 * n });
      const hashes = { hash: `hash of ${id}`, sha1: `sha1 of ${id}` };
      await app.db
        .insertInto('campaign_link')
        .values({ ...link, ...hashes, campaign_id: id })
        .execute();
    }
    for (const { uid } of [sent, other]) {
      const answer = await app.call('POST', `/campaigns/${uid}/report-link`);
      const { body } = await visitor.get(answer.json.data.record.url, { 'accept-language': 'en' });
      assert.match(body, /<h1>Spring<\/h1>\n<p class="quiet">First<br>Second<br>/);
      assert.match(body, /Audience<\/th><td>1,200</);
      assert.match(body, /Opened<\/th><td>150<\/td><td>15%/);
      assert.match(body, /https:\/\/shop\.example\/both<\/th><td>6</);
    }
  });

  test('a copy is not shared, a draft has nothing to share, others cannot', async () => {
    const url = await urlOf('POST');
    const { json } = await app.call('POST', `/campaigns/${sent.uid}/copy`);
    const copy = `/campaigns/${json.campaign_uid}/report-link`;
    assert.equal((await app.call('GET', copy)).json.data.record.url, null);
    const draft = await app.call('POST', copy);
    assert.deepEqual([draft.status, /no report to share/.test(draft.text)], [409, true]);
    const other = await app.addCustomer();
    for (const method of ['GET', 'POST', 'DELETE'])
      assertStatus(await app.call(method, path(), { key: other.key }), 404);
    const token = url?.split('/').at(-1) ?? '';
    const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const wrong of ['x', changed, visitor.links.campaignUrl(sent.id).slice(-22)])
      assert.equal((await visitor.get(`/report/${wrong}`)).status, 404, wrong);
    await app.set(sent.uid, { status: 'pending-delete' });
    assert.equal((await visitor.get(url ?? '')).status, 404);
  });
});
