// The subscribe form, used like a browser without scripts.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { browserForm } from '../../../test/support/browser-form.ts';
import { withEveryType } from '../../../test/support/fields.ts';
import { makeList } from '../../../test/support/lists.ts';
import { assertStill, type Page, type Visitor, visitorOf } from '../../../test/support/mail-pages.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { type FormApp, formApp, listWith, single } from '../../../test/support/subscribe-form.ts';
import { suiteApp } from '../../../test/support/suite.ts';

const OPTIONS = [
  { name: 'Red & "rosy"', value: 'red' },
  { name: 'Blue', value: 'blue' },
  { name: 'Green', value: 'green' },
];
/** A field of each type except EMAIL's own, an entered value, and the stored one. */
const FIELDS = withEveryType([
  ['text', { min_length: 2, max_length: 9 }, 'Zoë', 'Zoë'],
  ['dropdown', { options: OPTIONS }, 'blue', 'blue'],
  ['multiselect', { options: OPTIONS }, ['red', 'green'], 'red, green'],
  ['date', {}, '1990-02-28', '1990-02-28'],
  ['datetime', {}, '2026-11-21T08:05', '2026-11-21 08:05:00'],
  ['textarea', {}, '\r\none\r\ntwo', 'one\ntwo'],
  ['country', {}, 'Germany', 'Germany'],
  ['state', {}, 'Bayern', 'Bayern'],
  ['checkboxlist', { options: OPTIONS }, ['blue'], 'blue'],
  ['radiolist', { options: OPTIONS }, 'green', 'green'],
  ['geocountry', {}, 'Germany', 'Germany'],
  ['geostate', {}, 'Hessen', 'Hessen'],
  ['geocity', {}, 'Köln', 'Köln'],
  ['checkbox', { check_value: 'on paper' }, 'yes', 'on paper'],
  ['consentcheckbox', { consent_text: 'I agree to <all> of it.' }, 'yes', 'I agree to <all> of it.'],
  ['yearsrange', { year_start: 1950, year_end: 2020 }, '1984', '1984'],
  ['phonenumber', { default_country: 'DE' }, '030 123456', '+4930123456'],
  ['email', {}, 'second@example.com', 'second@example.com'],
  ['url', { allowed_scheme: 'https' }, 'https://example.com/?a=1&b="2"', 'https://example.com/?a=1&b="2"'],
  ['rating', { max_stars: 4 }, '3', '3'],
]);
const nameOf = (type: string) =>
  (['multiselect', 'checkboxlist'].includes(type) ? `F_${type}[]` : `F_${type}`).toUpperCase();
const ENTERED = Object.fromEntries(FIELDS.map(([type, , entered]) => [nameOf(type), entered]));

