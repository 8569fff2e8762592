// Transactional emails from templates, with data, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, formText, openTestApp, type TestApp } from '../../test/support/app.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { companyJson, noCompany } from '../accounts/company.ts';

const email = {
  to_name: 'Bob',
  to_email: 'bob@example.test',
  from_name: 'Shop',
  send_at: '2026-11-21 11:00:00',
};

const PAGE =
  '<style>p { color: [COLOUR] }</style><p>Dear [NAME:filter:defaultvalue(friend)], order [ORDER_NO] for [EMAIL]</p>' +
  '<a href="https://shop.example/o?no=[ORDER_NO]" title="[NOTE]">[NOTE]</a>[COMPANY_NAME] [CURRENT_YEAR] [SIGN_LT]';

async function templateOf(app: TestApp, json: Record<string, unknown>): Promise<string> {
  const answer = await app.call('POST', '/templates', { json: { name: 'Order', ...json } });
  assertStatus(answer, 201);
  return answer.json.template_uid;
}

const post = (app: TestApp, json: unknown) => app.call('POST', '/transactional-emails', { json });

async function recordOf(app: TestApp, uid: string) {
  return (await app.call('GET', `/transactional-emails/${uid}`)).json.data.record;
}

async function refused(app: TestApp, json: unknown, faults: Record<string, string>): Promise<void> {
  const answer = await post(app, json);
  assertStatus(answer, 422);
  assert.deepEqual(answer.json.error, faults);
  assert.equal((await app.call('GET', '/transactional-emails')).json.data.count, '0');
}

