// Refusals as sentences, for programs that say them in other languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestApp } from '../../test/support/app.ts';
import { eachEngine } from '../../test/support/stores.ts';

eachEngine('sentences of refusals', (engine) => {
  test('come where the request prefers them, and only there', async (t) => {
    const app = await openTestApp(t, engine);
    const asked = async (prefer: string, path = '/lists', method = 'POST') => {
      const { json, headers } = await app.call(method, path, { json: {}, headers: { prefer } });
      return { ...json, applied: headers['preference-applied'] };
    };
    const { error, sentences, applied } = await asked('respond-async, Sentences');
    assert.equal(error.general.name, 'Name cannot be blank.');
    assert.equal(applied, 'sentences');
    assert.equal(sentences.length, 5);
    assert.deepEqual(sentences[0], { member: 'general.name', code: 'member-blank', values: { label: 'Name' } });
    const gone = await asked('sentences', '/lists/gone', 'GET');
    assert.equal(gone.error, 'The subscribers list does not exist.');
    assert.deepEqual(gone.sentences, [{ code: 'list-missing', values: {} }]);
    assert.deepEqual(Object.keys((await app.call('POST', '/lists', { json: {} })).json), ['status', 'error']);
    assert.deepEqual(await asked('minimal'), { status: 'error', error, applied: undefined });
  });
});
