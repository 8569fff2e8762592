import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import {
  assertStill,
  currentSubscriber,
  NO_MESSAGE,
  type SentCampaign,
  sentCampaign,
  setPages,
  type Visitor,
  visitorOf,
} from '../../test/support/mail-pages.ts';
import { eachEngine } from '../../test/support/stores.ts';

eachEngine('reporting a mail', (engine) => {
  let app: CampaignApp;
  let visitor: Visitor;
  let sent: SentCampaign;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  beforeEach(async () => {
    await app.db.deleteFrom('subscriber').execute();
    await app.db.deleteFrom('suppression').execute();
    await setPages(app, {});
    visitor = visitorOf(app);
    sent = await sentCampaign(app, [{ email: 'ann@example.test' }, { email: 'bob@example.test' }]);
  });
  const url = (n = 0) => visitor.links.abuseUrl(sent.messages[n] ?? NO_MESSAGE);
  const stats = async () => (await app.call('GET', `/campaigns/${sent.uid}/stats`)).json.data;
  const suppressed = async () => {
    const rows = await app.db.selectFrom('suppression').select(['email', 'reason']).execute();
    return rows.map(({ email, reason }) => `${email} ${reason}`);
  };

  test('GET asks and changes nothing', async () => {
    const page = await visitor.get(url());
    assert.equal(page.status, 200);
    assertStill(page);
    assert.match(page.body, /Report this email/);
    assert.ok(page.body.includes('a•••@example.test') && !page.body.includes('ann@example.test'));
    assert.equal((await stats()).complaints_count, 0);
    assert.match((await visitor.get(url(), { 'accept-language': 'de' })).body, /Diese Mail melden/);
  });

  test('POST is a complaint of the campaign, once, and ends mail from the list', async () => {
    for (const _ of [1, 2]) {
      const done = await visitor.post(url(), { reason: 'offensive', note: 'Look at\r\nthis: <b>!</b>' });
      assert.equal(done.status, 200);
      assert.match(done.body, /Thank you for telling us/);
    }
    const { complaints_count, unsubscribes_count } = await stats();
    assert.deepEqual([complaints_count, unsubscribes_count], [1, 1]);
    assert.equal((await currentSubscriber(app, sent.people[0] ?? { id: 0 })).status, 'unsubscribed');
    assert.equal((await currentSubscriber(app, sent.people[1] ?? { id: 0 })).status, 'confirmed');
    assert.deepEqual(await suppressed(), ['ann@example.test complaint']);
    const { records } = (await app.call('GET', `/campaigns/${sent.uid}/complaints`)).json.data;
    assert.deepEqual(
      records.map((record: { message: string }) => record.message),
      ['Reported: It is offensive or forbidden. Look at this: <b>!</b>'],
    );
    const rows = await app.db.selectFrom('unsubscribe').selectAll().where('campaign_id', '=', sent.id).execute();
    assert.deepEqual(
      rows.map(({ reason, ip_address }) => [reason, ip_address]),
      [['Reported as abuse', '192.0.2.9']],
    );
  });

  test('without a reason it asks for one, keeps the note, and nothing has changed', async () => {
    for (const reason of ['', 'no-such', '__proto__']) {
      const again = await visitor.post(url(), { reason, note: '"><script>alert(1)</script>' });
      assert.equal(again.status, 422);
      assertStill(again);
      assert.match(again.body, /Please choose what is wrong/);
      assert.ok(again.body.includes('&quot;&gt;&lt;script&gt;'));
    }
    assert.equal((await stats()).complaints_count, 0);
    assert.deepEqual(await suppressed(), []);
  });

  test('works for a deleted campaign and a removed subscriber; a deleted message is not found', async () => {
    await app.set(sent.uid, { status: 'pending-delete' });
    assert.equal((await visitor.post(url(), { reason: 'other' })).status, 200);
    await app.db.deleteFrom('subscriber').execute();
    assert.equal((await visitor.get(url(1))).status, 200);
    assert.equal((await visitor.post(url(1), { reason: 'other' })).status, 200);
    await app.db.deleteFrom('message').where('campaign_id', '=', sent.id).execute();
    assert.equal((await visitor.get(url())).status, 404);
    assert.equal((await visitor.post(url(), { reason: 'other' })).status, 404);
  });

  test('a token of another purpose is unknown', async () => {
    for (const one of [visitor.links.webVersionUrl(sent.messages[0] ?? NO_MESSAGE), `${url()}x`]) {
      const token = one.split('/').at(-1);
      assert.equal((await visitor.get(`/r/${token}`)).status, 404);
      assert.equal((await visitor.post(`/r/${token}`, { reason: 'other' })).status, 404);
    }
    assert.equal((await stats()).complaints_count, 0);
  });
});
