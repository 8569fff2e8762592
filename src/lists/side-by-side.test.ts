// Requests that change different members of one thing at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { makeList } from '../../test/support/lists.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';

eachEngine('changes side by side', (engine) => {
  const app = suiteApp(engine);

  /** All at once. @returns the record afterwards */
  const changed = async (path: string, changes: readonly object[]) => {
    const answers = await Promise.all(changes.map((json) => app().call('PUT', path, { json })));
    for (const answer of answers) assertStatus(answer, 200);
    return (await app().call('GET', path)).json.data.record;
  };

  test('of a list', async () => {
    const record = await changed(`/lists/${await makeList(app())}?full=1`, [
      { general: { name: 'Other' } },
      { general: { description: 'Other news' } },
      { defaults: { subject: 'Hello' } },
      { notifications: { subscribe: 'yes', subscribe_to: 'ann@example.com' } },
    ]);
    const { general, defaults, notifications } = record;
    assert.deepEqual(
      [general.name, general.description, defaults.subject, notifications.subscribe],
      ['Other', 'Other news', 'Hello', 'yes'],
    );
  });

  test('of the public pages of a list', async () => {
    const record = await changed(`/lists/${await makeList(app())}/pages`, [
      { title: 'Title' },
      { intro: 'Intro' },
      { language: 'de' },
      { colors: { accent: '#ff0000' } },
    ]);
    const { title, intro, language, colors } = record;
    assert.deepEqual([title, intro, language, colors.accent], ['Title', 'Intro', 'de', '#ff0000']);
  });

  test('of a field', async () => {
    const path = `/lists/${await makeList(app())}/fields`;
    const [, field] = (await app().call('GET', path)).json.data.records;
    const record = await changed(`${path}/${field.field_id}`, [
      { label: 'Name' },
      { help_text: 'Yours' },
      { description: 'First' },
      { default_value: 'friend' },
    ]);
    const { label, help_text, description, default_value } = record;
    assert.deepEqual([label, help_text, description, default_value], ['Name', 'Yours', 'First', 'friend']);
  });

  test('of a segment', async () => {
    const list = `/lists/${await makeList(app())}`;
    const [email] = (await app().call('GET', `${list}/fields`)).json.data.records;
    const condition = (value: string) => ({ field_id: email.field_id, operator_id: 3, value });
    const json = { name: 'A', conditions: [condition('a')] };
    const made = (await app().call('POST', `${list}/segments`, { json })).json.data.record;
    const record = await changed(`${list}/segments/${made.segment_uid}`, [
      { name: 'B' },
      { operator_match: 'all' },
      { conditions: [condition('b')] },
    ]);
    assert.deepEqual([record.name, record.operator_match, record.conditions[0].value], ['B', 'all', 'b']);
  });
});