eachEngine('transactional emails from templates', (engine) => {
  test('data is filled in, escaped by where it stands; the subject is the template’s or the request’s', async (t) => {
    const app = await openTestApp(t, engine);
    const company = companyJson({ ...noCompany(), name: 'Bikes & Sons' });
    await app.db.updateTable('customer').set({ company }).where('id', '=', app.customer.id).execute();
    const template_uid = await templateOf(app, { content: PAGE, subject: 'Order [ORDER_NO] for [NAME]' });
    const data = { order_no: 17, NAME: 'Ann <b>&\r\nBcc: x@y.test', Note: '"quoted" [EMAIL]', colour: 'red;}' };
    const answer = await post(app, { ...email, template_uid, data });
    assertStatus(answer, 201);
    assert.deepEqual(Object.keys(answer.json), ['status', 'email_uid']);
    const { subject, body, plain_text } = await recordOf(app, answer.json.email_uid);
    assert.equal(subject, 'Order 17 for Ann <b>& Bcc: x@y.test');
    assert.equal(plain_text, '');
    assert.equal(
      body,
      '<style>p { color: red\\3b \\7d  }</style><p>Dear Ann &lt;b&gt;&amp;<br>\nBcc: x@y.test, order 17 for bob@example.test</p>' +
        '<a href="https://shop.example/o?no=17" title="&quot;quoted&quot; [EMAIL]">&quot;quoted&quot; [EMAIL]</a>Bikes &amp; Sons 2026 &lt;',
    );
    const form = formText({ email: { ...email, template_uid, subject: 'Mine', plain_text: 'No. [ORDER_NO]', data } });
    const second = await app.call('POST', '/transactional-emails', { form });
    assertStatus(second, 201);
    const own = await recordOf(app, second.json.email_uid);
    assert.deepEqual([own.subject, own.plain_text, own.body], ['Mine', 'No. 17', body]);
  });

  test('texts of the request are filled in when data comes along, and stay as they are without it', async (t) => {
    const app = await openTestApp(t, engine);
    const texts = { subject: 'Hi [NAME]', body: '<p>[NAME]</p>' };
    const made = async (more: object) => {
      const answer = await post(app, { ...email, ...texts, ...more });
      assertStatus(answer, 201);
      const { subject, body } = await recordOf(app, answer.json.email_uid);
      return [subject, body];
    };
    assert.deepEqual(await made({ data: { name: 'A&B' } }), ['Hi A&B', '<p>A&amp;B</p>']);
    assert.deepEqual(await made({}), ['Hi [NAME]', '<p>[NAME]</p>']);
    assert.deepEqual(await made({ data: null }), ['Hi [NAME]', '<p>[NAME]</p>']);
    assert.deepEqual(await made({ data: { name: null } }), ['Hi', '<p></p>']);
  });

  test('tags without a value refuse the email, or leave nothing in their place and a warning', async (t) => {
    const app = await openTestApp(t, engine);
    const template_uid = await templateOf(app, { content: '[A] [B] [A] [C:filter:defaultvalue(c)] [UNSUBSCRIBE_URL]' });
    const request = { ...email, subject: '[B] x', template_uid };
    const told =
      'No value for [B], [A]. Only messages of campaigns have a value for [UNSUBSCRIBE_URL]; data may have one.';
    await refused(app, request, { data: told });
    await refused(
      app,
      { ...request, data: { b: 'x', unsubscribe_url: 'https://x.test' } },
      { data: 'No value for [A].' },
    );
    const answer = await post(app, { ...request, missing_data: 'Empty' });
    assertStatus(answer, 201);
    assert.deepEqual(answer.json.warnings, [{ member: 'data', message: `${told} Nothing stands in their place.` }]);
    const { subject, body } = await recordOf(app, answer.json.email_uid);
    assert.deepEqual([subject, body], ['x', '   c ']);
  });

  test('faults name the member, and nothing is sent', async (t) => {
    const app = await openTestApp(t, engine);
    const template_uid = await templateOf(app, { content: '<p>[A]</p>' });
    const request = { ...email, subject: 'x', template_uid };
    await refused(app, { ...request, body: 'x' }, { template_uid: 'Provide exactly one of body and template_uid.' });
    await refused(app, { ...request, template_uid: 'no' }, { template_uid: 'The template does not exist.' });
    await refused(app, { ...email, template_uid }, { subject: 'Subject cannot be blank: the template has none.' });
    await refused(
      app,
      { ...request, subject: '[A]', data: { a: ' ' } },
      { subject: 'Subject is blank with this data.' },
    );
    await refused(app, { ...request, data: ['x'] }, { data: 'Data must be an object of names and values.' });
    await refused(
      app,
      { ...request, missing_data: 'x' },
      { missing_data: 'Missing data must be one of: refuse, empty.' },
    );
    const nested =
      'The value must be a text, a number, true, false or null: give what is inside of it names of its own.';
    const name = 'A name has letters, digits and _, and starts with a letter.';
    await refused(
      app,
      { ...request, data: { order: { no: 1 }, list: [1], '1a': 1, 'a b': 1, a: 1, A: 2, long: 'x'.repeat(100_001) } },
      {
        'data.order': nested,
        'data.list': nested,
        'data."1a"': name,
        'data."a b"': name,
        'data.A': '[A] has two values: names do not differ by case.',
        'data.long': 'The value is too long (maximum is 100000 characters).',
      },
    );
    const many = await templateOf(app, { content: '[A]'.repeat(100) });
    const data = { a: 'x'.repeat(60_000) };
    await refused(app, { ...request, template_uid: many, data }, { data: 'Data makes an email that is too long.' });
    const { key } = await app.addCustomer({ email: 'eve@example.test' });
    const foreign = await app.call('POST', '/transactional-emails', { json: { ...request, data: { a: 1 } }, key });
    assert.deepEqual(foreign.json.error, { template_uid: 'The template does not exist.' });
  });

  test('the subject of a template is kept, shown with full, and taken away', async (t) => {
    const app = await openTestApp(t, engine);
    const uid = await templateOf(app, { content: '<p>x</p>', subject: ' Order [NO] ' });
    const shown = async (query = '?full=1') =>
      (await app.call('GET', `/templates/${uid}${query}`)).json.data.record.subject;
    assert.deepEqual([await shown(), await shown('')], ['Order [NO]', undefined]);
    const put = (json: object) => app.call('PUT', `/templates/${uid}`, { json });
    assertStatus(await put({ name: 'Other' }), 200);
    assert.equal(await shown(), 'Order [NO]');
    assert.deepEqual((await put({ subject: 'a\nb' })).json.error, { subject: 'Subject holds a line break.' });
    assertStatus(await put({ subject: '' }), 200);
    assert.equal(await shown(), '');
  });
});
