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
  useUp,
  type Visitor,
  visitorOf,
} from '../../test/support/mail-pages.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { DAY_MS } from '../kernel/durations.ts';

const HTTP_FORM = 'application/x-www-form-urlencoded';

eachEngine('the unsubscribe link', (engine) => {
  let app: CampaignApp;
  let visitor: Visitor;
  let sent: SentCampaign;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  beforeEach(async () => {
    await app.db.deleteFrom('subscriber').execute();
    await setPages(app, {});
    visitor = visitorOf(app);
    sent = await sentCampaign(app, [{ email: 'ann@example.test' }, { email: 'bob@example.test' }]);
  });

  const url = (n = 0) => visitor.links.unsubscribeUrl(sent.messages[n] ?? NO_MESSAGE);
  const person = (n = 0) => currentSubscriber(app, sent.people[n] ?? { id: 0 });
  const status = async (n = 0) => (await person(n)).status;
  const rows = () => app.db.selectFrom('unsubscribe').selectAll().where('campaign_id', '=', sent.id).execute();
  const counted = async () => (await app.call('GET', `/campaigns/${sent.uid}/stats`)).json.data.unsubscribes_count;

  test('asks first: GET changes nothing', async () => {
    const page = await visitor.get(url());
    assert.equal(page.status, 200);
    assertStill(page);
    assert.match(page.body, /Unsubscribe from News\?/);
    assert.ok(page.body.includes('a•••@example.test') && !page.body.includes('ann@example.test'));
    assert.match(page.body, /<form method="post">/);
    assert.doesNotMatch(page.body, /autofocus/);
    assert.match((await visitor.get(`${url()}?direct`)).body, / autofocus>/);
    assert.ok(page.body.includes(visitor.links.preferencesUrl(sent.people[0]?.id ?? 0)));
    await app.app.inject({ method: 'HEAD', url: url().replace(app.baseUrl, '') });
    assert.equal(await status(), 'confirmed');
    assert.equal(await counted(), 0);
  });

  test('acts on POST, whatever the body, and once', async () => {
    const part = 'Content-Disposition: form-data; name="List-Unsubscribe"';
    const bodies: [payload: string, type: string][] = [
      ['List-Unsubscribe=One-Click', HTTP_FORM],
      [`--x\r\n${part}\r\n\r\nOne-Click\r\n--x--\r\n`, 'multipart/form-data; boundary=x'],
      ['List-Unsubscribe=One-Click', ''],
      ['\0', 'text/weird'],
      ...['x', '/', 'a b/c', ';', 'é/x', 'undefined'].map((type): [string, string] => [
        'List-Unsubscribe=One-Click',
        type,
      ]),
      ['', HTTP_FORM],
      ['{', 'application/json'],
      ['reason=no-such-reason&note[]=1&back=maybe', HTTP_FORM],
    ];
    sent = await sentCampaign(
      app,
      bodies.map((_, n) => ({ email: `u${n}@example.test` })),
    );
    for (const [n, [payload, type]] of bodies.entries()) {
      for (const _ of [1, 2]) {
        const answer = await visitor.post(url(n), payload, type);
        assert.equal(answer.status, 200, payload);
        assert.match(answer.body, /You are unsubscribed/);
      }
      assert.equal(await status(n), 'unsubscribed');
      assert.equal(await counted(), n + 1);
    }
    assert.match((await visitor.get(url())).body, /You are unsubscribed/);
    assert.equal((await rows()).length, bodies.length);
    assert.equal((await visitor.post(url(), 'x'.repeat(70_000))).status, 413);
  });

  test('many at once count each person once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => visitor.post(url(n % 2), 'List-Unsubscribe=One-Click')));
    assert.equal(await counted(), 2);
  });

  test('the reason and the note are stored, in English and limited', async () => {
    await setPages(app, { language: 'de' });
    const page = await visitor.get(url());
    assert.match(page.body, /Von News abmelden\?/);
    assert.match(
      page.body,
      /<label><input type="radio" name="reason" value="tooMany"> Es sind zu viele Mails<\/label>/,
    );
    const note = `<b>Täglich!</b>\n${'🙂'.repeat(200)}`;
    await visitor.send(page, url(), { reason: 'tooMany', note });
    await visitor.post(url(1), { reason: '__proto__', note: '\0' });
    const said = (await rows()).map(({ reason, note }) => [reason, note]);
    assert.equal(said[0]?.[1]?.isWellFormed(), true);
    assert.deepEqual(said, [
      ['I get too many emails', `<b>Täglich!</b>\n${'🙂'.repeat(119)}`],
      ['', ''],
    ]);
    const [row] = await rows();
    assert.equal(row?.ip_address, '192.0.2.9');
  });

  test('a confirmed subscriber can undo it, by the same link only', async () => {
    const done = await visitor.post(url(), '');
    assert.match(done.body, /name="back" value="yes"/);
    assert.match((await visitor.get(url())).body, /name="back" value="yes"/);
    const back = await visitor.post(url(), { back: 'yes' });
    assert.match(back.body, /You are subscribed again/);
    const row = await person();
    assert.deepEqual([row.status, row.unsubscribed_at], ['confirmed', null]);
    assert.equal(await status(1), 'confirmed');
    // Subscribers on the list, and those who never confirmed, are not changed by it.
    assert.match((await visitor.post(url(), { back: 'yes' })).body, /You are subscribed again/);
    for (const [from, confirmed_at] of [
      ['unsubscribed', null],
      ['blacklisted', 1],
    ] as const) {
      await app.db.updateTable('subscriber').set({ status: from, confirmed_at }).where('id', '=', row.id).execute();
      assert.doesNotMatch((await visitor.get(url())).body, /name="back"/);
      assert.match((await visitor.post(url(), { back: 'yes' })).body, /You are unsubscribed/);
      assert.equal(await status(), from);
    }
  });

  test('subscribing again is limited, unsubscribing is not', async () => {
    await app.db.updateTable('subscriber').set({ confirmed_at: 1 }).execute();
    await useUp(app, `come back ${sent.people[0]?.id}`, 20);
    await visitor.post(url(), '');
    assert.equal((await visitor.post(url(), { back: 'yes' })).status, 429);
    assert.equal(await status(), 'unsubscribed');
    app.clock.forward(DAY_MS);
    assert.equal((await visitor.post(url(), { back: 'yes' })).status, 200);
    assert.equal(await status(), 'confirmed');
  });

  test('outlives its campaign, and the subscriber', async () => {
    const path = url();
    const id = sent.people[0]?.id ?? 0;
    await app.db.deleteFrom('message').where('campaign_id', '=', sent.id).execute();
    await app.db.deleteFrom('campaign_counter').where('campaign_id', '=', sent.id).execute();
    await app.db.deleteFrom('campaign').where('id', '=', sent.id).execute();
    assert.match((await visitor.get(path)).body, /<form/);
    assert.equal((await visitor.post(path, { reason: 'other' })).status, 200);
    assert.equal(await status(), 'unsubscribed');
    assert.match((await visitor.post(path, { back: 'yes' })).body, /subscribed again/);
    await app.db.deleteFrom('subscriber').where('id', '=', id).execute();
    for (const page of [
      await visitor.get(path),
      await visitor.post(path, ''),
      await visitor.post(path, { back: 'yes' }),
    ]) {
      assert.equal(page.status, 200);
      assert.match(page.body, /no longer on the list/);
    }
  });

  test('a token that is changed, or of another purpose, is unknown', async () => {
    const { links } = visitor;
    const [message, subscriber] = [sent.messages[0] ?? NO_MESSAGE, sent.people[0]?.id ?? 0];
    const token = (address: string) => address.split('/').at(-1) ?? '';
    const own = token(url());
    const wrong = [
      links.webVersionUrl(message),
      links.preferencesUrl(subscriber),
      links.clickUrl(message, subscriber),
      links.profileUrl(subscriber),
    ].map(token);
    for (let at = 0; at < own.length; at += 1) {
      wrong.push(`${own.slice(0, at)}${own[at] === 'A' ? 'B' : 'A'}${own.slice(at + 1)}`);
    }
    for (const one of wrong) {
      assert.equal((await visitor.get(`/u/${one}`)).status, 404);
      assert.equal((await visitor.post(`/u/${one}`, '')).status, 404);
      assert.equal((await visitor.post(`/u/${one}`, { back: 'yes' })).status, 404);
    }
    assert.equal(await status(), 'confirmed');
  });
});
