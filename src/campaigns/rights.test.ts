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
});
