import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { HOUR_MS } from '../../kernel/durations.ts';

eachEngine('recipients who get a campaign at their own time', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const shown = async (uid: string) => (await app.call('GET', `/campaigns/${uid}/delivery`)).json.data;
  const NAME = 'delivery.recipient_time_zone';
  const OWN = { field: 'TIMEZONE', last_open: 'no', time_zone: 'Europe/Berlin' };
  const WINDOW = { from: '09:00', to: '17:00' };
  const field = (tag: string, type = 'text') =>
    app.call('POST', `/lists/${app.listUid}/fields`, {
      json: { label: tag, tag, type, required: 'no', visibility: 'visible' },
    });

  before(async () => {
    assertStatus(await field('TIMEZONE'), 201);
    assertStatus(await field('BORN', 'date'), 201);
  });

  test('is given with a campaign, kept, changed until it begins, and taken away', async () => {
    const uid = await app.make({ delivery: { recipient_time_zone: { field: '[timezone]', last_open: true } } });
    const given = { field: 'TIMEZONE', last_open: 'yes', time_zone: 'UTC' };
    assert.deepEqual((await shown(uid)).recipient_time_zone, given);
    assert.equal((await shown(uid)).recipient_times, null);
    assertStatus(await app.update(uid, { delivery: { max_per_minute: 5 } }), 200);
    assert.deepEqual((await shown(uid)).recipient_time_zone, given, 'what is not sent stays');
    assert.equal((await app.row(uid)).begins_early, 14 * HOUR_MS);
    assertStatus(await app.update(uid, { delivery: { recipient_time_zone: OWN } }), 200);
    assert.equal((await app.row(uid)).begins_early, 13 * HOUR_MS, 'in December Berlin is an hour ahead of UTC');
    assertStatus(await app.update(uid, { send_at: '2027-07-01 09:00:00' }), 200);
    assert.equal((await app.row(uid)).begins_early, 12 * HOUR_MS, 'and two in July');
    assertStatus(await app.update(uid, { delivery: { recipient_time_zone: null } }), 200);
    assert.equal((await shown(uid)).recipient_time_zone, null);
    assert.equal((await app.row(uid)).begins_early, 0);
  });

  test('a copy has it, a version keeps it, and the whole record can be sent back', async () => {
    const uid = await app.make({ status: 'draft', delivery: { recipient_time_zone: OWN } });
    const copy = (await app.call('POST', `/campaigns/${uid}/copy`)).json.campaign_uid;
    assert.deepEqual((await shown(copy)).recipient_time_zone, OWN);
    const { record } = (await app.call('GET', `/campaigns/${uid}?full=1`)).json.data;
    assert.deepEqual(record.delivery.recipient_time_zone, OWN);
    assert.deepEqual([record.send_at_iso, record.begins_at_iso], ['2026-12-01T10:00:00Z', '2026-11-30T21:00:00Z']);
    assertStatus(await app.update(uid, { status: 'draft', delivery: record.delivery }), 200);
    assertStatus(await app.call('PUT', `/campaigns/${uid}/delivery`, { json: record.delivery }), 200);
    assertStatus(await app.update(uid, { status: 'draft', delivery: { recipient_time_zone: null } }), 200);
    const [last] = (await app.call('GET', `/campaigns/${uid}/versions`)).json.data.records;
    assert.deepEqual(last.changed, ['delivery.recipient_time_zone']);
  });

  test('what does not go together is refused, and nothing changes', async () => {
    const fault = async (json: Record<string, unknown>, uid?: string) => {
      const answer = uid
        ? await app.update(uid, json)
        : await app.call('POST', '/campaigns', {
            json: app.input({ delivery: { recipient_time_zone: OWN }, ...json }),
          });
      assertStatus(answer, 422);
      return answer.json.error;
    };
    assert.match((await fault({ type: 'autoresponder' }))[NAME], /^An autoresponder sends some time after an event/);
    const both = { delivery: { recipient_time_zone: OWN, sending_window: WINDOW } };
    assert.match((await fault(both))[NAME], /^A sending window uses the hours of one time zone/);
    const uid = await app.make({ delivery: { recipient_time_zone: OWN } });
    assert.match((await fault({ delivery: { sending_window: WINDOW } }, uid))[NAME], /^A sending window/);
    const put = await app.call('PUT', `/campaigns/${uid}/delivery`, { json: { sending_window: WINDOW } });
    assertStatus(put, 422);
    assert.match(put.json.error.sending_window, /^A sending window/);
    const change = await app.call('PUT', `/campaigns/${uid}/delivery`, { json: { recipient_time_zone: null } });
    assertStatus(change, 422);
    assert.match(change.json.error.recipient_time_zone, /changed with the campaign/);
    const tested = await app.call('PUT', `/campaigns/${uid}/ab-test`, {
      json: { percent: 20, decided_by: 'hand', wait_minutes: 60 },
    });
    assertStatus(tested, 400);
    assert.match(tested.json.error, /^An A\/B test ends for everyone at the same time/);
    const other = await app.make({ status: 'draft' });
    const json = { percent: 20, decided_by: 'hand', wait_minutes: 60 };
    assertStatus(await app.call('PUT', `/campaigns/${other}/ab-test`, { json }), 200);
    const untestable = await fault({ status: 'draft', delivery: { recipient_time_zone: OWN } }, other);
    assert.match(untestable[NAME], /^An A\/B test ends for everyone at the same time/);
    assert.deepEqual((await shown(uid)).recipient_time_zone, OWN);
    assert.equal((await shown(uid)).sending_window, null);
  });

  test('each fault is named with what would be right', async () => {
    const fault = async (recipient_time_zone: unknown) => {
      const answer = await app.call('POST', '/campaigns', { json: app.input({ delivery: { recipient_time_zone } }) });
      assertStatus(answer, 422);
      return answer.json.error;
    };
    assert.match((await fault('Europe/Berlin'))[NAME], /must be an object with field, last_open and time_zone/);
    assert.match((await fault({}))[NAME], /^Recipient time zone needs a field of the list, last_open, or both/);
    assert.match((await fault({ field: 'ZONE' }))[`${NAME}.field`], /^The list has no field ZONE\. .*FNAME.*TIMEZONE/);
    assert.match((await fault({ field: 'BORN' }))[`${NAME}.field`], /^Field BORN cannot hold a time zone/);
    assert.match((await fault({ field: 'EMAIL' }))[`${NAME}.field`], /^Field EMAIL cannot hold a time zone/);
    assert.deepEqual(await fault({ last_open: 'perhaps', time_zone: 'Mars/Olympus' }), {
      [`${NAME}.last_open`]: 'Last open must be yes or no.',
      [`${NAME}.time_zone`]: 'Time zone must be a name of the IANA database, as Europe/Berlin.',
    });
  });

  test('once it has begun, neither its times nor its send time change', async () => {
    const uid = await app.make({ status: 'draft', delivery: { recipient_time_zone: OWN } });
    await app.set(uid, { status: 'paused', freeze_until_id: 9 });
    for (const [name, json] of [
      ['send_at', { send_at: '2026-12-02 10:00:00' }],
      [NAME, { delivery: { recipient_time_zone: null } }],
      [NAME, { delivery: { recipient_time_zone: { ...OWN, last_open: 'yes' } } }],
    ] as const) {
      const answer = await app.update(uid, json);
      assertStatus(answer, 422);
      assert.match(
        answer.json.error[name],
        /^The campaign has started, and each of its messages already has its send time/,
      );
    }
    assertStatus(await app.update(uid, { subject: 'Other', delivery: { recipient_time_zone: OWN } }), 200);
  });
});
