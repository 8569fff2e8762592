// Fields whose tags are the names of what stands beside them in requests.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';

eachEngine('tags like names of the interface', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let list: string;
  before(async () => {
    app = opened();
    const general = { name: 'A list', description: 'Of people', opt_in: 'single' };
    const defaults = { from_name: 'A', from_email: 'a@example.com', reply_to: 'a@example.com' };
    list = `/lists/${(await app.call('POST', '/lists', { json: { general, defaults } })).json.list_uid}`;
    for (const tag of ['DETAILS', 'PAGE']) {
      const field = { type: 'text', label: tag, tag, required: 'no', visibility: 'visible' };
      assertStatus(await app.call('POST', `${list}/fields`, { json: field }), 201);
    }
  });
  const record = async (email: string) =>
    (await app.call('GET', `${list}/subscribers/search-by-custom-fields?EMAIL=${email}`)).json.data.records[0];

  test('a field DETAILS and the block of details do not touch each other', async () => {
    const disabled = { details: { status: 'disabled' } };
    const made = await app.call('POST', `${list}/subscribers`, { json: { EMAIL: 'a@example.com', ...disabled } });
    assertStatus(made, 201);
    assert.deepEqual(
      [(await record('a@example.com')).status, (await record('a@example.com')).DETAILS],
      ['disabled', ''],
    );
    const path = `${list}/subscribers/${made.json.data.record.subscriber_uid}`;
    const both = { DETAILS: 'tall', details: { status: 'confirmed' } };
    assertStatus(await app.call('PUT', path, { json: both }), 200);
    assertStatus(await app.call('PUT', path, { json: { details: { source: 'web' } } }), 200);
    const { status, source, DETAILS } = await record('a@example.com');
    assert.deepEqual({ status, source, DETAILS }, { status: 'confirmed', source: 'web', DETAILS: 'tall' });

    const subscribers = [{ EMAIL: 'b@example.com', DETAILS: 'small', details: [] }];
    const bulk = await app.call('POST', `${list}/subscribers/bulk`, { json: { subscribers } });
    assert.deepEqual(bulk.json.data.records[0].errors, []);
    assert.equal((await record('b@example.com')).DETAILS, 'small');
  });

  test('a field PAGE can be searched by, beside the page', async () => {
    for (const n of [1, 2])
      assertStatus(
        await app.call('POST', `${list}/subscribers`, { json: { EMAIL: `p${n}@example.com`, PAGE: '7' } }),
        201,
      );
    const search = (query: string) => app.call('GET', `${list}/subscribers/search-by-custom-fields?${query}`);
    const { data } = (await search('PAGE=7&page=2&per_page=1')).json;
    assert.deepEqual([data.count, data.current_page, data.records[0].EMAIL], ['2', 2, 'p1@example.com']);
    assertStatus(await search('page=2'), 422);
    assertStatus(await search('PER_PAGE=2'), 422);
  });

  test('a status beside the fields is not taken, and not in silence', async () => {
    const beside = 'This was passed over: the status of a subscriber is given in details, as details[status].';
    const post = (json: object, path = '') => app.call('POST', `${list}/subscribers${path}`, { json });
    const told = (answer: { json: { warnings?: unknown } }) => answer.json.warnings;
    const warning = [{ member: 'status', message: beside }];
    const gone = await post({ EMAIL: 'gone@example.com', status: 'unsubscribed' });
    assert.deepEqual([gone.status, told(gone)], [201, warning]);
    assert.equal((await record('gone@example.com')).status, 'confirmed');
    assert.deepEqual(told(await post({ data: { EMAIL: 'w@example.com', status: 'unconfirmed' } })), warning);
    assert.equal(told(await post({ EMAIL: 'same@example.com', status: ' Confirmed', source: 'web' })), undefined);
    assert.equal(told(await post({ EMAIL: 'none@example.com', status: '' })), undefined);
    assert.deepEqual(told(await post({ EMAIL: 'gone@example.com', Status: 'disabled' }, '/create-update')), [
      { member: 'Status', message: beside },
    ]);

    const subscribers = [
      { EMAIL: 'x@example.com', status: 'disabled', details: { status: 'disabled' } },
      { EMAIL: 'y@example.com', status: 'confirmed' },
    ];
    assert.equal(told(await post({ subscribers }, '/bulk')), undefined);
    const others = [{ EMAIL: 'z@example.com', status: 'unconfirmed' }];
    assert.deepEqual(told(await post({ subscribers: others }, '/bulk')), warning);

    const read = await record('gone@example.com');
    const path = `${list}/subscribers/${read.subscriber_uid}`;
    assert.equal(told(await app.call('PUT', path, { json: read })), undefined); // a record that was read
    assert.deepEqual(told(await app.call('PUT', path, { json: { ...read, status: 'disabled' } })), warning);
    assert.equal((await record('gone@example.com')).status, 'confirmed');
  });

  test('what is searched for may stand together in one member', async () => {
    const made = { json: { EMAIL: 'together@example.com', FNAME: 'Ann', LNAME: 'Lee' } };
    assertStatus(await app.call('POST', `${list}/subscribers`, made), 201);
    const search = (query: string) => app.call('GET', `${list}/subscribers/search-by-custom-fields?${query}`);
    const emails = async (query: string) =>
      (await search(query)).json.data.records.map(({ EMAIL }: { EMAIL: string }) => EMAIL);
    const json = encodeURIComponent('{"fname":"ann","LNAME":"Lee"}');
    for (const query of [
      `custom_fields=${json}`,
      'custom_fields[FNAME]=Ann&custom_fields[LNAME]=Lee',
      'fields[FNAME]=Ann',
    ])
      assert.deepEqual(await emails(`${query}&page=1&per_page=5`), ['together@example.com'], query);
    assert.deepEqual(await emails('custom_fields[FNAME]=Ann&custom_fields[LNAME]=x'), []);
    for (const query of [
      'custom_fields={"FNAME":',
      'custom_fields={"SHOE":1}',
      'custom_fields=FNAME',
      'a[FNAME]=1&b[FNAME]=1',
    ])
      assertStatus(await search(query), 422);
  });
});
