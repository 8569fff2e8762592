import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { removeFieldValues } from './remove.ts';

eachEngine('values of a deleted field', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  test('leave every subscriber of the list, in small steps, and nothing else does', async () => {
    const post = async (path: string, json: object) => {
      const answer = await app.call('POST', path, { json });
      assertStatus(answer, 201);
      return answer.json;
    };
    const general = { name: 'A list', description: 'Of people', opt_in: 'single' };
    const defaults = { from_name: 'A', from_email: 'a@example.com', reply_to: 'a@example.com' };
    const { list_uid } = await post('/lists', { general, defaults });
    const field = { type: 'text', required: 'no', visibility: 'visible' };
    const city = await post(`/lists/${list_uid}/fields`, { ...field, label: 'City', tag: 'CITY' });
    await post(`/lists/${list_uid}/fields`, { ...field, label: 'Job', tag: 'JOB' });
    const consent = { type: 'consentcheckbox', label: 'Terms', tag: 'TERMS', consent_text: 'I agree' };
    const terms = await post(`/lists/${list_uid}/fields`, { ...field, ...consent });
    const people = Array.from({ length: 25 }, (_, i) => {
      return { EMAIL: `p${i}@example.com`, FNAME: `P${i}`, CITY: 'Dover', JOB: 'Cook', TERMS: 'I agree' };
    });
    await post(`/lists/${list_uid}/subscribers/bulk`, { subscribers: people });
    assert.equal(await removeFieldValues(app.db), false, 'no field is gone');

    const stored = () => app.db.selectFrom('subscriber').select(['field_values', 'folded', 'tokens']).execute();
    const idOf = (answer: { data: { record: { field_id: string } } }) => answer.data.record.field_id;
    const holds = async (id: string) =>
      (await stored()).filter(
        (row) =>
          JSON.stringify(row).includes(`\\"${id}`) || row.tokens.split(' ').some((word) => word.startsWith(`f${id}h`)),
      ).length;
    assert.equal(await holds(idOf(city)), 25);
    assertStatus(await app.call('DELETE', `/lists/${list_uid}/fields/${idOf(city)}`), 200);
    let steps = 0;
    while (await removeFieldValues(app.db, 10)) {
      steps++;
      // A second field goes while the first is being cleaned: the list is begun anew.
      if (steps === 2) assertStatus(await app.call('DELETE', `/lists/${list_uid}/fields/${idOf(terms)}`), 200);
    }
    assert.equal(steps, 6, 'two, then three and one that finds none left');
    assert.equal(await holds(idOf(city)), 0);
    assert.equal(await holds(idOf(terms)), 0);
    const { json } = await app.call(
      'GET',
      `/lists/${list_uid}/subscribers/search-by-custom-fields?JOB=cook&per_page=50`,
    );
    assert.equal(json.data.count, '25');
    assert.equal(json.data.records[0].FNAME, 'P24');
  });
});
