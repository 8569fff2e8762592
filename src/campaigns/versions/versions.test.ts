// Saving by itself: revisions as ETags, versions and bringing them back, who has a campaign open.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { addKey } from '../../accounts/keys/keys.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { removeOldHistory } from '../../schedules/expiry.ts';
import { removeCampaign } from '../remove.ts';

eachEngine('versions of campaigns', (engine) => {
  let app: CampaignApp;
  let other: string;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const get = async (uid: string) => app.call('GET', `/campaigns/${uid}?full=1`);
  const put = (uid: string, json: object, more: { tag?: string; key?: string } = {}) =>
    app.call('PUT', `/campaigns/${uid}`, {
      json,
      ...(more.tag !== undefined && { headers: { 'if-match': more.tag } }),
      ...(more.key !== undefined && { key: more.key }),
    });
  const versions = async (uid: string) => (await app.call('GET', `/campaigns/${uid}/versions`)).json.data.records;
  const restore = (uid: string, revision: number | string, tag?: string) =>
    app.call('POST', `/campaigns/${uid}/versions/${revision}/restore`, tag ? { headers: { 'if-match': tag } } : {});

  test('another key of the customer', async () => {
    other = (await addKey(app.db, { customerId: app.customer.id, name: 'Grace' }, app.clock)).key;
  });

  test('an update that names an earlier revision is refused, and says who saved when', async () => {
    const uid = await app.make({ status: 'draft' });
    const loaded = await get(uid);
    const tag = String(loaded.headers['etag']);
    assert.equal(tag, '"r1"');
    const again = await app.call('GET', `/campaigns/${uid}?full=1`, { headers: { 'if-none-match': tag } });
    assert.deepEqual([again.status, again.headers['cache-control']], [200, 'no-store'], 'its counts may differ');
    const saved = await put(uid, { subject: 'One' }, { tag, key: other });
    assertStatus(saved, 200);
    assert.equal(saved.headers['etag'], '"r2"');
    const stale = await put(uid, { subject: 'Two' }, { tag });
    assertStatus(stale, 412);
    assert.equal(stale.headers['etag'], '"r2"');
    assert.deepEqual(stale.json.current, { etag: '"r2"', saved_at: '2026-11-21T12:00:00Z', saved_by: 'Grace' });
    assert.match(stale.json.error, /^Grace saved this campaign at 2026-11-21T12:00:00Z/);
    assert.equal((await app.row(uid)).subject, 'One');
    for (const wrong of ['r2', 'W/"r2"', '"r3"', ''])
      assertStatus(await put(uid, { subject: 'Two' }, { tag: wrong }), 412);
    assertStatus(await app.call('POST', `/campaigns/${uid}/send`, { headers: { 'if-match': tag } }), 412);
    assert.equal(
      (await put(uid, { subject: 'One' }, { tag: '"r1", "r2"' })).headers['etag'],
      '"r2"',
      'nothing changed',
    );
    assert.equal((await put(uid, { subject: 'Two' }, { tag: '*' })).headers['etag'], '"r3"');
    assert.equal((await put(uid, { subject: 'Three' })).headers['etag'], '"r4"');
  });

  test('what stands keeps its version when that is asked for', async () => {
    const uid = await app.make({ status: 'draft', subject: 'A' });
    assertStatus(await put(uid, { subject: 'B' }), 200);
    const kept = await app.call('PUT', `/campaigns/${uid}?keep_before=yes`, { json: { subject: 'C' } });
    assertStatus(kept, 200);
    assertStatus(await app.call('PUT', `/campaigns/${uid}?keep_before=maybe`, { json: { subject: 'D' } }), 200);
    const found: { revision: number }[] = await versions(uid);
    assert.deepEqual(
      found.map(({ revision }) => revision),
      [4, 2],
      'B stays; D took the place of C',
    );
    assertStatus(await restore(uid, 2), 200);
    assert.equal((await app.row(uid)).subject, 'B');
  });

  test('saves of one author within two minutes are one version', async () => {
    const uid = await app.make({ status: 'draft' });
    for (const [wait, members, key] of [
      [MINUTE_MS, { subject: 'A', template: { content: '<p>A</p>' } }],
      [3 * MINUTE_MS, { options: { url_tracking: 'yes' }, delivery: { max_per_minute: 10 } }],
      [1_000, { name: 'B' }],
      [1_000, { name: 'C' }, other],
      [1_000, { name: 'D' }],
    ] as [number, object, string?][]) {
      app.clock.forward(wait);
      assertStatus(await put(uid, members, key ? { key } : {}), 200);
    }
    const found = await versions(uid);
    type Shown = { revision: number; changed: string[]; saved_by: { name: string; is_you: boolean } };
    const shown = found.map(({ revision, changed, saved_by: { name, is_you } }: Shown) => {
      return [revision, name, is_you, changed];
    });
    assert.deepEqual(shown, [
      [6, 'test', true, ['name']],
      [5, 'Grace', false, ['name']],
      [4, 'test', true, ['delivery.max_per_minute', 'options.url_tracking', 'name']],
      [2, 'test', true, ['subject', 'template.content']],
    ]);
    assert.deepEqual(
      found.map(({ is_current }: { is_current: boolean }) => is_current),
      [true, false, false, false],
    );
  });

  test('a version is shown and brought back; what was there before stays a version', async () => {
    const uid = await app.make({ status: 'draft', to_name: '[FNAME]', delivery_servers: [] });
    const first = (await get(uid)).json.data.record;
    app.clock.forward(10 * MINUTE_MS);
    const members = { name: 'Other', subject: 'Other', template: { content: '<p>Other</p>', plain_text: 'Other' } };
    assertStatus(await put(uid, { ...members, to_name: 'x', send_at: '2027-01-01 00:00:00' }), 200);
    const { version, campaign } = (await app.call('GET', `/campaigns/${uid}/versions/1`)).json.data.record;
    assert.deepEqual([version.revision, version.is_current, campaign], [1, false, first]);
    assertStatus(await restore(uid, 1, '"r1"'), 412);
    const done = await restore(uid, 1, '"r2"');
    assertStatus(done, 200);
    assert.equal(done.headers['etag'], '"r3"');
    assert.deepEqual((await get(uid)).json.data.record, first);
    assertStatus(await put(uid, { name: 'Next' }), 200);
    const kept = await versions(uid);
    assert.deepEqual(
      kept.map(({ revision, restored_from }: Record<string, number>) => [revision, restored_from]),
      [
        [4, null],
        [3, 1],
        [2, null],
        [1, null],
      ],
    );
    for (const wrong of ['9', 'x', '-1', '99999999999']) assertStatus(await restore(uid, wrong), 404);
    const { key } = await app.addCustomer();
    for (const path of ['versions', 'versions/1']) {
      assertStatus(await app.call('GET', `/campaigns/${uid}/${path}`, { key }), 404);
    }
    await app.set(uid, { status: 'sent' });
    assertStatus(await restore(uid, 1), 422);
  });

  test('a campaign that waits for its time is not sent by an earlier one', async () => {
    const uid = await app.make({ status: 'draft' });
    const sendAt = async () => (await app.row(uid)).send_at;
    const [past, week, month] = [-1, 7, 30].map((days) => new Date(app.clock.now() + days * DAY_MS).toISOString());
    for (const [send_at_iso, subject] of [
      [null, 'Never'],
      [past, 'Past'],
      [month, 'In a month'],
    ]) {
      app.clock.forward(10 * MINUTE_MS);
      assertStatus(await put(uid, { send_at_iso, subject }), 200);
    }
    app.clock.forward(10 * MINUTE_MS);
    assertStatus(await put(uid, { status: 'pending-sending', send_at_iso: week, subject: 'In a week' }), 200);
    for (const revision of [2, 3]) {
      assertStatus(await restore(uid, revision), 200);
      assert.equal(await sendAt(), Date.parse(String(week)), `version ${revision}`);
    }
    assert.equal((await app.row(uid)).subject, 'Past');
    assertStatus(await restore(uid, 4), 200);
    assert.equal(await sendAt(), Date.parse(String(month)));
    // Resumed before its time it is `sending` by name; paused, it would go as soon as it goes on.
    assertStatus(await put(uid, { status: 'paused' }), 200);
    for (const status of ['paused', 'sending']) {
      assertStatus(await app.call('PUT', `/campaigns/${uid}/pause-unpause?status=${status}`), 200);
      for (const revision of [2, 3]) assertStatus(await restore(uid, revision), 200);
      assert.deepEqual([(await app.row(uid)).status, await sendAt()], [status, Date.parse(String(month))]);
    }
    assertStatus(await put(uid, { status: 'draft' }), 200);
    assertStatus(await restore(uid, 3), 200);
    assert.equal(await sendAt(), Date.parse(String(past)), 'a draft goes nowhere');
  });

  test('an autoresponder that is to start later is not started by an earlier version', async () => {
    const [past, month] = [-1, 30].map((days) => new Date(app.clock.now() + days * DAY_MS).toISOString());
    const uid = await app.make({ status: 'draft', type: 'autoresponder' });
    assertStatus(await put(uid, { send_at_iso: past }), 200);
    app.clock.forward(10 * MINUTE_MS);
    assertStatus(await put(uid, { status: 'pending-sending', send_at_iso: month }), 200);
    assertStatus(await restore(uid, 2), 200);
    assert.equal((await app.row(uid)).send_at, Date.parse(String(month)));
  });

  test('a list that is gone is not brought back', async () => {
    const listUid = await addList(app);
    const uid = await app.make({ status: 'draft', list_uid: listUid });
    app.clock.forward(10 * MINUTE_MS);
    assertStatus(await put(uid, { list_uid: app.listUid, name: 'Other' }), 200);
    assertStatus(await app.call('DELETE', `/lists/${listUid}`), 200);
    assertStatus(await restore(uid, 1), 200);
    const { name, list_uid } = (await get(uid)).json.data.record;
    assert.deepEqual([name, list_uid], ['Spring', app.listUid]);
  });

  test('fifty versions and thirty days are kept, and they go with the campaign', async () => {
    const uid = await app.make({ status: 'draft' });
    for (let n = 0; n < 52; n += 1) {
      app.clock.forward(3 * MINUTE_MS);
      assertStatus(await put(uid, { subject: `No ${n}` }), 200);
    }
    const kept = await versions(uid);
    assert.deepEqual([kept.length, kept[0].revision, kept.at(-1).revision], [50, 53, 4]);
    app.clock.forward(31 * DAY_MS);
    assertStatus(await put(uid, { subject: 'Late' }), 200);
    assert.deepEqual((await versions(uid)).length, 1);
    const tidy = () => removeOldHistory({ ...app, mayGoOn: () => true });
    app.clock.forward(30 * DAY_MS);
    await tidy();
    assert.deepEqual((await versions(uid)).length, 1, 'on their last day they are there');
    app.clock.forward(1);
    await tidy();
    assert.deepEqual(await versions(uid), [], 'also of a campaign that nobody saves any more');
    assertStatus(await put(uid, { subject: 'Later' }), 200);
    assertStatus(await app.call('PUT', `/campaigns/${uid}/editing`), 200);
    assertStatus(await app.call('DELETE', `/campaigns/${uid}`), 200);
    while (await removeCampaign(app.db));
    assert.deepEqual(await app.db.selectFrom('campaign').select('id').where('uid', '=', uid).execute(), []);
    assert.deepEqual(await app.db.selectFrom('campaign_editor').select('name').execute(), []);
    const left = await app.db.selectFrom('campaign_version').select('revision').where('revision', '>', 50).execute();
    assert.deepEqual(left, []);
  });

  test('who else has it open is told for a minute', async () => {
    const uid = await app.make({ status: 'draft' });
    const editing = async (members: object, key = app.key) => {
      const answer = await app.call('PUT', `/campaigns/${uid}/editing`, { json: members, key });
      assertStatus(answer, 200);
      return answer.json.data.record.others.map(({ name, is_you }: Record<string, unknown>) => [name, is_you]);
    };
    assert.deepEqual(await editing({}), []);
    assert.deepEqual(await editing({ tab: 'one' }, other), [['test', false]]);
    app.clock.forward(40_000);
    assert.deepEqual(await editing({ tab: 'two' }, other), [
      ['test', false],
      ['Grace', true],
    ]);
    app.clock.forward(30_000);
    assert.deepEqual(await editing({}), [['Grace', false]]);
    assertStatus(await app.call('DELETE', `/campaigns/${uid}/editing?tab=two`, { key: other }), 200);
    assert.deepEqual(await editing({}), []);
    assertStatus(await app.call('PUT', `/campaigns/${uid}/editing`, { json: { tab: 'x'.repeat(65) } }), 422);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('PUT', `/campaigns/${uid}/editing`, { json: {}, key }), 404);
  });
});
