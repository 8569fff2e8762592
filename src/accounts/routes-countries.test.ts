import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, openTestApp } from '../../test/support/app.ts';
import { engines } from '../../test/support/stores.ts';
import { allCountries } from './countries.ts';

test('countries and zones are listed by name, paged', async (t) => {
  const [engine] = engines; // not in the store
  assert.ok(engine);
  const app = await openTestApp(t, engine);
  const all = await app.call('GET', '/countries?per_page=500');
  assertStatus(all, 200);
  assert.equal(all.json.data.count, String(allCountries().length));
  const { records } = all.json.data;
  const germany = records.find((record: { code: string }) => record.code === 'DE');
  assert.deepEqual(germany, { country_id: '276', name: 'Germany', code: 'DE' });
  const second = await app.call('GET', '/countries?page=2');
  assert.deepEqual(second.json.data.records, records.slice(10, 20));
  assert.deepEqual((await app.call('GET', '/countries?page=99')).json.data.records, []);

  const zones = await app.call('GET', '/countries/276/zones?per_page=500');
  assertStatus(zones, 200);
  assert.equal(zones.json.data.count, '16');
  const bavaria = zones.json.data.records.find((record: { code: string }) => record.code === 'BY');
  assert.match(bavaria.zone_id, /^\d+$/);
  for (const id of ['0', '9999', 'DE', 'x']) {
    const unknown = await app.call('GET', `/countries/${id}/zones`);
    assertStatus(unknown, 404);
    assert.equal(unknown.json.error, 'The country does not exist.');
  }
  assertStatus(await app.call('GET', '/countries', { key: null }), 401);
});
