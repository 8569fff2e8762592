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
});
