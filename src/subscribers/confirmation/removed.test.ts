// Who is removed leaves no request for confirmation: it has what was entered into a form, and
// without the subscriber no erasure would find it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { runDueJobs, uploadImport } from '../../../test/support/jobs.ts';
import { makeList } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { type FormApp, formApp, listWith } from '../../../test/support/subscribe-form.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { removeSubscribersOf } from '../remove.ts';

eachEngine('what was entered by people who are removed', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let form: FormApp;
  before(() => {
    app = opened();
    form = formApp(app);
  });

  /** Somebody of an import who left, and signed up again with values. @returns list and import */
  async function listWithRequest() {
    const uid = await makeList(app, listWith({ opt_in: 'double' }));
    const { import_uid } = await uploadImport(app, uid, 'EMAIL,FNAME\nzoe@example.com,Z\n');
    const json = { status: 'unsubscribed' };
    assertStatus(await app.call('PUT', `/lists/${uid}/imports/${import_uid}`, { json }), 200);
    assertStatus(await app.call('POST', `/lists/${uid}/imports/${import_uid}/run`, { json: {} }), 200);
    await runDueJobs(app);
    await form.fill(uid, { EMAIL: 'zoe@example.com', FNAME: 'Zoë' });
    const list = await app.db.selectFrom('list').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
    assert.match((await requestsOf(list.id)).join(), /Zoë/);
    const { json: found } = await app.call('GET', `/lists/${uid}/subscribers`);
    return { uid, list, import_uid, subscriber: found.data.records[0].subscriber_uid };
  }
  async function requestsOf(listId: number): Promise<(string | null)[]> {
    const rows = await app.db.selectFrom('confirmation').select('field_values').where('list_id', '=', listId).execute();
    return rows.map((row) => row.field_values);
  }

  type World = Awaited<ReturnType<typeof listWithRequest>>;
  const WAYS: Record<string, (world: World) => Promise<unknown>> = {
    'one by one': async ({ uid, subscriber }) =>
      assertStatus(await app.call('DELETE', `/lists/${uid}/subscribers/${subscriber}`), 200),
    'many at once': async ({ uid }) => {
      const json = { action: 'delete', start: 'yes' };
      assertStatus(await app.call('POST', `/lists/${uid}/bulk-actions`, { json }), 201);
      await runDueJobs(app);
    },
    'with their import': async ({ uid, import_uid }) => {
      assertStatus(await app.call('POST', `/lists/${uid}/imports/${import_uid}/undo`), 200);
      await runDueJobs(app);
    },
    'with their list': ({ list }) => removeSubscribersOf(app.db, list),
    'for good': async () => assertStatus(await app.call('POST', '/people/zoe@example.com/erase', { json: {} }), 200),
  };
  for (const [way, remove] of Object.entries(WAYS)) {
    test(`is removed with them: ${way}`, async () => {
      const world = await listWithRequest();
      await remove(world);
      const left = await app.db.selectFrom('subscriber').select('id').where('list_id', '=', world.list.id).execute();
      assert.deepEqual(left, []);
      assert.deepEqual(await requestsOf(world.list.id), []);
    });
  }
});
