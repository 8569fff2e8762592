import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestAnswer, type TestApp } from '../../test/support/app.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';

eachEngine('subscribers', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  async function makeList(values: { opt_in?: string; key?: string } = {}): Promise<string> {
    const { key, ...general } = values;
    const answer = await app.call('POST', '/lists', {
      json: {
        general: { name: 'A list', description: 'Of people', opt_in: 'single', ...general },
        defaults: { from_name: 'A', from_email: 'a@example.com', reply_to: 'a@example.com' },
      },
      ...(key !== undefined && { key }),
    });
    assertStatus(answer, 201);
    return `/lists/${answer.json.list_uid}`;
  }

  const addField = async (list: string, field: object) =>
    assertStatus(
      await app.call('POST', `${list}/fields`, {
        json: { required: 'no', visibility: 'visible', ...field },
      }),
      201,
    );
  const post = (path: string, json: object) => app.call('POST', path, { json });
  const put = (path: string, json: object) => app.call('PUT', path, { json });
  const get = (path: string) => app.call('GET', path);
  const add = (list: string, json: object) => post(`${list}/subscribers`, json);

  async function added(list: string, json: object): Promise<string> {
    const answer = await add(list, json);
    assertStatus(answer, 201);
    return `${list}/subscribers/${answer.json.data.record.subscriber_uid}`;
  }

  function refused(answer: TestAnswer, status: number, error: unknown): void {
    assertStatus(answer, status);
    assert.deepEqual(answer.json, { status: 'error', error });
  }

  test('adding one: the answer, the record, the caller’s address', async () => {
    const list = await makeList();
    const answer = await app.call('POST', `${list}/subscribers`, {
      form: 'EMAIL=Anna%40Example.com&FNAME=Anna&lname=Berg&details[source]=web',
      headers: { 'X-MW-REMOTE-ADDR': '203.0.113.9' },
    });
    assertStatus(answer, 201);
    const { record } = answer.json.data;
    assert.match(record.subscriber_uid, /^[a-z]{2}[a-z0-9]{11}$/);
    assert.deepEqual(record, {
      subscriber_uid: record.subscriber_uid,
      email: 'Anna@Example.com',
      ip_address: '203.0.113.9',
      source: 'web',
      date_added: '2026-11-21 12:00:00',
    });
    const one = await get(`${list}/subscribers/${record.subscriber_uid}`);
    assertStatus(one, 200);
    assert.deepEqual(Object.entries(one.json.data.record), [
      ['subscriber_uid', record.subscriber_uid],
      ['EMAIL', 'Anna@Example.com'],
      ['FNAME', 'Anna'],
      ['LNAME', 'Berg'],
      ['status', 'confirmed'],
      ['source', 'web'],
      ['ip_address', '203.0.113.9'],
      ['date_added', '2026-11-21 12:00:00'],
    ]);
  });

  test('opt-in and details decide the first status', async () => {
    const statusOf = async (path: string) => (await get(path)).json.data.record.status;
    const double = await makeList({ opt_in: 'double' });
    assert.equal(await statusOf(await added(double, { EMAIL: 'a@example.com' })), 'unconfirmed');
    const confirmed = { EMAIL: 'b@example.com', details: { status: 'confirmed', ip_address: '2001:db8::7' } };
    const path = await added(double, confirmed);
    assert.equal(await statusOf(path), 'confirmed');
    assert.equal((await get(path)).json.data.record.ip_address, '2001:db8::7');
    const odd = await added(double, { EMAIL: 'c@example.com', details: { ip_address: 'nowhere', status: '' } });
    assert.equal((await get(odd)).json.data.record.ip_address, '127.0.0.1');
    const answer = await add(double, { EMAIL: 'd@example.com', details: { status: 'happy', source: 'sea' } });
    assertStatus(answer, 422);
    assert.deepEqual(Object.keys(answer.json.error), ['details.status', 'details.source']);
  });

  test('addresses that are refused, and the one that comes back', async () => {
    const list = await makeList();
    refused(await add(list, {}), 422, 'Please provide the subscriber email address.');
    refused(await add(list, { EMAIL: ' ' }), 422, 'Please provide the subscriber email address.');
    for (const EMAIL of ['anna', 'a@b@example.com', 'a b@example.com', ['a@example.com'], 'a@example.com\0']) {
      refused(await add(list, { EMAIL }), 422, 'Please provide a valid email address.');
    }
    const path = await added(list, { EMAIL: 'anna@example.com', FNAME: 'Anna' });
    refused(await add(list, { EMAIL: 'ANNA@example.com' }), 409, 'The subscriber already exists in this list.');
    assertStatus(await put(`${path}/unsubscribe`, {}), 200);
    assert.equal((await get(path)).json.data.record.status, 'unsubscribed');
    assertStatus(await put(`${path}/unsubscribe`, {}), 200);
    assert.equal(await added(list, { EMAIL: 'Anna@example.com', FNAME: 'Anne' }), path);
    const { EMAIL, FNAME, status } = (await get(path)).json.data.record;
    assert.deepEqual([EMAIL, FNAME, status], ['Anna@example.com', 'Anne', 'confirmed']);
    assertStatus(await put(path, { details: { status: 'blacklisted' } }), 200);
    refused(await add(list, { EMAIL: 'anna@example.com' }), 409, 'This email address is blacklisted.');
    assertStatus(await put(`${path}/unsubscribe`, {}), 200);
    assert.equal((await get(path)).json.data.record.status, 'blacklisted');
  });

  test('who comes back keeps the values that are not given anew, alone or among many', async () => {
    const list = await makeList();
    await addField(list, { type: 'text', label: 'City', tag: 'CITY', required: 'yes' });
    const values = async (path: string) => {
      const { FNAME, LNAME, CITY } = (await get(path)).json.data.record;
      return [FNAME, LNAME, CITY];
    };
    const path = await added(list, { EMAIL: 'eva@example.com', FNAME: 'Eva', LNAME: 'Old', CITY: 'Bonn' });
    assertStatus(await put(`${path}/unsubscribe`, {}), 200);
    assert.equal(await added(list, { EMAIL: 'eva@example.com', LNAME: 'New', FNAME: '' }), path);
    assert.deepEqual(await values(path), ['Eva', 'New', 'Bonn']);
    assertStatus(await put(`${path}/unsubscribe`, {}), 200);
    const bulk = await post(`${list}/subscribers/bulk`, { subscribers: [{ EMAIL: 'EVA@example.com', CITY: 'Kiel' }] });
    assert.deepEqual(bulk.json.data.records[0].errors, []);
    assert.deepEqual(await values(path), ['Eva', 'New', 'Kiel']);
    const found = await get(`${list}/subscribers/search-by-custom-fields?FNAME=eva&CITY=kiel`);
    assert.equal(found.json.data.count, '1');
  });

  test('values go through the rules of their fields, all faults at once', async () => {
    const list = await makeList();
    const options = [
      { name: 'Free', value: 'free' },
      { name: 'Pro', value: 'pro' },
    ];
    await addField(list, {
      type: 'dropdown',
      label: 'Plan',
      tag: 'PLAN',
      required: 'yes',
      default_value: 'free',
      options,
    });
    await addField(list, { type: 'date', label: 'Birthday', tag: 'BIRTHDAY', required: 'yes' });
    await addField(list, { type: 'checkboxlist', label: 'Wants', tag: 'WANTS', options });
    await addField(list, { type: 'country', label: 'Country', tag: 'COUNTRY', sort_order: 5 });
    await addField(list, { type: 'state', label: 'State', tag: 'STATE' });
    refused(await add(list, { EMAIL: 'a@example.com', PLAN: 'gold', WANTS: 'pro,gold', BIRTHDAY: '2026-02-30' }), 422, {
      PLAN: 'Plan holds "gold", which is not one of the options.',
      BIRTHDAY: 'Birthday is not a valid date (Y-m-d).',
      WANTS: 'Wants holds "gold", which is not one of the options.',
    });
    refused(await add(list, { EMAIL: 'a@example.com' }), 422, { BIRTHDAY: 'Birthday cannot be blank.' });
    const sent = { EMAIL: 'a@example.com', BIRTHDAY: '1990-04-01', WANTS: ['pro', 'free'], COUNTRY: 'us', STATE: 'CA' };
    const path = await added(list, sent);
    const record = (await get(path)).json.data.record;
    assert.deepEqual(
      [record.PLAN, record.BIRTHDAY, record.WANTS, record.COUNTRY, record.STATE],
      ['free', '1990-04-01', 'free, pro', 'United States of America', 'California'],
    );
    refused(await put(path, { STATE: 'Kent' }), 422, { STATE: 'State is not a state of United States of America.' });
    refused(await put(path, { BIRTHDAY: '' }), 422, { BIRTHDAY: 'Birthday cannot be blank.' });
    assertStatus(await put(path, { WANTS: '', STATE: 'texas' }), 200);
    const changed = (await get(path)).json.data.record;
    assert.deepEqual([changed.WANTS, changed.STATE, changed.BIRTHDAY], ['', 'Texas', '1990-04-01']);
  });

  test('changing one: members stay, the address moves, conflicts', async () => {
    const list = await makeList();
    const path = await added(list, { EMAIL: 'a@example.com', FNAME: 'A', LNAME: 'L' });
    await added(list, { EMAIL: 'b@example.com' });
    const answer = await put(path, { EMAIL: 'c@example.com', FNAME: 'C' });
    assertStatus(answer, 200);
    assert.equal(answer.json.data.record.email, 'c@example.com');
    const { EMAIL, FNAME, LNAME } = (await get(path)).json.data.record;
    assert.deepEqual([EMAIL, FNAME, LNAME], ['c@example.com', 'C', 'L']);
    refused(await put(path, { EMAIL: 'B@example.com' }), 409, 'The subscriber already exists in this list.');
    refused(await put(path, { EMAIL: '' }), 422, 'Please provide the subscriber email address.');
    assertStatus(await put(path, { EMAIL: 'C@example.com' }), 200);
    refused(await put(`${list}/subscribers/aa00000000000`, {}), 404, 'The subscriber does not exist in this list.');
    assertStatus(await app.call('DELETE', path), 200);
    assertStatus(await app.call('DELETE', path), 404);
    assertStatus(await get(path), 404);
    assertStatus(await put(`${path}/unsubscribe`, {}), 404);
  });

  test('listing, by status, and searching', async () => {
    const list = await makeList();
    await addField(list, { type: 'phonenumber', label: 'Phone', tag: 'PHONE', default_country: 'GB' });
    for (let n = 0; n < 12; n++) {
      const details = { status: n % 3 === 0 ? 'unconfirmed' : 'confirmed' };
      await added(list, {
        EMAIL: `p${n}@example.com`,
        FNAME: n < 5 ? 'Été' : 'Winter',
        PHONE: '07700 900123',
        details,
      });
    }
    const page = (await get(`${list}/subscribers?per_page=5&page=2`)).json.data;
    assert.deepEqual([page.count, page.total_pages, page.next_page, page.prev_page], ['12', 3, 3, 1]);
    assert.deepEqual(
      page.records.map((one: { EMAIL: string }) => one.EMAIL),
      [6, 5, 4, 3, 2].map((n) => `p${n}@example.com`),
    );
    assert.equal((await get(`${list}/subscribers?status=unconfirmed`)).json.data.count, '4');
    assert.equal((await get(`${list}/subscribers?status=disabled`)).json.data.count, '0');
    assert.equal((await get(`${list}/subscribers?status=`)).json.data.count, '12');

    const found = await get(`${list}/subscribers/search-by-email?EMAIL=P3@example.com`);
    assertStatus(found, 200);
    assert.deepEqual(Object.keys(found.json.data), ['subscriber_uid', 'status', 'date_added']);
    const unknown = 'The subscriber does not exist in this list.';
    for (const email of ['x@example.com', 'a@localhost', 'nobody', '%40'])
      refused(await get(`${list}/subscribers/search-by-email?EMAIL=${email}`), 404, unknown);
    refused(
      await get(`${list}/subscribers/search-by-email?EMAIL=%20`),
      422,
      'Please provide the subscriber email address.',
    );
    refused(await get(`${list}/subscribers/search-by-email`), 422, 'Please provide the subscriber email address.');

    const search = (query: string) => get(`${list}/subscribers/search-by-custom-fields?${query}`);
    const summer = (await search('FNAME=%C3%A9T%C3%89&per_page=2&page=2')).json.data;
    assert.deepEqual([summer.count, summer.records[0].EMAIL], ['5', 'p2@example.com']);
    assert.equal((await search('FNAME=Winter&PHONE=%2B447700900123')).json.data.count, '7');
    assert.equal((await search('FNAME=Winter&PHONE=07700900123&EMAIL=p7@example.com')).json.data.count, '1');
    assert.equal((await search('FNAME=Win')).json.data.count, '0');
    await added(list, { EMAIL: 'late@example.com', FNAME: 'Winter' });
    assert.equal((await search('FNAME=Winter')).json.data.count, '8');
    refused(await search('SHOE=38&FNAME=x'), 422, { SHOE: 'The list has no field with this tag.' });
    assertStatus(await search('page=2'), 422);
  });

  test('an address in all lists of the customer, found and unsubscribed', async () => {
    const other = await app.addCustomer();
    const lists = [await makeList(), await makeList(), await makeList()];
    const foreign = await makeList({ key: other.key });
    for (const list of lists) await added(list, { EMAIL: 'everywhere@example.com' });
    await added(lists[0] ?? '', { EMAIL: 'someone@example.com' });
    const json = { EMAIL: 'everywhere@example.com' };
    assertStatus(await app.call('POST', `${foreign}/subscribers`, { json, key: other.key }), 201);
    const path = '/lists/subscribers/search-by-email-in-all-lists?EMAIL=Everywhere@example.com';
    const page = (await get(`${path}&per_page=2`)).json.data;
    assert.deepEqual([page.count, page.total_pages, page.records.length], ['3', 2, 2]);
    assert.equal(page.records[0].list.list_uid, lists[2]?.split('/')[2]);
    assert.equal((await get(`${path}&per_page=2&page=2`)).json.data.records.length, 1);
    assertStatus(await put('/lists/subscribers/unsubscribe-by-email-from-all-lists', json), 200);
    for (const list of lists) assert.equal((await get(`${list}/subscribers?status=unsubscribed`)).json.data.count, '1');
    const theirs = await app.call('GET', `${foreign}/subscribers?status=confirmed`, { key: other.key });
    assert.equal(theirs.json.data.count, '1');
    assertStatus(await put('/lists/subscribers/unsubscribe-by-email-from-all-lists', { EMAIL: 'x@example.com' }), 200);
    assertStatus(await put('/lists/subscribers/unsubscribe-by-email-from-all-lists', {}), 422);
  });

  test('another customer reaches nothing', async () => {
    const { key } = await app.addCustomer();
    const list = await makeList();
    const path = await added(list, { EMAIL: 'mine@example.com' });
    const foreign = await makeList({ key });
    for (const [method, url] of [
      ['GET', `${list}/subscribers`],
      ['GET', path],
      ['PUT', path],
      ['DELETE', path],
      ['PUT', `${path}/unsubscribe`],
      ['POST', `${list}/subscribers`],
      ['POST', `${list}/subscribers/bulk`],
      ['GET', `${list}/subscribers/search-by-email?EMAIL=mine@example.com`],
      ['GET', `${list}/subscribers/search-by-custom-fields?FNAME=x`],
      ['GET', `${foreign}/subscribers/${path.split('/').at(-1)}`],
      ['DELETE', `${foreign}/subscribers/${path.split('/').at(-1)}`],
    ] as const) {
      const json = method === 'GET' || method === 'DELETE' ? undefined : { EMAIL: 'x@example.com' };
      assertStatus(await app.call(method, url, { key, ...(json && { json }) }), 404);
    }
    assert.equal((await get(path)).json.data.record.status, 'confirmed');
  });

  test('a default value that holds a date follows the calendar of the customer', async () => {
    // 12:00 UTC on the 21st is the 22nd in Kiritimati (UTC+14).
    const { key } = await app.addCustomer({ time_zone: 'Pacific/Kiritimati' });
    const list = await makeList({ key });
    const field = { type: 'date', label: 'Joined', tag: 'JOINED', required: 'no', visibility: 'visible' };
    assertStatus(await app.call('POST', `${list}/fields`, { json: { ...field, default_value: '[DATE]' }, key }), 201);
    assertStatus(await app.call('POST', `${list}/subscribers`, { json: { EMAIL: 'k@example.com' }, key }), 201);
    const { json } = await app.call('GET', `${list}/subscribers`, { key });
    assert.equal(json.data.records[0].JOINED, '2026-11-22');
  });
});
