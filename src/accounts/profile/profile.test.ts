// What owners say about their customer, and what the server says of itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { addUser } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { companyJson, unsetCompany } from '../company.ts';
import { getCustomer } from '../queries.ts';
import { updateCustomer } from '../update.ts';

eachEngine('the profile of a customer', (engine) => {
  const app = suiteApp(engine);
  const call = (...args: Parameters<TestApp['call']>) => app().call(...args);
  const address = { name: 'Riders Ltd', address_1: '1 Main St', city: 'Kiel', zip_code: '24103', country: 'Germany' };

  test('is read by everybody, and written by owners: company, time zone, locale', async () => {
    const unset = companyJson(unsetCompany('en'));
    const { key } = await app().addCustomer({ company: unset, email: 'first@example.test' });
    const before = (await call('GET', '/profile', { key })).json.data.record;
    assert.deepEqual([before.has_address, before.company.name, before.company.address_1], [false, '', '']);
    assert.deepEqual([before.timezone, before.locale, before.email], ['UTC', 'en', 'first@example.test']);

    const json = { timezone: 'Europe/Berlin', locale: 'de-DE', email: 'Riders@example.test', company: address };
    const answer = await call('PUT', '/profile', { key, json });
    assertStatus(answer, 200);
    const after = answer.json.data.record;
    assert.deepEqual([after.has_address, after.timezone, after.locale], [true, 'Europe/Berlin', 'de-DE']);
    assert.deepEqual(
      [after.email, after.company.country.code, after.company.city],
      ['Riders@example.test', 'DE', 'Kiel'],
    );
    assert.deepEqual((await call('GET', '/profile', { key })).json.data.record, after);
    const back = await call('PUT', '/profile', { key, json: after });
    assertStatus(back, 200);
    assert.deepEqual([back.json.data.record, back.json.warnings], [after, undefined], 'what was read may be sent back');
    const phone = await call('PUT', '/profile', { key, json: { company: { phone: '+49 431 1' } } });
    assert.deepEqual(phone.json.data.record.company, { ...after.company, phone: '+49 431 1' }, 'the rest stays');
    assertStatus(await call('PUT', '/profile', { key, form: 'company[phone]=&timezone=UTC' }), 200);
    const last = (await call('GET', '/profile', { key })).json.data.record;
    assert.deepEqual([last.company.phone, last.timezone, last.locale], ['', 'UTC', 'de-DE']);
  });

  test('takes nothing that is wrong, and says all of it', async () => {
    const { key } = await app().addCustomer();
    const before = (await call('GET', '/profile', { key })).json;
    const json = {
      timezone: 'Europe/Nowhere',
      locale: 'de_DE',
      email: 'nobody',
      company: { name: 'x'.repeat(256), country: 'Atlantis' },
    };
    const answer = await call('PUT', '/profile', { key, json });
    assertStatus(answer, 422);
    assert.deepEqual(answer.json.error, {
      timezone: 'Timezone is not known; give a name like Europe/Paris.',
      locale: 'Locale is not known; give a name like en or de-CH.',
      email: 'Email is not a valid email address.',
      'company.name': 'Name is too long (maximum is 255 characters).',
      'company.country': 'Country is not known; give an ISO code or an English name.',
    });
    const taken = await call('PUT', '/profile', { key, json: { email: app().customer.email } });
    assert.deepEqual(taken.json.error, { email: 'This email address belongs to another customer.' });
    const unset = await app().addCustomer({ company: companyJson(unsetCompany('de')) });
    const half = await call('PUT', '/profile', { key: unset.key, json: { company: { name: 'Riders' } } });
    assert.deepEqual(Object.keys(half.json.error).sort(), [
      ...['company.address_1', 'company.city', 'company.country', 'company.zip_code'],
    ]);
    assert.deepEqual((await call('GET', '/profile', { key })).json, before, 'nothing has changed');
  });

  test('what others changed since it was read stays', async () => {
    const { customer } = await app().addCustomer();
    await app()
      .db.updateTable('customer')
      .set({ status: 'inactive', locale: 'de' })
      .where('id', '=', customer.id)
      .execute();
    await updateCustomer(app().db, customer, { timeZone: 'Asia/Tokyo' }, async () => undefined);
    const { status, locale, time_zone } = await getCustomer(app().db, customer.id);
    assert.deepEqual([status, locale, time_zone], ['inactive', 'de', 'Asia/Tokyo']);
  });

  test('the time zone counts for who is signed in from the next request on', async () => {
    const { customer, key } = await app().addCustomer();
    const { session } = await addUser({ ...app(), customer }, { role: 'viewer' });
    assertStatus(await call('PUT', '/profile', { session, json: { timezone: 'Asia/Tokyo' } }), 403);
    assertStatus(await call('PUT', '/profile', { key, json: { timezone: 'Asia/Tokyo', locale: 'ja' } }), 200);
    const { time_zone, locale } = (await call('GET', '/session', { session })).json.data.record.customer;
    assert.deepEqual([time_zone, locale], ['Asia/Tokyo', 'ja']);
    assert.equal((await call('GET', '/profile', { session })).json.data.record.timezone, 'Asia/Tokyo');
  });

  test('the server tells owners what it is, and operators how it runs', async () => {
    const { customer } = await app().addCustomer();
    const record = async (isOperator: boolean) => {
      const { session } = await addUser({ ...app(), customer }, { isOperator });
      return (await call('GET', '/installation', { session })).json.data.record;
    };
    const shown = { version: '0.0.0', base_url: app().baseUrl, test_inbox: true };
    assert.deepEqual(await record(false), { ...shown, operator: null });
    const operator = { engine: 'sqlite', roles: ['web'], time_zone: 'UTC' };
    assert.deepEqual(await record(true), { ...shown, operator });
  });
});
