// Creating customers by API: by the operator's programs, and without a key where that is allowed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type CallOptions, formText } from '../../test/support/app.ts';
import { company as address } from '../../test/support/lists.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { addKey } from './keys/keys.ts';
import { CREATION_LIMITS } from './routes-customers.ts';

eachEngine('customers', (engine) => {
  const app = suiteApp(engine);
  const post = (json: unknown, options: CallOptions = {}) => app().call('POST', '/customers', { json, ...options });
  let serial = 0;
  const person = (members: object = {}) => {
    serial += 1;
    return { first_name: 'Grace', last_name: 'Hopper', email: `Grace${serial}@example.test`, ...members };
  };
  const rows = () => app().db.selectFrom('customer').selectAll().orderBy('id').execute();

  test("created with the operator's key; the response has a working key", async () => {
    const email = 'G.Hopper@example.test';
    const password = 'correct horse';
    const customer = person({
      email,
      confirm_email: email,
      password,
      confirm_password: password,
      timezone: 'America/New_York',
      birthDate: '1986-12-09',
    });
    const answer = await post(undefined, { form: formText({ customer, company: { ...address, zone: 'NY' } }) });
    assertStatus(answer, 201);
    const { status, customer_uid, api_key, warnings } = answer.json;
    assert.equal(status, 'success');
    assert.deepEqual(
      warnings.map(({ member }: { member: string }) => member),
      ['customer.password', 'customer.birthDate'],
    );
    const row = (await rows()).at(-1);
    assert.deepEqual(
      [row?.uid, row?.first_name, row?.last_name, row?.email, row?.time_zone, row?.status],
      [customer_uid, 'Grace', 'Hopper', email, 'America/New_York', 'active'],
    );
    assert.equal(JSON.parse(row?.company ?? '{}').zone_name, 'New York');
    assert.ok(!JSON.stringify(row).includes(password), 'nothing is signed in to with it, so it is kept nowhere');
    const lists = await app().call('GET', '/lists', { key: api_key });
    assert.equal(lists.json.data.count, '0');
    const list = {
      general: { name: 'News', description: 'What is new' },
      defaults: { from_name: 'G', from_email: email, reply_to: email },
    };
    const made = await app().call('POST', '/lists', { key: api_key, json: list }); // with the customer's company
    assertStatus(made, 201);
  });

  test('without a wrapper, in multipart, and with the dialect of the key', async () => {
    const direct = await post(person());
    assertStatus(direct, 201);
    assert.deepEqual(Object.keys(direct.json), ['status', 'customer_uid', 'api_key']);
    const { id } = app().customer;
    const { key } = await addKey(
      app().db,
      { customerId: id, name: 'shop', dialect: 'lenient', scope: 'owner,operator' },
      app().clock,
    );
    const fields = { first_name: 'A', last_name: 'B', email: 'multipart@example.test' };
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="customer[${name}]"\r\n\r\n${value}\r\n`,
    );
    const patient = await app().call('POST', '/customers', {
      key,
      raw: Buffer.from(`${parts.join('')}--x--\r\n`),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    assertStatus(patient, 201);
    const keys = await app().db.selectFrom('api_key').select('dialect').orderBy('id', 'desc').limit(1).execute();
    assert.equal(keys[0]?.dialect, 'lenient');
  });

  test('all faults at once, by block, and nothing is created', async () => {
    const before = await rows();
    const answer = await post({
      customer: {
        first_name: '',
        last_name: 'x'.repeat(101),
        email: 'nobody',
        confirm_email: 'x@y.test',
        password: 'short',
        confirm_password: 'other',
        timezone: 'Mars/Base',
        birthDate: '1986-02-30',
      },
      company: { name: 'Acme', country: 'Atlantis' },
    });
    assertStatus(answer, 422);
    assert.deepEqual(answer.json.error, {
      customer: {
        first_name: 'First name cannot be blank.',
        last_name: 'Last name is too long (maximum is 100 characters).',
        email: 'Email is not a valid email address.',
        password: 'Password is too short (minimum is 6 characters).',
        timezone: 'Timezone is not known; give a name like Europe/Paris.',
        birthDate: 'Birth date must be a real date in the format Y-m-d.',
      },
      company: {
        address_1: 'Address 1 cannot be blank.',
        city: 'City cannot be blank.',
        zip_code: 'Zip code cannot be blank.',
        country: 'Country is not known; give an ISO code or an English name.',
      },
    });
    const other = person({
      confirm_email: 'other@example.test',
      password: 'long enough',
      confirm_password: 'different',
    });
    assert.deepEqual((await post({ customer: other })).json.error, {
      customer: {
        confirm_email: 'Confirm email must be the same as email.',
        confirm_password: 'Confirm password must be the same as password.',
      },
    });
    for (const [body, block] of [
      [{ customer: 'x' }, 'customer'],
      [{ customer: person(), company: 'x' }, 'company'],
      [{ customer: person({ first_name: 'A\nB' }) }, 'customer'],
      [{}, 'customer'],
    ] as const) {
      const refused = await post(body);
      assertStatus(refused, 422);
      assert.deepEqual(Object.keys(refused.json.error), [block]);
    }
    assert.deepEqual(await rows(), before);
  });

  test('an address belongs to one customer: of two concurrent requests one succeeds', async () => {
    const email = 'twice@example.test';
    const answers = await Promise.all(
      [person({ email }), person({ email: 'Twice@Example.test' })].map((one) => post(one)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422]);
    const refused = answers.find(({ status }) => status === 422)?.json.error;
    assert.deepEqual(refused, { customer: { email: 'This email address belongs to another customer.' } });
    assert.equal((await rows()).filter((row) => row.email_key === email).length, 1);
  });

  test('refused with other keys, and without a key unless the operator allows it', async () => {
    const before = await rows();
    const { key } = await app().addCustomer();
    assertStatus(await post(person(), { key }), 403);
    assertStatus(await post(person(), { key: 'x'.repeat(40) }), 401);
    const closed = await post(person(), { key: null });
    assertStatus(closed, 400);
    assert.deepEqual(closed.json, { status: 'error', error: 'Customer creation is disabled.' });
    assert.equal((await rows()).length, before.length + 1);
  });

  test('allowed without a key: a customer without a key, so many an hour from one network', async () => {
    app().services.customerCreation = true;
    const from = (peer: string, members: object = {}) =>
      post({ customer: person(members) }, { key: null, headers: { 'x-forwarded-for': peer } });
    const first = await from('192.0.2.1');
    assertStatus(first, 201);
    const { customer_uid, api_key, warnings } = first.json;
    assert.equal(api_key, undefined);
    assert.match(warnings[0].message, new RegExp(`npx mailwright key add ${customer_uid}$`));
    for (let n = 1; n < CREATION_LIMITS.fromNetwork; n++) assertStatus(await from('192.0.2.1', { email: 'x' }), 422);
    const spoofed = { 'x-forwarded-for': '192.0.2.1', 'x-mw-remote-addr': '198.51.100.1' };
    for (const answer of [await from('192.0.2.1'), await post(person(), { key: null, headers: spoofed })]) {
      assertStatus(answer, 429);
      assert.equal(answer.headers['retry-after'], '3600');
    }
    assertStatus(await from('192.0.2.2'), 201);
    assertStatus(await post(person(), { key: (await app().addCustomer()).key }), 403);
    app().clock.forward(HOUR_MS);
    assertStatus(await from('192.0.2.1'), 201);
  });
});
