// What editors may do with campaigns: write drafts, and nothing that makes mails leave.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { openCampaignApp } from '../../test/support/campaigns.ts';
import { addUser } from '../../test/support/people.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { REFUSALS } from '../http/rights.ts';
import { inEnglish } from '../kernel/sentences/sentence.ts';

eachEngine('rights to campaigns', (engine) => {
  test('an editor writes drafts; scheduling, and changing what is scheduled, takes a sender', async (t) => {
    const app = await openCampaignApp(t, engine);
    const { session: editor } = await addUser(app, { role: 'editor' });
    const { session: sender } = await addUser(app, { role: 'sender' });
    const at = async (path: string, method: string, session: string, json: Record<string, unknown>) => {
      const answer = await app.call(method, `/campaigns${path}`, { session, json });
      if (answer.status === 403) assert.equal(answer.json.error, inEnglish(REFUSALS.send));
      return answer;
    };
    const write = (session: string, values: Record<string, unknown>) => at('', 'POST', session, app.input(values));
    for (const status of ['pending-sending', 'paused', undefined]) assertStatus(await write(editor, { status }), 403);
    assert.equal((await app.call('GET', '/campaigns')).json.data.count, '0', 'nothing was created');
    const draft = await write(editor, { status: 'draft' });
    assertStatus(draft, 201);
    const path = `/${draft.json.campaign_uid}`;
    assertStatus(await at(path, 'PUT', editor, { name: 'Better' }), 200);
    assertStatus(await at(path, 'PUT', editor, { status: 'pending-sending' }), 403);
    for (const action of ['send', 'retry-failed']) assertStatus(await at(`${path}/${action}`, 'POST', editor, {}), 403);
    assertStatus(await at(path, 'PUT', sender, { status: 'pending-sending' }), 200);
    for (const [action, method] of [
      ['', 'PUT'],
      ['', 'DELETE'],
      ['/pause-unpause', 'PUT'],
      ['/mark-sent', 'PUT'],
    ] as const)
      assertStatus(await at(`${path}${action}`, method, editor, { name: 'Worse' }), 403);
    const { name, status } = (await app.call('GET', `/campaigns${path}`)).json.data.record;
    assert.deepEqual([name, status], ['Better', 'pending-sending']);
    const copy = await at(`${path}/copy`, 'POST', editor, {});
    assertStatus(copy, 200);
    assertStatus(await at(`/${copy.json.campaign_uid}`, 'DELETE', editor, {}), 200);
    assertStatus(await at(path, 'DELETE', sender, {}), 200);
  });

  test('a variant of a scheduled A/B test is a draft, and takes a sender all the same', async (t) => {
    const app = await openCampaignApp(t, engine);
    const { session } = await addUser(app, { role: 'editor' });
    const made = await app.call('POST', '/saved-blocks', {
      json: { name: 'A', block: { kind: 'footer', text: 'One' } },
    });
    const { saved_block_uid: saved, block } = made.json.data.record;
    const blocks = {
      version: 1,
      blocks: [
        { kind: 'text', text: 'Hello' },
        { ...block, saved },
      ],
    };
    const first = await app.make({ status: 'draft', template: { blocks } });
    assertStatus(await app.call('PUT', `/campaigns/${first}/ab-test`, { session, json: { decided_by: 'hand' } }), 200);
    const variant = (await app.call('POST', `/campaigns/${first}/ab-test/variants`, { session, json: {} })).json
      .campaign_uid;
    const edit = (path: string, method: string, json = {}) => app.call(method, path, { session, json });
    assertStatus(await edit(`/campaigns/${variant}`, 'PUT', { subject: 'Written by an editor' }), 200);
    const at = { send_at: '2030-01-01 00:00:00' };
    assertStatus(await app.call('POST', `/campaigns/${first}/send`, { json: at }), 200);

    const { records } = (await edit(`/campaigns/${variant}/versions`, 'GET')).json.data;
    for (const [path, method] of [
      ['', 'PUT'],
      [`/versions/${records[0].revision}/restore`, 'POST'],
      ['', 'DELETE'],
    ] as const)
      assertStatus(await edit(`/campaigns/${variant}${path}`, method, { subject: 'Other' }), 403);
    await app.call('PUT', `/saved-blocks/${saved}`, { json: { block: { kind: 'footer', text: 'Two' } } });
    const told = await edit(`/saved-blocks/${saved}/update-drafts`, 'POST');
    const { drafts_count, refused } = told.json.data.record;
    assert.deepEqual([drafts_count, refused[0].reason], [0, inEnglish(REFUSALS.send)]);
    assertStatus(await app.call('PUT', `/campaigns/${variant}`, { json: { subject: 'Other' } }), 200);
  });
});
