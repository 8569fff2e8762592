// Double opt-in from the form to the confirmed subscriber, with a real mail server; and the profile
// page.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { browserForm } from '../../test/support/browser-form.ts';
import { deliver } from '../../test/support/delivery.ts';
import { makeList } from '../../test/support/lists.ts';
import { assertStill, useUp, type Visitor, visitorOf } from '../../test/support/mail-pages.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { type FormApp, formApp, listWith, single } from '../../test/support/subscribe-form.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { sha256 } from '../kernel/ids.ts';
import type { PageSettings } from '../lists/pages/settings.ts';
import { mailConfirmations, TO_ONE_ADDRESS } from '../schedules/confirmation/send.ts';
import type { Subscriber } from '../storage/tables.ts';
import { KEPT_MS } from '../subscribers/confirmation/confirmations.ts';

eachEngine('confirming', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let visitor: Visitor;
  let form: FormApp;

  before(() => {
    app = opened();
    visitor = visitorOf(app, '203.0.113.5');
    form = formApp(app);
  });

  const double = listWith({ opt_in: 'double' });
  const mailAll = () => mailConfirmations({ db: app.db, clock: app.clock, links: visitor.links, mayGoOn: () => true });
  const rowOf = (email: string): Promise<Subscriber> =>
    app.db.selectFrom('subscriber').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  const statusOf = async (email: string) => (await rowOf(email)).status;
  const linkOf = async (email: string) => visitor.links.confirmUrl((await rowOf(email)).id);
  const setPages = (uid: string, settings: Partial<PageSettings>) =>
    app.db
      .updateTable('list')
      .set({ pages: JSON.stringify(settings) })
      .where('uid', '=', uid)
      .execute();
  const mailsTo = (email: string) =>
    app.db.selectFrom('email').selectAll().where('to_email', '=', email).orderBy('id').execute();

  test('from the form through a mail server to the list', async (t) => {
    const sink = await openSink(t);
    app.clock.set(Date.now()); // delivery uses the machine's clock
    const uid = await makeList(app, double);
    await form.fill(uid, { EMAIL: 'zoe@example.com', FNAME: 'Zoë' });
    assert.equal(await statusOf('zoe@example.com'), 'unconfirmed');
    await mailAll();
    await mailAll();
    deliver(t, app.db, sink);
    await until('the mail has come', () => sink.received.length > 0);
    const [mail] = await mailsTo('zoe@example.com');
    assert.deepEqual(
      [mail?.kind, mail?.from_email, mail?.subject],
      ['confirmation', 'ann@example.com', 'Please confirm your subscription to News'],
    );
    const source = sink.received[0]?.source.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
    assert.deepEqual(sink.recipients(), ['zoe@example.com']);
    const links = [...source.matchAll(/http:\/\/mail\.example\.test(\/k\/[\w-]{22})/g)].map((match) => match[1] ?? '');
    assert.ok(links.length >= 3 && new Set(links).size === 1, 'in the text and in the HTML');
    assert.doesNotMatch(source, /Zo(?:ë|=C3=AB)/, 'nothing that was typed in is in the mail');

    const [link = ''] = links;
    const asked = await visitor.get(link);
    assert.equal(asked.status, 200);
    assertStill(asked);
    assert.match(asked.body, /Confirm your subscription to News/);
    assert.match(asked.body, /z•••@example\.com/);
    assert.equal(await statusOf('zoe@example.com'), 'unconfirmed', 'looking changes nothing');
    assert.match(String(asked.headers['content-security-policy']), /frame-ancestors 'none'$/);
    app.clock.forward(5_000);
    const done = await visitor.post(link, '');
    assert.match(done.body, /Your subscription is confirmed/);
    const row = await rowOf('zoe@example.com');
    assert.deepEqual([row.status, row.confirmed_at, row.confirm_ip], ['confirmed', app.clock.now(), '203.0.113.5']);
    const tallies = await app.call('GET', `/lists/${uid}/subscribers?status=confirmed`);
    assert.equal(tallies.json.data.count, '1');
    app.clock.forward(5_000);
    for (const again of [await visitor.get(link), await visitor.post(link, 'x=1')]) {
      assert.match(again.body, /Your subscription is confirmed/);
    }
    assert.equal((await rowOf('zoe@example.com')).confirmed_at, row.confirmed_at, 'once');
    assert.deepEqual(await app.db.selectFrom('confirmation').selectAll().execute(), []);
  });

  test('who left after they asked gets no mail, whoever asked for it; who asked after they had left does', async () => {
    const uid = await makeList(app, double);
    const leave = (EMAIL: string) =>
      app.call('PUT', `/lists/${uid}/subscribers/unsubscribe-by-email`, { json: { EMAIL } });
    await form.fill(uid, { EMAIL: 'left@example.com' });
    app.clock.forward(1_000);
    assertStatus(await leave('left@example.com'), 200);
    await form.fill(uid, { EMAIL: 'again@example.com' });
    assertStatus(await leave('again@example.com'), 200);
    app.clock.forward(1_000);
    await form.fill(uid, { EMAIL: 'again@example.com' });
    await mailAll();
    assert.deepEqual([(await mailsTo('left@example.com')).length, (await mailsTo('again@example.com')).length], [0, 1]);
    assert.match((await visitor.get(await linkOf('left@example.com'))).body, /There is nothing to confirm/);
  });

  test('values for an existing subscriber are stored when the owner of the address confirms', async () => {
    const uid = await makeList(app, single);
    await form.addField(uid, {
      type: 'text',
      tag: 'HIDDEN',
      label: 'Hidden',
      visibility: 'hidden',
      default_value: 'new',
    });
    await form.addField(uid, { type: 'consentcheckbox', tag: 'OK', label: 'I agree' });
    const email = 'back@example.com';
    const before = { EMAIL: email, FNAME: 'Old', LNAME: 'Name', HIDDEN: 'old', details: { status: 'unsubscribed' } };
    assertStatus(await app.call('POST', `/lists/${uid}/subscribers`, { json: before }), 201);
    const link = await linkOf(email);
    assert.match((await visitor.get(link)).body, /There is nothing to confirm/);
    assert.match((await visitor.post(link, '')).body, /There is nothing to confirm/);
    assert.equal(await statusOf(email), 'unsubscribed');
    await form.fill(uid, { EMAIL: 'BACK@example.com', FNAME: 'New', OK: 'yes' });
    const askedAt = app.clock.now();
    app.clock.forward(MINUTE_MS);
    assert.match((await visitor.post(link, '')).body, /Your subscription is confirmed/);
    const [record] = await form.subscribers(uid);
    assert.deepEqual(
      [record.EMAIL, record.FNAME, record.LNAME, record.HIDDEN, record.OK, record.status],
      [email, 'New', 'Name', 'old', 'I agree', 'confirmed'],
    );
    const row = await rowOf(email);
    assert.equal(row.unsubscribed_at, null);
    assert.ok(
      Object.values(JSON.parse(row.field_values)).includes(String(askedAt)),
      'the consent was given in the form',
    );
  });

  test('redirects to the list’s own page; other statuses stay; removed subscribers get a message', async () => {
    const uid = await makeList(app, double);
    await setPages(uid, { redirectUrl: 'https://shop.example/thanks?a=1', language: 'de', title: 'Brot & Butter' });
    await form.fill(uid, { EMAIL: 'go@example.com' });
    const link = await linkOf('go@example.com');
    const asked = await visitor.get(link);
    assert.match(asked.body, /Anmeldung zu Brot &amp; Butter bestätigen/);
    assert.match(String(asked.headers['content-security-policy']), /form-action 'self' http: https:;/);
    const gone = await visitor.post(link, '');
    assert.deepEqual([gone.status, gone.headers['location']], [303, 'https://shop.example/thanks?a=1']);
    await mailAll();
    for (const status of ['blacklisted', 'disabled', 'unapproved']) {
      await app.db.updateTable('subscriber').set({ status }).where('email', '=', 'go@example.com').execute();
      assert.match((await visitor.post(link, '')).body, /nichts zu bestätigen/);
      assert.equal(await statusOf('go@example.com'), status);
    }
    const { uid: subscriberUid } = await rowOf('go@example.com');
    assertStatus(await app.call('DELETE', `/lists/${uid}/subscribers/${subscriberUid}`), 200);
    for (const answer of [await visitor.get(link), await visitor.post(link, '')]) {
      assert.equal(answer.status, 200);
      assert.match(answer.body, /no longer on the list/);
    }
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const profile = link.replace('/k/', '/p/');
    for (const wrong of [forged, profile, `${link}x`, `${app.baseUrl}/k/x`]) {
      assert.equal((await visitor.get(wrong)).status, 404);
      assert.equal((await visitor.post(wrong, '')).status, 404);
    }
  });

  test('an address gets twenty such mails a day, whatever the lists', async () => {
    const uids = [await makeList(app, double), await makeList(app, double)];
    await useUp(app, `confirmation to ${sha256('many@example.com')}`, TO_ONE_ADDRESS.most - 1);
    for (const uid of uids) {
      const answer = await app.call('POST', `/lists/${uid}/subscribers`, { json: { EMAIL: 'Many@example.com' } });
      assertStatus(answer, 201);
    }
    await mailAll();
    assert.equal((await mailsTo('Many@example.com')).length, 1);
  });

  test('a mail by form and API, in a request’s language, at most three in seven days, a quarter of an hour apart', async () => {
    const uid = await makeList(app, double);
    const path = `/lists/${uid}/subscribers`;
    assertStatus(await app.call('POST', path, { json: { EMAIL: 'one@example.com' } }), 201);
    assertStatus(
      await app.call('POST', `${path}/bulk`, {
        json: {
          subscribers: [
            { EMAIL: 'two@example.com' },
            { EMAIL: 'three@example.com', details: { status: 'confirmed' } },
            { EMAIL: 'four@example.com', details: { status: 'unsubscribed' } },
          ],
        },
      }),
      201,
    );
    await mailAll();
    const counts = async (...names: string[]) =>
      Promise.all(names.map(async (name) => (await mailsTo(`${name}@example.com`)).length));
    assert.deepEqual(await counts('one', 'two', 'three', 'four'), [1, 1, 0, 0]);

    const german = visitorOf(app, '203.0.113.77');
    const page = await german.get(`/subscribe/${uid}`, { 'accept-language': 'de' });
    const ask = async () => {
      await app.db.deleteFrom('rate_window').execute();
      await german.post(`/subscribe/${uid}`, browserForm(page.body).body({ EMAIL: 'one@example.com' }));
      await mailAll();
      return (await mailsTo('one@example.com')).length;
    };
    app.clock.forward(14 * MINUTE_MS);
    assert.equal(await ask(), 1);
    app.clock.forward(MINUTE_MS);
    assert.equal(await ask(), 2);
    app.clock.forward(HOUR_MS);
    assert.equal(await ask(), 3);
    app.clock.forward(HOUR_MS);
    assert.equal(await ask(), 3);
    await setPages(uid, { language: 'de' });
    assert.match((await mailsTo('two@example.com'))[0]?.html ?? '', /<html lang="en">/);
    const stamp = await german.get(`/subscribe/${uid}`);
    app.clock.forward(7 * DAY_MS);
    const late = await german.get(`/subscribe/${uid}`);
    app.clock.forward(2_000);
    assert.equal(stamp.status, 200);
    await german.post(`/subscribe/${uid}`, browserForm(late.body).body({ EMAIL: 'one@example.com' }));
    await mailAll();
    const last = (await mailsTo('one@example.com')).at(-1);
    assert.deepEqual(
      [(await mailsTo('one@example.com')).length, last?.subject],
      [4, 'Bitte bestätigen Sie Ihre Anmeldung zu News'],
    );

    app.clock.forward(KEPT_MS + 1);
    await mailAll();
    assert.deepEqual(
      await app.db.selectFrom('confirmation').select('mails').where('customer_id', '=', app.customer.id).execute(),
      [],
    );
    assert.match(
      (await visitor.post(await linkOf('one@example.com'), '')).body,
      /bestätigt/,
      'who waits may still come',
    );
  });

  test('the profile form has the stored values, changes them, and keeps the time of a consent', async () => {
    const uid = await makeList(app, single);
    await form.addField(uid, { type: 'consentcheckbox', tag: 'OK', label: 'I agree' });
    await form.addField(uid, {
      type: 'checkboxlist',
      tag: 'LIKES',
      label: 'Likes',
      options: { a: 'Apples', b: 'Beans' },
    });
    await form.addField(uid, { type: 'text', tag: 'SECRET', label: 'Secret', visibility: 'hidden' });
    const email = 'me@example.com';
    await form.fill(uid, { EMAIL: email, FNAME: 'A "B" <c>', OK: 'yes', 'LIKES[]': ['a', 'b'] });
    const before = await rowOf(email);
    await app.db
      .updateTable('subscriber')
      .set({ field_values: before.field_values.replace('}', ',"999":"x"}') })
      .where('id', '=', before.id)
      .execute();
    const link = visitor.links.profileUrl(before.id);
    app.clock.forward(DAY_MS);
    const page = await visitor.get(link);
    assertStill(page);
    const { values, controls } = browserForm(page.body);
    assert.deepEqual(
      [values.get('FNAME'), values.get('OK'), values.get('LIKES[]')],
      [['A "B" <c>'], ['yes'], ['a', 'b']],
    );
    assert.ok(!controls.some(({ name }) => ['EMAIL', 'SECRET'].includes(name)));
    assert.ok(!page.body.includes(email), 'the address is not told to who found a forwarded mail');
    const changes = { FNAME: 'Ann', 'LIKES[]': [], EMAIL: 'thief@example.com', SECRET: 'mine', details: 'x' };
    const saved = await visitor.post(link, browserForm(page.body).body(changes));
    assert.match(saved.body, /Your details are saved/);
    const [record] = await form.subscribers(uid);
    assert.deepEqual(
      [record.EMAIL, record.FNAME, record.LIKES, record.OK, record.SECRET],
      [email, 'Ann', '', 'I agree', ''],
    );
    const times = (values: string) => JSON.stringify(values).match(/at\\":\\"\d+/g);
    assert.deepEqual(times((await rowOf(email)).field_values), times(before.field_values));
    assert.equal((await rowOf(email)).ip_address, before.ip_address);

    await form.addField(uid, { type: 'rating', tag: 'STARS', label: 'Stars', required: 'yes' });
    const faulty = await visitor.post(link, browserForm(page.body).body({ FNAME: 'Bob' }));
    assert.equal(faulty.status, 422);
    assert.match(faulty.body, /<a href="#f-STARS">Stars: Please choose\./);
    assert.equal((await form.subscribers(uid))[0].FNAME, 'Ann');
    assertStatus(await app.call('DELETE', `/lists/${uid}`), 200);
    for (const answer of [await visitor.get(link), await visitor.post(link, '')]) {
      assert.match(answer.body, /no longer on the list/);
    }
  });
});
