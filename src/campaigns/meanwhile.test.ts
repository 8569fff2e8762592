// What a call finds is asked again when nobody else can change it any more: calls that wait for one
// that schedules, changes or removes what they are about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestAnswer } from '../../test/support/app.ts';
import { addSegment, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { whileChanging } from '../../test/support/meanwhile.ts';
import { addUser } from '../../test/support/people.ts';
import { eachEngine } from '../../test/support/stores.ts';
import type { Tx } from '../storage/db.ts';

eachEngine('calls about a campaign that changes meanwhile', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const set = (uid: string, values: { status: string } | { recipient_time_zone: string }) => (tx: Tx) =>
    tx.updateTable('campaign').set(values).where('uid', '=', uid).execute();
  const schedule = (uid: string) => set(uid, { status: 'pending-sending' });

  async function testedDraft() {
    const first = await app.make({ status: 'draft' });
    assertStatus(await app.call('PUT', `/campaigns/${first}/ab-test`, { json: { decided_by: 'hand' } }), 200);
    const added = await app.call('POST', `/campaigns/${first}/ab-test/variants`, { json: {} });
    return { first, variant: added.json.campaign_uid as string };
  }

  test('an editor changes and removes nothing that is scheduled meanwhile', async () => {
    const { session } = await addUser(app, { role: 'editor' });
    for (const [method, path, json] of [
      ['DELETE', '', {}],
      ['PUT', '', { name: 'Worse' }],
      ['PUT', '/ab-test', { decided_by: 'opens' }],
      ['DELETE', '/ab-test', {}],
      ['POST', '/ab-test/variants', {}],
    ] as const) {
      const { first } = await testedDraft();
      const answer = await whileChanging(app, schedule(first), () =>
        app.call(method, `/campaigns/${first}${path}`, { session, json }),
      );
      assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
      const { name, status } = await app.row(first);
      assert.deepEqual([name, status], ['Spring', 'pending-sending']);
      const record = (await app.call('GET', `/campaigns/${first}/ab-test`)).json.data.record;
      assert.deepEqual([record.decided_by, record.variants.length], ['hand', 2]);
    }
  });

  test('nor a variant whose first one is scheduled meanwhile', async () => {
    const { session } = await addUser(app, { role: 'editor' });
    for (const method of ['PUT', 'DELETE']) {
      const { first, variant } = await testedDraft();
      const json = { subject: 'Worse' };
      const answer = await whileChanging(app, schedule(first), () =>
        app.call(method, `/campaigns/${variant}`, { session, json }),
      );
      assert.equal(answer.status, 403, `${method}: ${answer.text}`);
      const { subject, status } = await app.row(variant);
      assert.deepEqual([subject, status], ['Hello [FNAME]', 'draft']);
    }
  });

  test('a campaign never has both a sending window and the time of its recipients', async () => {
    const uid = await app.make({ status: 'draft' });
    const window = { days: ['mon'], from: '09:00', to: '17:00', time_zone: 'UTC' };
    const answer = await whileChanging(app, set(uid, { recipient_time_zone: '{"timeZone":"UTC"}' }), () =>
      app.call('PUT', `/campaigns/${uid}/delivery`, { json: { sending_window: window } }),
    );
    assertStatus(answer, 422);
    assert.equal((await app.row(uid)).sending_window, null);
  });

  test('no campaign takes a segment that is removed meanwhile', async () => {
    const segment_uid = await addSegment(app, app.listUid);
    const uid = await app.make({ status: 'draft' });
    const remove = (tx: Tx) => tx.deleteFrom('segment').where('uid', '=', segment_uid).execute();
    const calls = [
      () => app.update(uid, { segment_uid }),
      () => app.call('POST', '/campaigns', { json: app.input({ segment_uid }) }),
    ];
    const answers: TestAnswer[] = [];
    const first = await whileChanging(app, remove, () =>
      Promise.all(calls.map((call) => call())).then((all) => {
        answers.push(...all);
        return all[0] as TestAnswer;
      }),
    );
    assertStatus(first, 422);
    assert.deepEqual(
      answers.map(({ status, json }) => [status, Object.keys(json.error)]),
      [
        [422, ['segment_uid']],
        [422, ['segment_uid']],
      ],
    );
    assert.equal((await app.row(uid)).segment_id, null);
  });
});
