// Sending again: who did not open, counted and frozen, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addList, addSegment, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { putMessage } from '../../../test/support/ledger.ts';
import { type Person, type SeededCampaign, seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { freezeChunk, openChunks } from '../../delivery/freeze.ts';
import { campaignsDue, startCampaign } from '../delivery/progress.ts';

const DONE = { attempts: 1, in_flight_at: 1, finished_at: 2 };
const got: Person['message'] = { state: 'accepted', ...DONE };

const idOf = ({ people }: SeededCampaign, n: number) => people[n]?.id ?? 0;

eachEngine('sending again', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const again = (uid: string, json: object = {}) => app.call('POST', `/campaigns/${uid}/send-again`, { json });

  /** Freezes the whole audience of a campaign that is due. */
  async function freeze(uid: string): Promise<void> {
    const { id } = await app.row(uid);
    assert.ok((await campaignsDue(app.db, app.clock.now())).some((campaign) => campaign.id === id));
    assert.ok(await startCampaign(app.db, await app.row(uid), app.clock.now()));
    while (!(await freezeChunk(app.db, await app.row(uid), openChunks()))?.done);
  }

  const frozen = async (uid: string) => {
    const { id } = await app.row(uid);
    return app.db
      .selectFrom('campaign_counter')
      .select(['audience', 'left_segment', 'left_suppressed', 'left_unsubscribed'])
      .where('campaign_id', '=', id)
      .executeTakeFirstOrThrow();
  };

  test('goes to those who got it, did not open it, and are still there', async () => {
    const seeded = await seedDelivery(app, [
      { message: got },
      { message: got }, // a person opened it
      { message: got }, // a machine opened it
      { message: got }, // a person clicked, with pictures off
      { message: got, status: 'unsubscribed' },
      { message: got, email: 'suppressed@example.test' },
      { message: { state: 'rejected', ...DONE } },
      { message: { state: 'uncertain', ...DONE } },
      {}, // joined later
    ]);
    const { customer_id } = await app.row(seeded.uid);
    const response = (n: number, values: object) => ({
      customer_id,
      campaign_id: seeded.id,
      subscriber_id: seeded.people[n]?.id ?? 0,
      opened_at: null,
      clicked_at: null,
      unsubscribed_at: null,
      filtered_opened_at: null,
      filtered_clicked_at: null,
      ...values,
    });
    await app.db
      .insertInto('response')
      .values([
        response(1, { opened_at: 5, filtered_opened_at: 5 }),
        response(2, { opened_at: 5 }),
        response(3, { clicked_at: 5, filtered_clicked_at: 5 }),
      ])
      .execute();
    const suppressed = await app.call('POST', '/suppressions', { json: { email: 'suppressed@example.test' } });
    assertStatus(suppressed, 201);

    const made = await again(seeded.uid, { subject: 'Did you see this?' });
    assertStatus(made, 201);
    const { campaign_uid: uid, ...record } = made.json.data.record;
    assert.deepEqual(record, { name: 'Spring (again)', subject: 'Did you see this?', recipients_count: 2 });
    const draft = await app.record(uid);
    assert.deepEqual([draft.status, draft.not_opened_of, draft.type], ['draft', seeded.uid, 'regular']);

    const other = await addList(app);
    const wrong = await app.update(uid, { list_uid: other, type: 'autoresponder' });
    assertStatus(wrong, 422);
    assert.deepEqual(Object.keys(wrong.json.error).sort(), ['list_uid', 'type'], 'nobody of another list got it');

    assertStatus(await app.call('POST', `/campaigns/${uid}/send`), 200);
    await freeze(uid);
    assert.deepEqual(
      { ...(await frozen(uid)) },
      {
        audience: 2,
        left_segment: 5,
        left_suppressed: 1,
        left_unsubscribed: 1,
      },
    );
  });

  test('keeps its segment, and its copies keep whom it goes to', async () => {
    const seeded = await seedDelivery(app, [{ message: got }, { message: got }]);
    const { list_id } = await app.row(seeded.uid);
    const segmentUid = await addSegment(app, app.listUid);
    const made = (await again(seeded.uid, { name: 'Second try' })).json.data.record;
    assert.deepEqual([made.name, made.subject, made.recipients_count], ['Second try', 'Hello [FNAME]', 2]);
    assertStatus(await app.update(made.campaign_uid, { segment_uid: segmentUid }), 200);
    const copy = (await app.call('POST', `/campaigns/${made.campaign_uid}/copy`)).json.campaign_uid;
    const row = await app.row(copy);
    assert.deepEqual([row.not_opened_of, row.list_id, row.segment_id !== null], [seeded.id, list_id, true]);
  });

  test('is refused where nobody knows who did not open it', async () => {
    const seeded = await seedDelivery(app, [{ message: got }]);
    for (const values of [
      { type: 'autoresponder' },
      { type: 'regular', run_count: 1 },
      { run_count: 0, options: JSON.stringify({ open_tracking: 'no' }) },
      { options: '{}', freeze_until_id: null },
    ]) {
      await app.set(seeded.uid, values);
      const refused = await again(seeded.uid);
      assertStatus(refused, 400);
      assert.match(refused.json.error, /sent|tracked/);
    }
    assertStatus(await again(seeded.uid, { subject: 'a\nb', name: 'x'.repeat(256) }), 422);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('POST', `/campaigns/${seeded.uid}/send-again`, { json: {}, key }), 404);
  });

  test('an A/B test is sent again to all of it, and any campaign of it says so', async () => {
    const seeded = await seedDelivery(app, [{ message: got }, { message: got }, {}, {}, {}]);
    const { customer_id } = await app.row(seeded.uid);
    const done = { status: 'sent', freeze_until_id: 9, freeze_done: 1, test_of: seeded.id } as const;
    const others = [await app.make({ subject: 'B' }), await app.make({ subject: 'The winner' })];
    const ids: number[] = [];
    for (const uid of others) {
      await app.set(uid, done);
      ids.push((await app.row(uid)).id);
    }
    const mailed = [seeded.id, seeded.id, ids[0], ids[0], ids[1]];
    for (const [n, id] of mailed.entries()) {
      if (n > 1)
        await putMessage(app.db, { customer_id, campaign_id: id ?? 0, subscriber_id: idOf(seeded, n), ...got });
    }
    for (const n of [0, 2]) {
      const opened = { opened_at: 5, filtered_opened_at: 5, clicked_at: null, filtered_clicked_at: null };
      const by = { customer_id, campaign_id: mailed[n] ?? 0, subscriber_id: idOf(seeded, n), unsubscribed_at: null };
      await app.db
        .insertInto('response')
        .values({ ...by, ...opened })
        .execute();
    }
    for (const uid of [seeded.uid, ...others]) {
      const counted = await app.call('GET', `/campaigns/${uid}/not-opened`);
      assert.equal(counted.json.data.recipients_count, 3, uid);
    }
    const { campaign_uid: uid, ...record } = (await again(others[1] ?? '')).json.data.record;
    assert.deepEqual([record.subject, record.recipients_count], ['The winner', 3]);
    assert.equal((await app.record(uid)).not_opened_of, seeded.uid, 'the whole test');
    assertStatus(await app.call('POST', `/campaigns/${uid}/send`), 200);
    await freeze(uid);
    assert.equal((await frozen(uid)).audience, 3);
  });

  test('of a removed campaign nobody is known to have got it', async () => {
    const seeded = await seedDelivery(app, [{ message: got }], { status: 'sent' });
    const { campaign_uid: uid } = (await again(seeded.uid)).json.data.record;
    assertStatus(await app.call('DELETE', `/campaigns/${seeded.uid}`), 200);
    await app.set(uid, { status: 'pending-sending', send_at: app.clock.now() });
    await freeze(uid);
    assert.equal((await frozen(uid)).audience, 0);
  });
});
