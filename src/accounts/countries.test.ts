import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCountries, findCountry, findZone, zonesOf } from './countries.ts';

test('countries are found by id, code and the names in use', () => {
  const britain = { id: '826', code: 'GB', name: 'United Kingdom' };
  assert.deepEqual(findCountry({ id: '826' }), britain);
  assert.deepEqual(findCountry({ code: 'gb' }), britain);
  for (const name of ['United Kingdom', 'united kingdom ', 'UK', 'GBR', 'gb', 'Great Britain']) {
    assert.deepEqual(findCountry({ name }), britain, name);
  }
  assert.equal(findCountry({ name: 'USA' })?.code, 'US');
  assert.equal(findCountry({ name: 'Turkey' })?.code, 'TR');
  assert.equal(findCountry({ name: "cote d'ivoire" })?.code, 'CI');
  assert.equal(findCountry({ name: 'Congo' })?.code, 'CG');
  assert.equal(findCountry({ id: '004' })?.code, 'AF');
  assert.equal(findCountry({ id: '4' })?.code, 'AF');
  for (const by of [{}, { id: '0' }, { code: 'XX' }, { name: '' }, { name: 'Atlantis' }]) {
    assert.equal(findCountry(by), undefined);
  }
});

test('every country has its own id, code and name, in the order of names', () => {
  const all = allCountries();
  assert.equal(all.length, 250);
  for (const member of ['id', 'code', 'name'] as const) assert.equal(new Set(all.map((one) => one[member])).size, 250);
  assert.equal(all[0]?.name, 'Afghanistan');
  for (const country of all) assert.equal(findCountry({ name: country.name })?.code, country.code);
});

test('zones by name, with ids of their own', () => {
  const texas = findZone('US', 'texas');
  assert.deepEqual(texas, { id: '84002373', code: 'TX', name: 'Texas' });
  assert.deepEqual(findZone('us', 'TX'), texas);
  assert.deepEqual(findZone('US', '84002373'), texas);
  assert.equal(findZone('US', 'Kent'), undefined);
  assert.equal(findZone('US', ' '), undefined);
  assert.deepEqual(zonesOf('XX'), []);
  const ids = allCountries().flatMap((country) => zonesOf(country.code).map((zone) => zone.id));
  assert.ok(ids.length > 5000);
  assert.equal(new Set(ids).size, ids.length);
});
