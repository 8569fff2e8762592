import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { deliver } from '../../test/support/delivery.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { until } from '../../test/support/until.ts';
import { recordFallbackText, SIMPLE_TEXT } from '../campaigns/delivery/notice.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { inEnglish } from '../kernel/sentences/sentence.ts';

const content = `<html><body><p>Hello [FNAME]</p><a href="https://shop.test/?who=[EMAIL:filter:urlencode]">Shop</a>
<a href="[UNSUBSCRIBE_URL]">Out</a><a href="[WEB_VERSION_URL]">Browser</a><p>[COMPANY_FULL_ADDRESS]</p></body></html>`;
const tracked = { url_tracking: 'yes' };

eachEngine('previews and tests of campaigns', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const make = (members = {}) =>
    app.make({
      template: { content },
      options: tracked,
      subject: 'For [FNAME]',
      to_name: '[FNAME] [LNAME]',
      from_name: 'Ada of [LIST_NAME]',
      ...members,
    });
  const preview = (uid: string, query = '') => app.call('GET', `/campaigns/${uid}/preview${query}`);
  const addBob = async () => {
    const json = { EMAIL: `bob.${Math.random()}@example.test`, FNAME: 'Bob & Co', LNAME: 'Ray' };
    const answer = await app.call('POST', `/lists/${app.listUid}/subscribers`, { json });
    return { uid: answer.json.data.record.subscriber_uid as string, email: json.EMAIL };
  };
  const counted = async () => {
    const rows = async (table: 'open' | 'click' | 'unsubscribe' | 'message') =>
      (await app.db.selectFrom(table).select('campaign_id').execute()).length;
    return [await rows('open'), await rows('click'), await rows('unsubscribe'), await rows('message')];
  };

  test('a text that its values make too long is refused, and not made', async () => {
    const uid = await make({ template: { content: '[FNAME]'.repeat(60_000) } });
    const json = { EMAIL: 'long@example.test', FNAME: 'x'.repeat(255) };
    const { subscriber_uid } = (await app.call('POST', `/lists/${app.listUid}/subscribers`, { json })).json.data.record;
    for (const path of ['preview', 'preview.html']) {
      const answer = await app.call('GET', `/campaigns/${uid}/${path}?subscriber_uid=${subscriber_uid}`);
      assert.deepEqual([answer.status, /more than 10000000 characters/.test(answer.json.error)], [400, true], path);
    }
  });

  test('a campaign as one subscriber gets it', async () => {
    const uid = await make();
    const bob = await addBob();
    const answer = await preview(uid, `?subscriber_uid=${bob.uid}`);
    assertStatus(answer, 200);
    const { html, plain_text, size, warnings, ...head } = answer.json.data;
    assert.deepEqual(head, {
      subject: 'For Bob & Co',
      from: 'Ada of News <ada@example.test>',
      to: `Bob & Co Ray <${bob.email}>`,
      reply_to: 'answers@example.test',
    });
    const destination = `https://shop.test/?who=${encodeURIComponent(bob.email)}`;
    assert.match(html, /<p>Hello Bob &amp; Co<\/p>/);
    assert.ok(html.includes(`<a href="${destination}">`), html);
    assert.ok(!html.includes('/o/') && !html.includes('/c/'), 'no pixel and no tracked link');
    assert.ok(plain_text.includes(`Hello Bob & Co\n\nShop <${destination}>`), plain_text);
    assert.equal(size, Buffer.byteLength(html));
    assert.deepEqual(warnings, []);
  });

  test('fallback plain text is a warning until the campaign is changed', async () => {
    const uid = await make();
    const record = async () => (await app.call('GET', `/campaigns/${uid}`)).json.data.record;
    const notice = async () => (await record()).notice;
    await recordFallbackText(app.db, await app.row(uid));
    assert.equal(await notice(), inEnglish(SIMPLE_TEXT));
    assert.deepEqual((await record()).sentences, [SIMPLE_TEXT]);
    await app.set(uid, { notice: 'A feed failed.' });
    await recordFallbackText(app.db, await app.row(uid));
    assert.equal(await notice(), 'A feed failed.');
    assertStatus(await app.call('PUT', `/campaigns/${uid}`, { json: { name: 'Other' } }), 200);
    assert.equal(await notice(), undefined);
  });

  test('without a subscriber, values are the labels and defaults of the fields', async () => {
    const fields = (await app.call('GET', `/lists/${app.listUid}/fields`)).json.data.records;
    const last = fields.find((field: { tag: string }) => field.tag === 'LNAME');
    await app.call('PUT', `/lists/${app.listUid}/fields/${last.field_id}`, { json: { default_value: 'Reader' } });
    const uid = await make({ template: { content: `${content}<img src="a.png">` } });
    const { data } = (await preview(uid)).json;
    assert.equal(data.subject, 'For First name');
    assert.equal(data.to, 'First name Reader <subscriber@example.com>');
    assert.deepEqual(data.warnings, [
      { member: 'template.content', message: '1 image has no alt text (by line: 2: a.png).' },
      {
        member: 'template.content',
        message: '1 address is relative and does not work in an email (by line: 2: a.png).',
      },
    ]);
    const dated = await make({ subject: '[SUBSCRIBER_OPTIN_DATE] [SUBSCRIBER_CONFIRM_DATE]' });
    const now = formatCalendarTime(app.clock.now());
    assert.equal((await preview(dated)).json.data.subject, `${now} ${now}`);
    const alone = await make({ options: { plain_text_email: 'no' } });
    assert.equal((await preview(alone)).json.data.plain_text, null);
    const template = { content: '<p>x</p>', auto_plain_text: 'no' };
    assert.equal((await preview(await make({ template }))).json.data.plain_text, null, 'not to be made');
    const written = await make({ template: { ...template, plain_text: 'By hand' } });
    assert.match((await preview(written)).json.data.plain_text, /^By hand/);
  });

  test('its links change nothing', async () => {
    const bob = await addBob();
    const { html } = (await preview(await make(), `?subscriber_uid=${bob.uid}`)).json.data;
    const statusOf = async () =>
      (await app.call('GET', `/lists/${app.listUid}/subscribers/${bob.uid}`)).json.data.record.status;
    const before = [await statusOf(), ...(await counted())];
    for (const [, url = ''] of html.matchAll(/href="(http:\/\/[^"]+)"/g)) {
      const path = new URL(url.replaceAll('&amp;', '&'));
      assert.equal((await app.app.inject({ method: 'GET', url: path.pathname })).statusCode, 200, url);
      await app.app.inject({ method: 'POST', url: path.pathname });
    }
    assert.deepEqual([await statusOf(), ...(await counted())], before);
  });

  test('a test mail goes to any addresses, through the engine', async (t) => {
    const bob = await addBob();
    const uid = await make();
    const { html, plain_text } = (await preview(uid, `?subscriber_uid=${bob.uid}`)).json.data;
    const json = { emails: 'eve@one.test, Zoë@two.test,EVE@one.test', subscriber_uid: bob.uid };
    const answer = await app.call('POST', `/campaigns/${uid}/test`, { json });
    assertStatus(answer, 200);
    const { emails } = answer.json.data;
    assert.deepEqual(
      emails.map(({ email }: { email: string }) => email),
      ['EVE@one.test', 'Zoë@two.test'],
    );
    const rows = await app.db.selectFrom('email').select(['uid', 'kind']).orderBy('id').execute();
    assert.deepEqual(
      rows.map((row) => [row.uid, row.kind]),
      emails.map(({ email_uid }: { email_uid: string }) => [email_uid, 'test']),
    );
    const sink = await openSink(t);
    deliver(t, app.db, sink);
    await until('a test mail came', () => sink.received.some(({ to }) => to === 'EVE@one.test'));
    const mail = await PostalMime.parse(sink.received.find(({ to }) => to === 'EVE@one.test')?.source ?? '');
    assert.equal(mail.subject, '[TEST] For Bob & Co');
    assert.deepEqual(mail.from, { name: 'Ada of News', address: 'ada@example.test' });
    assert.deepEqual(mail.replyTo, [{ name: '', address: 'answers@example.test' }]);
    assert.equal(mail.html?.trimEnd(), html);
    assert.equal(mail.text?.trimEnd(), plain_text.trimEnd());
  });

  test('faults of requests, and nothing is written', async () => {
    const uid = await make();
    const refused = async (json: object, error: object, path = uid) => {
      const answer = await app.call('POST', `/campaigns/${path}/test`, { json });
      assertStatus(answer, 422);
      assert.deepEqual(answer.json.error, error);
    };
    const before = (await app.db.selectFrom('email').select('id').execute()).length;
    await refused({}, { emails: 'Emails cannot be blank.' });
    await refused({ email: ' , ' }, { emails: 'Emails cannot be blank.' });
    await refused({ email: ['a@b.test', 'nobody'] }, { emails: 'nobody is not a valid email address.' });
    const many = Array.from({ length: 11 }, (_, n) => `a${n}@b.test`);
    await refused({ emails: many }, { emails: 'Emails holds too many addresses (maximum is 10).' });
    const nobody = await make({ from_email: '[FNAME]@example.test' });
    await refused(
      { emails: 'a@b.test' },
      { from_email: 'From email is not a valid email address for this subscriber.' },
      nobody,
    );
    const unknown = { emails: 'a@b.test', subscriber_uid: 'nosuchuid0000' };
    for (const answer of [
      await app.call('POST', `/campaigns/${uid}/test`, { json: unknown }),
      await preview(uid, '?subscriber_uid=nosuchuid0000'),
    ]) {
      assertStatus(answer, 404);
      assert.equal(answer.json.error, 'The subscriber does not exist in this list.');
    }
    const { key } = await app.addCustomer({ email: 'other@example.test' });
    assertStatus(await app.call('GET', `/campaigns/${uid}/preview`, { key }), 404);
    assertStatus(await app.call('POST', `/campaigns/${uid}/test`, { key, json: { email: 'a@b.test' } }), 404);
    assert.equal((await app.db.selectFrom('email').select('id').execute()).length, before);
  });
});
