// Every type of fields, from its record: made, filled in, shown, read back and searched, and
// refused where its limits end.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { makeList, news } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { FIELD_TYPES, type KnownFieldType } from './types.ts';

const tagOf = ({ identifier }: KnownFieldType) => `F_${identifier.toUpperCase()}`;

/** What a request says of a new field of this type. A consent is given to the label. */
function fieldOf(type: KnownFieldType, more: object = {}) {
  const options = type.hasOptions && { options: ['other', type.example].map((value) => ({ name: value, value })) };
  const { identifier, example } = type;
  return {
    type: identifier,
    label: example,
    tag: tagOf(type),
    required: 'no',
    visibility: 'visible',
    ...options,
    ...more,
  };
}

eachEngine('types of fields', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let listUid: string;
  before(async () => {
    app = opened();
    listUid = await makeList(app, { ...news, general: { ...news.general, opt_in: 'single' } });
  });

  test('each is made, filled in, read back and found', async () => {
    for (const type of FIELD_TYPES) {
      const made = await app.call('POST', `/lists/${listUid}/fields`, { json: fieldOf(type) });
      assertStatus(made, 201);
      assert.equal(made.json.data.record.type.identifier, type.identifier);
    }
    const values = Object.fromEntries(FIELD_TYPES.map((type) => [tagOf(type), type.example]));
    const person = await app.call('POST', `/lists/${listUid}/subscribers`, {
      json: { EMAIL: 'a@b.example', ...values },
    });
    assertStatus(person, 201);
    const shown = await app.call('GET', `/lists/${listUid}/subscribers/${person.json.data.record.subscriber_uid}`);
    for (const [tag, value] of Object.entries(values)) assert.equal(shown.json.data.record[tag], value, tag);
    for (const [tag, value] of Object.entries(values)) {
      const query = new URLSearchParams({ [tag]: value });
      const found = await app.call('GET', `/lists/${listUid}/subscribers/search-by-custom-fields?${query}`);
      assert.equal(found.json.data.records.length, 1, tag);
    }
  });

  test('each takes its example as a default value, and nothing that is no text', async () => {
    for (const type of FIELD_TYPES) {
      const json = fieldOf(type, { tag: `D${tagOf(type)}`, default_value: type.example });
      assertStatus(await app.call('POST', `/lists/${listUid}/fields`, { json }), 201);
      const bad = { EMAIL: 'bad@b.example', [tagOf(type)]: { a: { b: 'c' } } };
      const refused = await app.call('POST', `/lists/${listUid}/subscribers`, { json: bad });
      assertStatus(refused, 422);
      assert.deepEqual(Object.keys(refused.json.error), [tagOf(type)]);
    }
  });

  test('each rule is read by its name, kept within its limits, and gone with an empty text', async () => {
    for (const type of FIELD_TYPES) {
      const path = `/lists/${listUid}/fields`;
      const made = await app.call('POST', path, { json: fieldOf(type, { tag: `R${tagOf(type)}` }) });
      const one = `${path}/${made.json.data.record.field_id}`;
      const ruleOf = async (name: string) => (await app.call('GET', `${one}?full=1`)).json.data.record[name];
      for (const [name, { json }] of Object.entries(type.rules)) {
        const { minimum, maximum, enum: words } = json as { minimum?: number; maximum?: number; enum?: string[] };
        const sound = maximum ?? words?.at(-1) ?? (name === 'default_country' ? 'DE' : 'example.com');
        assertStatus(await app.call('PUT', one, { json: { [name]: sound } }), 200);
        assert.equal(await ruleOf(name), sound, `${type.identifier} ${name}`);
        const beyond: unknown[] = [
          { a: 'b' },
          ...(minimum === undefined ? [] : [minimum - 1]),
          ...(maximum === undefined ? [] : [maximum + 1]),
        ];
        if (words) beyond.push('no such word');
        for (const value of beyond) {
          const refused = await app.call('PUT', one, { json: { [name]: value } });
          assertStatus(refused, 422);
          assert.deepEqual(Object.keys(refused.json.error), [name]);
        }
        assert.equal(await ruleOf(name), sound);
        assertStatus(await app.call('PUT', one, { json: { [name]: '' } }), 200);
        assert.equal(await ruleOf(name), null);
      }
    }
  });
});
