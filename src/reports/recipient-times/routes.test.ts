// When recipients get a campaign, told before it begins, on both engines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';

eachEngine('recipients’ own times before the beginning', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const own = { field: 'ZONE', time_zone: 'Europe/Berlin' };
  const times = async (uid: string) => {
    const answer = await app.call('GET', `/campaigns/${uid}/recipient-times`);
    assertStatus(answer, 200);
    return answer.json.data.record;
  };
  const add = async (listUid: string, email: string, ZONE?: string, details = { status: 'confirmed' }) =>
    assertStatus(
      await app.call('POST', `/lists/${listUid}/subscribers`, { json: { EMAIL: email, ZONE, details } }),
      201,
    );

  before(async () => {
    const json = { label: 'Zone', tag: 'ZONE', type: 'text', required: 'no', visibility: 'visible' };
    assertStatus(await app.call('POST', `/lists/${app.listUid}/fields`, { json }), 201);
    const zones = ['Asia/Tokyo', 'asia/seoul', 'Asia/Tokyo', 'UTC+9', 'America/New_York', 'at home "', undefined];
    for (const [n, zone] of zones.entries()) await add(app.listUid, `z${n}@example.test`, zone);
    await add(app.listUid, 'left@example.test', 'Asia/Tokyo', { status: 'unsubscribed' });
    await add(app.listUid, 'blocked@example.test', 'Asia/Tokyo');
    assertStatus(await app.call('POST', '/suppressions', { json: { email: 'blocked@example.test' } }), 201);
  });

  test('tells how many get it when, and of how many nothing is known', async () => {
    const uid = await app.make({ send_at: '2026-12-01 08:00:00', delivery: { recipient_time_zone: own } });
    const { counted_at, ...told } = await times(uid);
    assert.notEqual(counted_at, null);
    assert.deepEqual(told, {
      campaign_uid: uid,
      send_at: '2026-12-01T08:00:00.000Z',
      begins_at: '2026-11-30T19:00:00.000Z',
      known: 5,
      by_last_open: 0,
      unknown: 2,
      unreadable: 1,
      times: [
        { at: '2026-12-01T00:00:00.000Z', people: 4, time_zones: ['Asia/Tokyo', '+09:00', 'Asia/Seoul'] },
        { at: '2026-12-01T08:00:00.000Z', people: 2, time_zones: [] },
        { at: '2026-12-01T14:00:00.000Z', people: 1, time_zones: ['America/New_York'] },
      ],
    });
  });

  test('one without a send time, or with a past one, is told as if it was sent now', async () => {
    const uid = await app.make({ status: 'draft', send_at: undefined, delivery: { recipient_time_zone: own } });
    await app.set(uid, { send_at: null });
    const now = await times(uid);
    assert.deepEqual([now.send_at, now.begins_at], ['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z']);
    assert.equal(now.times[0].at, '2026-11-21T04:00:00.000Z', 'their time is past: they get it at once');
  });

  test('by the last open, and in a campaign to several lists each address once', async () => {
    const other = (await app.call('POST', `/lists/${app.listUid}/copy`)).json.list_uid;
    await add(other, 'z0@example.test', 'America/New_York');
    await add(other, 'new@example.test', 'America/New_York');
    const list_uids = [app.listUid, other];
    const both = await app.make({ list_uids, delivery: { recipient_time_zone: { ...own, last_open: 'yes' } } });
    const told = await times(both);
    assert.deepEqual([told.known, told.by_last_open, told.unknown], [6, 0, 2]);
    assert.equal(told.times.at(-1).people, 2, 'z0 gets it through the first list');
  });

  test('what has none says so; what is another’s does not exist', async () => {
    const plain = await app.make();
    const none = await app.call('GET', `/campaigns/${plain}/recipient-times`);
    assertStatus(none, 400);
    assert.match(none.json.error, /^All recipients get this campaign at the same time/);
    const uid = await app.make({ delivery: { recipient_time_zone: own } });
    await app.set(uid, { freeze_until_id: 1 });
    const begun = await app.call('GET', `/campaigns/${uid}/recipient-times`);
    assertStatus(begun, 400);
    assert.match(begun.json.error, /^The campaign has started/);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/campaigns/${uid}/recipient-times`, { key }), 404);
  });
});
