// What a request says and nobody takes is told: a status that cannot be set, members of a call
// that has none, filters of a listing that are no text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestAnswer } from '../../test/support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';

eachEngine('what is not taken is told', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const put = (path: string, json: Record<string, unknown>) => app.call('PUT', path, { json });

  test('a status that a request cannot set is told, with the one that the campaign has', async () => {
    const toldOf = (answer: TestAnswer) => {
      const of = (answer.json.warnings ?? []) as { member: string; message: string }[];
      return of.find(({ member }) => member === 'status')?.message;
    };
    const made = await app.call('POST', '/campaigns', { json: app.input({ status: 'Draaft' }) });
    assertStatus(made, 201);
    assert.match(toldOf(made) ?? '', /can set draft, pending-sending, paused.* the campaign is pending-sending\./);
    const path = `/campaigns/${made.json.campaign_uid}`;
    assert.match(toldOf(await put(path, { status: 'sent' })) ?? '', new RegExp(`PUT ${path}/mark-sent`));
    for (const status of ['', 'Pending-Sending', 'draft'])
      assert.equal(toldOf(await put(path, { name: 'One', status })), undefined);
    assertStatus(await put(path, { send_at: '2030-01-01 00:00:00', status: 'paused' }), 200);
    assertStatus(await app.call('PUT', `${path}/pause-unpause`), 200);
    const { record } = (await app.call('GET', path)).json.data;
    assert.equal(record.status, 'sending');
    assert.equal(toldOf(await app.call('PUT', path, { json: record })), undefined, 'a record that was read');
    const again = await app.call('POST', '/campaigns', {
      json: { ...app.input(), ...record, send_at: '2030-01-01 00:00:00' },
    });
    assertStatus(again, 201);
    assert.equal(toldOf(again), undefined, 'the record of another campaign');
  });

  test('members of a call that takes none are told', async () => {
    const path = `/campaigns/${await app.make()}`;
    const json = { name: 'Mine', empty: '', _method: 'POST' };
    const copied = await app.call('POST', `${path}/copy`, { json });
    assertStatus(copied, 200);
    const message = 'This call reads nothing of its body, and this was passed over.';
    assert.deepEqual(copied.json.warnings, [{ member: 'name', message }]);
    // It is the query that says to which side: a body that says so would pause and go on in turns.
    const paused = await put(`${path}/pause-unpause`, { status: 'paused' });
    assert.deepEqual(paused.json.warnings, [
      { member: 'status', message: `${message} In the query it takes: status.` },
    ]);
    assert.equal((await put(`${path}/mark-sent`, {})).json.warnings, undefined);
  });

  test('a filter that is no text narrows nothing, so it is refused', async () => {
    const list_uid = await addList(app);
    const refused = async (path: string, member: string, right: RegExp) => {
      const answer = await app.call('GET', path);
      assertStatus(answer, 422);
      assert.match(answer.json.error[member] ?? '', right, path);
    };
    for (const name of ['list_uid', 'search', 'tag']) await refused(`/campaigns?${name}[]=x`, name, /must be a text/);
    await refused('/campaigns?status[]=draft', 'status', /draft, /);
    await refused('/campaigns?variants=none', 'variants', /yes or no/);
    for (const path of ['/lists', `/lists/${list_uid}/segments`, `/lists/${list_uid}/subscribers`])
      await refused(`${path}?search[a]=x`, 'search', /must be a text/);
    await refused('/lists?tag[]=x', 'tag', /must be a text/);
    for (const path of ['/campaigns?search=&list_uid=undefined&variants=', '/lists?search=undefined&tag='])
      assertStatus(await app.call('GET', path), 200);
  });
});