eachEngine('the subscribe form', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let visitor: Visitor;
  let addField: FormApp['addField'];
  let fill: FormApp['fill'];
  let subscribers: FormApp['subscribers'];

  before(() => {
    app = opened();
    visitor = visitorOf(app);
    ({ addField, fill, subscribers } = formApp(app));
  });

  test('fields of all types: labelled, entered, stored', async () => {
    const uid = await makeList(app, single);
    for (const [type, more] of FIELDS) {
      const label = `The ${type} of <b>`;
      await addField(uid, { type, tag: `F_${type}`, label, help_text: `Help "${type}"`, description: 'More', ...more });
    }
    const page = await visitor.get(`/subscribe/${uid}`);
    assert.equal(page.status, 200);
    assertStill(page);
    const { controls } = browserForm(page.body);
    assert.deepEqual(
      controls.filter(({ label }) => label === ''),
      [],
      'each control has a label',
    );
    const kinds = new Map(controls.map(({ name, tag, type }) => [name, type || tag]));
    assert.equal(kinds.get('EMAIL'), 'email');
    for (const [type, kind] of Object.entries({
      date: 'date',
      datetime: 'datetime-local',
      textarea: 'textarea',
      country: 'select',
      dropdown: 'select',
      multiselect: 'checkbox',
      radiolist: 'radio',
      rating: 'radio',
      yearsrange: 'number',
      phonenumber: 'tel',
      url: 'url',
    })) {
      assert.equal(kinds.get(nameOf(type)), kind, type);
    }
    const years = controls.find(({ name }) => name === 'F_YEARSRANGE')?.attributes;
    assert.deepEqual([years?.['min'], years?.['max']], ['1950', '2020']);
    assert.equal(controls.find(({ name }) => name === 'EMAIL')?.attributes['autocomplete'], 'email');
    assert.doesNotMatch(page.body, /The \w+ of <b>/);

    const done = await fill(uid, { EMAIL: 'zoe@example.com', FNAME: 'Zoë', LNAME: '', ...ENTERED });
    assert.equal(done.status, 200, done.body);
    const [stored] = await subscribers(uid);
    assert.deepEqual(
      [stored.EMAIL, stored.FNAME, stored.status, stored.source],
      ['zoe@example.com', 'Zoë', 'confirmed', 'web'],
    );
    for (const [type, , , value] of FIELDS) assert.equal(stored[`F_${type}`.toUpperCase()], value, type);
    assert.match(stored.ip_address, /^198\.51\.100\./);
  });

  test('all faults are shown at once, in the visitor’s language; entered values stay', async () => {
    const uid = await makeList(app, single);
    for (const [type, more] of FIELDS)
      await addField(uid, { type, tag: `F_${type}`, label: `L ${type}`, required: 'yes', ...more });
    const wrong = Object.fromEntries(
      FIELDS.map(([type]) => [nameOf(type), ['multiselect', 'checkboxlist'].includes(type) ? ['"><x'] : '"><script>x']),
    );
    const { body, status } = await fill(uid, { EMAIL: 'no address', ...wrong, F_TEXT: 'x' });
    assert.equal(status, 422);
    assert.deepEqual(await subscribers(uid), []);
    assert.ok(!/"><x|<script/.test(body), 'what was entered stays a text');
    assert.match(body, /<title>Error: /);
    // State and country must match when the form names a country; else a state may be any line.
    const free = new Set(['textarea', 'geocity', 'state', 'geostate']);
    for (const [type] of FIELDS.filter(([name]) => !free.has(name))) {
      assert.match(body, new RegExp(`<a href="#f-F_${type.toUpperCase()}">L ${type}: `), type);
      assert.match(body, new RegExp(`id="f-F_${type.toUpperCase()}"`), type);
      assert.match(body, new RegExp(`id="f-F_${type.toUpperCase()}-fault"`), type);
    }
    assert.match(body, /name="EMAIL"[^>]* aria-describedby="f-EMAIL-fault" aria-invalid="true"/);
    const again = browserForm(body);
    assert.deepEqual([again.values.get('F_TEXT'), again.values.get('EMAIL')], [['x'], ['no address']]);

    const german = await visitor.get(`/subscribe/${uid}`, { 'accept-language': 'fr, de-AT;q=0.9, en;q=0.5' });
    assert.match(german.body, /<html lang="de" dir="ltr">/);
    assert.match(german.body, /<option value="Germany">Deutschland<\/option>/);
    const empty = await fill(uid, {});
    assert.equal(empty.status, 422);
    for (const tag of ['EMAIL', ...FIELDS.map(([type]) => `F_${type.toUpperCase()}`)]) {
      if (tag !== 'F_YEARSRANGE') assert.match(empty.body, new RegExp(`<a href="#f-${tag}">`), tag);
    }
  });

  test('the form has default values; hidden fields take theirs; a consent is never given by default', async () => {
    const uid = await makeList(app, single);
    await addField(uid, { type: 'checkbox', tag: 'PAPER', label: 'Paper', default_value: 'yes' });
    await addField(uid, { type: 'consentcheckbox', tag: 'OK', label: 'OK', default_value: 'OK' });
    await addField(uid, { type: 'date', tag: 'DAY', label: 'Day', default_value: '[DATE]' });
    await addField(uid, { type: 'country', tag: 'LAND', label: 'Land', default_country: 'FR' });
    await addField(uid, { type: 'text', tag: 'ORIGIN', label: 'Origin', visibility: 'hidden', default_value: 'form' });
    await addField(uid, { type: 'text', tag: 'NUMBER', label: 'Number', visibility: 'none', required: 'yes' });
    const { values } = browserForm((await visitor.get(`/subscribe/${uid}`)).body);
    const read = (...names: string[]) => names.map((name) => values.get(name)?.[0]);
    assert.deepEqual(read('PAPER', 'OK', 'DAY', 'LAND', 'ORIGIN', 'NUMBER'), [
      'yes',
      undefined,
      new Date(app.clock.now()).toISOString().slice(0, 10),
      'France',
      undefined,
      undefined,
    ]);
    await fill(uid, { EMAIL: 'a@example.com', ORIGIN: 'mine', NUMBER: '7' });
    await fill(uid, { EMAIL: 'b@example.com', PAPER: [], DAY: '', LAND: '' });
    const [b, a] = await subscribers(uid);
    assert.deepEqual([a.PAPER, a.OK, a.LAND, a.ORIGIN, a.NUMBER], ['yes', '', 'France', 'form', '']);
    assert.deepEqual([b.PAPER, b.DAY, b.LAND, b.ORIGIN], ['', '', '', 'form'], 'what was emptied stays empty');
  });

  for (const opt_in of ['single', 'double']) {
    test(`nobody learns who is on a list, and nothing of an address changes (${opt_in} opt-in)`, async () => {
      const uid = await makeList(app, listWith({ opt_in }));
      await addField(uid, { type: 'text', tag: 'TOWN', label: 'Town', required: 'yes' });
      const statuses = ['confirmed', 'unconfirmed', 'unsubscribed', 'blacklisted', 'disabled'];
      for (const status of statuses) {
        const json = { EMAIL: `${status}@example.com`, FNAME: 'Old', TOWN: 'Old', details: { status } };
        assertStatus(await app.call('POST', `/lists/${uid}/subscribers`, { json }), 201);
      }
      await app.call('POST', '/suppressions', { json: { email: 'suppressed@example.com' } });
      const stored = new Map((await subscribers(uid)).map((row: { EMAIL: string }) => [row.EMAIL, row]));
      const pages = [];
      const faulty = [];
      for (const name of [...statuses, 'new', 'suppressed']) {
        faulty.push(await fill(uid, { EMAIL: `${name}@example.com`, FNAME: 'New', TOWN: '' }));
        pages.push(await fill(uid, { EMAIL: `${name}@example.com`, FNAME: 'New', TOWN: 'New' }));
      }
      const withoutDetails = (page: Page) => ({
        status: page.status,
        body: page.body.replace(/value="[0-9a-z]+\.[^"]+"/, '').replace(/\w+@example\.com/, ''),
        headers: Object.entries(page.headers).filter(
          ([name]) => !['x-request-id', 'date', 'content-length'].includes(name),
        ),
      });
      for (const page of pages) assert.deepEqual(withoutDetails(page), withoutDetails(pages[0] as Page));
      for (const page of faulty) assert.deepEqual(withoutDetails(page), withoutDetails(faulty[0] as Page));
      assert.equal(pages[0]?.status, 200);
      assert.equal(faulty[0]?.status, 422);
      const after = await subscribers(uid);
      assert.equal(after.length, statuses.length + 2);
      for (const row of after) if (stored.has(row.EMAIL)) assert.deepEqual(row, stored.get(row.EMAIL));
      const asked = await app.db
        .selectFrom('confirmation')
        .innerJoin('subscriber', (on) =>
          on
            .onRef('subscriber.customer_id', '=', 'confirmation.customer_id')
            .onRef('subscriber.id', '=', 'confirmation.subscriber_id'),
        )
        .innerJoin('list', (on) =>
          on.onRef('list.customer_id', '=', 'subscriber.customer_id').onRef('list.id', '=', 'subscriber.list_id'),
        )
        .where('list.uid', '=', uid)
        .select('subscriber.email')
        .orderBy('subscriber.email')
        .execute();
      const others = opt_in === 'double' ? ['new', 'suppressed'] : [];
      assert.deepEqual(
        asked.map(({ email }) => email),
        [...others, 'unconfirmed', 'unsubscribed'].map((name) => `${name}@example.com`),
        'who left is asked also where others are not',
      );
    });
  }
});
