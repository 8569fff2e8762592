import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, formText, openTestApp, type TestApp } from '../../test/support/app.ts';
import { company, makeList, news, nowhere, readList } from '../../test/support/lists.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { findTally } from '../storage/tally.ts';
import { fieldsOf } from './fields/queries.ts';
import { getList } from './queries.ts';

const customersCompany = {
  name: 'Acme Ltd',
  address_1: '1 High Street',
  address_2: '',
  zone_name: 'Kent',
  city: 'Dover',
  zip_code: 'CT16 1AA',
  phone: '',
  address_format: '',
  country: { country_id: '826', name: 'United Kingdom', code: 'GB' },
};
const noCountry = { country_id: '', name: '', code: '' };
const noZone = { zone_id: '', name: '', code: '' };

async function faultsOf(app: TestApp, json: unknown, uid?: string) {
  const answer = await app.call(uid === undefined ? 'POST' : 'PUT', uid === undefined ? '/lists' : `/lists/${uid}`, {
    json,
  });
  assertStatus(answer, 422);
  return answer.json.error;
}

eachEngine('lists', (engine) => {
  test('the endpoints', async (t) => {
    const app = await openTestApp(t, engine);
    const { db } = app;

    await t.test('an empty collection', async () => {
      const answer = await app.call('GET', '/lists');
      assert.deepEqual(answer.json, {
        status: 'success',
        data: { count: '0', total_pages: 1, current_page: 1, next_page: null, prev_page: null, records: [] },
      });
    });

    await t.test('a list of its least, with its record and first fields', async () => {
      const uid = await makeList(app);
      const { company: shown, ...record } = await readList(app, uid);
      assert.deepEqual(record, {
        general: { list_uid: uid, name: 'News', display_name: 'News', description: 'News of the house' },
        defaults: { ...news.defaults, subject: '' },
        notifications: { subscribe: 'no', unsubscribe: 'no', subscribe_to: '', unsubscribe_to: '' },
      });
      const { zone, ...rest } = shown;
      assert.deepEqual(rest, customersCompany);
      assert.equal(zone.name, 'Kent');
      const list = await getList(db, app.customer.id, uid);
      assert.deepEqual(
        [list.opt_in, list.opt_out, list.visibility, list.company],
        ['double', 'single', 'public', null],
      );
      const fields = await fieldsOf(db, list.customer_id, list.id);
      assert.deepEqual(
        fields.map((field) => [field.tag, field.label, field.required, field.sort_order, field.type, field.visibility]),
        [
          ['EMAIL', 'Email', 1, 0, 'text', 'visible'],
          ['FNAME', 'First name', 0, 1, 'text', 'visible'],
          ['LNAME', 'Last name', 0, 2, 'text', 'visible'],
        ],
      );
      assert.equal(await findTally(db, list.customer_id, 'fields', list.id), 3);
    });

    await t.test('the first fields are called as the customer’s language has it', async () => {
      const labels = async (locale: string) => {
        assertStatus(await app.call('PUT', '/profile', { json: { locale } }), 200);
        const uid = await makeList(app);
        const { id } = await getList(db, app.customer.id, uid);
        const all = (await fieldsOf(db, app.customer.id, id)).map(({ label }) => label);
        assertStatus(await app.call('DELETE', `/lists/${uid}`), 200);
        return all;
      };
      assert.deepEqual(await labels('de-CH'), ['E-Mail', 'Vorname', 'Nachname']);
      assert.deepEqual(await labels('fr'), ['Email', 'First name', 'Last name']);
      assert.deepEqual(await labels('en'), ['Email', 'First name', 'Last name']);
    });

    await t.test('a list with everything, as a form', async (t) => {
      const sent = {
        general: {
          ...news.general,
          display_name: 'The news',
          opt_in: 'single',
          opt_out: 'single',
          visibility: 'PRIVATE',
        },
        defaults: { ...news.defaults, subject: 'Hello' },
        notifications: { subscribe: 'yes', unsubscribe: '0', subscribe_to: 'a@example.com, b@example.com' },
        company: { ...company, website: 'https://bread.example', address_format: '[COMPANY_NAME]' },
      };
      const answer = await app.call('POST', '/lists', { form: formText(sent) });
      assertStatus(answer, 201);
      const record = await readList(app, answer.json.list_uid);
      assert.equal(record.general.display_name, 'The news');
      assert.equal(record.defaults.subject, 'Hello');
      assert.deepEqual(record.notifications, {
        subscribe: 'yes',
        unsubscribe: 'no',
        subscribe_to: 'a@example.com, b@example.com',
        unsubscribe_to: '',
      });
      const { zone, country, ...rest } = record.company;
      assert.deepEqual(rest, {
        name: 'Bread & Co',
        address_1: '2 Mill Road',
        address_2: '',
        zone_name: 'California',
        city: 'Fresno',
        zip_code: '93650',
        phone: '555',
        address_format: '[COMPANY_NAME]',
      });
      assert.deepEqual(country, { country_id: '840', name: 'United States of America', code: 'US' });
      assert.deepEqual([zone.name, zone.code], ['California', 'CA']);
      const list = await getList(db, app.customer.id, answer.json.list_uid);
      assert.deepEqual([list.opt_in, list.visibility], ['single', 'private']);

      await t.test('a record put back as it was read changes nothing', async () => {
        assertStatus(await app.call('PUT', `/lists/${list.uid}`, { json: record }), 200);
        assert.deepEqual(await readList(app, list.uid), record);
      });
      await t.test('another country takes the old zone away', async () => {
        const moved = { company: { country_id: country.country_id === '840' ? '642' : '840' } };
        assertStatus(await app.call('PUT', `/lists/${list.uid}`, { json: moved }), 200);
        const after = await readList(app, list.uid);
        assert.deepEqual([after.company.country.code, after.company.zone_name, after.company.zone], ['RO', '', noZone]);
        assert.equal(after.company.city, 'Fresno');
      });
    });

    await t.test('every fault at once, by block', async () => {
      assert.deepEqual(await faultsOf(app, {}), {
        general: { name: 'Name cannot be blank.', description: 'Description cannot be blank.' },
        defaults: {
          from_name: 'From name cannot be blank.',
          from_email: 'From email cannot be blank.',
          reply_to: 'Reply to cannot be blank.',
        },
      });
      const faults = await faultsOf(app, {
        general: {
          name: 'N',
          description: 'd'.repeat(256),
          display_name: 'd'.repeat(256),
          opt_in: 'triple',
          opt_out: 'double',
          visibility: 'secret',
        },
        defaults: {
          from_name: 'A\r\nBcc: x',
          from_email: 'ann',
          reply_to: `${'a'.repeat(90)}@example.com`,
          subject: 's'.repeat(256),
        },
        notifications: { subscribe: 'yes', unsubscribe: 'perhaps', subscribe_to: '', unsubscribe_to: 'a@b.example;c' },
        company: { name: 'n'.repeat(256), country: 'Atlantis', city: ['x'] },
      });
      assert.deepEqual(faults, {
        general: {
          name: 'Name is too short (minimum is 2 characters).',
          description: 'Description is too long (maximum is 255 characters).',
          display_name: 'Display name is too long (maximum is 255 characters).',
          opt_in: 'Opt in must be one of: double, single.',
          opt_out: 'Opt out must be one of: single.',
          visibility: 'Visibility must be one of: public, private.',
        },
        defaults: {
          from_name: 'From name must be one line without control characters.',
          from_email: 'From email is not a valid email address.',
          reply_to: 'Reply to is too long (maximum is 100 characters).',
          subject: 'Subject is too long (maximum is 255 characters).',
        },
        notifications: {
          unsubscribe: 'Unsubscribe must be yes or no.',
          unsubscribe_to: 'Unsubscribe to must hold valid email addresses with commas between them.',
          subscribe_to: 'Subscribe to cannot be blank.',
        },
        company: {
          name: 'Name is too long (maximum is 255 characters).',
          city: 'City must be a text.',
          country: 'Country is not known; give an ISO code or an English name.',
        },
      });
      const unsubscribe = {
        ...news,
        notifications: { unsubscribe: true },
        company: { country_id: '9999', zone_id: '1' },
      };
      assert.deepEqual(await faultsOf(app, unsubscribe), {
        notifications: { unsubscribe_to: 'Unsubscribe to cannot be blank.' },
        company: { country_id: 'Country is not known.', zone_id: 'Zone is not a zone of the country.' },
      });
      const wrongKinds = await faultsOf(app, { general: 'x', defaults: [], company: 'y' });
      assert.deepEqual(Object.keys(wrongKinds).sort(), ['company', 'defaults', 'general']);
      assert.equal(await findTally(db, app.customer.id, 'lists'), 2);
    });

    await t.test('a customer without a company must give one', async () => {
      const { key } = await app.addCustomer({ company: null });
      const without = await app.call('POST', '/lists', { json: news, key });
      assertStatus(without, 422);
      assert.deepEqual(without.json.error, {
        company: {
          name: 'Name cannot be blank.',
          address_1: 'Address 1 cannot be blank.',
          city: 'City cannot be blank.',
          zip_code: 'Zip code cannot be blank.',
          country: 'Country cannot be blank.',
        },
      });
      const uid = await makeList(app, { ...news, company: { ...company, zone: 'Old county' } }, key);
      const { record } = (await app.call('GET', `/lists/${uid}`, { key })).json.data;
      assert.deepEqual([record.company.zone_name, record.company.zone], ['Old county', noZone]);
      // A company that the customer lost is an empty block.
      await db.updateTable('list').set({ company: null }).where('uid', '=', uid).execute();
      const lost = (await app.call('GET', `/lists/${uid}`, { key })).json.data.record.company;
      assert.deepEqual([lost.name, lost.country, lost.zone], ['', noCountry, noZone]);
      const list = await db.selectFrom('list').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
      assert.deepEqual((await app.call('GET', '/lists', { key })).json.data.count, '1');
      await db.updateTable('list').set({ company: '{}' }).where('id', '=', list.id).execute();
      const bare = (await app.call('GET', `/lists/${uid}`, { key })).json.data.record.company;
      assert.deepEqual([bare.country, bare.zone], [noCountry, noZone]);
    });

    await t.test('what is not sent stays; an empty text clears where that makes sense', async () => {
      const uid = await makeList(app, { ...news, defaults: { ...news.defaults, subject: 'Hi' } });
      const before = await readList(app, uid);
      const put = async (json: unknown) => assertStatus(await app.call('PUT', `/lists/${uid}`, { json }), 200);
      await put({});
      await put({ general: { name: '', description: null, opt_in: '' }, defaults: { from_name: '' }, company: [] });
      assert.deepEqual(await readList(app, uid), before);
      await put({
        general: { name: 'Olds', display_name: '' },
        defaults: { subject: '', reply_to: 'bob@example.com' },
        notifications: { unsubscribe: 1, unsubscribe_to: 'c@example.com' },
        company: { city: 'Deal' },
      });
      const after = await readList(app, uid);
      assert.deepEqual([after.general.name, after.general.display_name], ['Olds', 'Olds']);
      assert.deepEqual([after.defaults.subject, after.defaults.reply_to], ['', 'bob@example.com']);
      assert.deepEqual([after.notifications.unsubscribe, after.notifications.subscribe], ['yes', 'no']);
      assert.deepEqual([after.company.city, after.company.zone_name, after.company.name], ['Deal', 'Kent', 'Acme Ltd']);
      await put({ notifications: { unsubscribe: 'no', unsubscribe_to: '' }, company: { phone: '1' } });
      assert.equal((await readList(app, uid)).notifications.unsubscribe_to, '');
      assert.equal((await readList(app, uid)).company.phone, '1');
      await put({ company: { phone: '', zip_code: '', zone_name: '' } });
      const cleared = (await readList(app, uid)).company;
      assert.deepEqual([cleared.phone, cleared.zip_code, cleared.zone_name], ['', 'CT16 1AA', '']);
    });

    await t.test('a form of empty company members leaves the customer’s standing', async () => {
      const blank = { name: '', country: '', address_1: '', city: '', zip_code: '', phone: '' };
      const uid = await makeList(app, { ...news, company: blank });
      assert.equal((await getList(db, app.customer.id, uid)).company, null);
    });

    await t.test('pages, newest first', async () => {
      const { key } = await app.addCustomer();
      const uids = [];
      for (const name of ['One', 'Two', 'Three']) {
        uids.unshift(await makeList(app, { ...news, general: { name, description: 'of three' } }, key));
      }
      const page = async (query: string) => (await app.call('GET', `/lists?${query}`, { key })).json.data;
      const first = await page('per_page=2');
      assert.deepEqual(
        [first.count, first.total_pages, first.current_page, first.next_page, first.prev_page],
        ['3', 2, 1, 2, null],
      );
      const second = await page('per_page=2&page=2');
      const shown = [...first.records, ...second.records].map((record) => record.general.list_uid);
      assert.deepEqual(shown, uids);
      assert.deepEqual((await page('page=9')).records, []);
    });

    await t.test('another customer sees nothing', async () => {
      const uid = await makeList(app);
      const { key } = await app.addCustomer();
      for (const [method, json] of [['GET'], ['PUT', { general: { name: 'Mine' } }], ['DELETE']] as const) {
        const answer = await app.call(method, `/lists/${uid}`, { key, json });
        assertStatus(answer, 404);
        assert.equal(answer.json.error, nowhere);
      }
      assert.equal((await readList(app, uid)).general.name, 'News');
      assertStatus(await app.call('GET', '/lists/zz00000000000'), 404);
      assertStatus(await app.call('PUT', '/lists/zz00000000000', { json: {} }), 404);
    });
  });
});
