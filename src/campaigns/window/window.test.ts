import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';

eachEngine('the sending window of a campaign', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const shown = async (uid: string) => (await app.call('GET', `/campaigns/${uid}/delivery`)).json.data;
  const WORKING = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00', time_zone: 'Europe/Berlin' };

  test('is given with a campaign, changed at any time, and taken away', async () => {
    const uid = await app.make({ delivery: { sending_window: WORKING } });
    assert.deepEqual((await shown(uid)).sending_window, WORKING);
    assertStatus(await app.update(uid, { delivery: { max_per_minute: 5 } }), 200);
    assert.deepEqual((await shown(uid)).sending_window, WORKING, 'what is not sent stays');
    await app.set(uid, { status: 'sending' });
    const put = (json: unknown) => app.call('PUT', `/campaigns/${uid}/delivery`, { json });
    const changed = await put({ sending_window: { from: '8:30', to: '24:00', days: 'SUN, mon' } });
    assert.deepEqual(changed.json.data.sending_window, {
      days: ['mon', 'sun'],
      from: '08:30',
      to: '24:00',
      time_zone: 'UTC',
    });
    assert.deepEqual((await put({ sending_window: '' })).json.data.sending_window.from, '08:30');
    assert.equal((await put({ sending_window: null })).json.data.sending_window, null);
    const every = await put({ sending_window: { from: '00:00', to: '12:00' } });
    assert.equal(every.json.data.sending_window.days.length, 7, 'all days where none is named');
  });

  test('a copy has it, a version keeps it, and the whole record shows it', async () => {
    const uid = await app.make({ status: 'draft', delivery: { sending_window: WORKING } });
    const copy = (await app.call('POST', `/campaigns/${uid}/copy`)).json.campaign_uid;
    assert.deepEqual((await shown(copy)).sending_window, WORKING);
    const { record } = (await app.call('GET', `/campaigns/${uid}?full=1`)).json.data;
    assert.deepEqual(record.delivery.sending_window, WORKING);
    assertStatus(await app.update(uid, { status: 'draft', delivery: record.delivery }), 200);
  });

  test('while it is closed the delivery says until when, and the time left counts it', async () => {
    // The clock of the suite shows Saturday, 21 November 2026, 12:00 UTC.
    const uid = await app.make({ delivery: { sending_window: WORKING } });
    await app.set(uid, { status: 'sending', send_at: 0, started_at: 0, freeze_until_id: 1, freeze_done: 0 });
    const closed = await shown(uid);
    assert.equal(closed.window_opens_at, '2026-11-23T08:00:00.000Z');
    assert.match(closed.waits, /waits for 09:00 Mon \(Europe\/Berlin\)/);
  });

  test('what is wrong is named, and nothing changes', async () => {
    const uid = await app.make({ delivery: { sending_window: WORKING } });
    const fault = async (sending_window: unknown) => {
      const answer = await app.update(uid, { delivery: { sending_window } });
      assertStatus(answer, 422);
      return answer.json.error;
    };
    const name = 'delivery.sending_window';
    assert.deepEqual(await fault({ ...WORKING, from: '25:00', to: 'noon' }), {
      [`${name}.from`]: 'From must be a time of day from 00:00 to 23:59, such as 09:00.',
      [`${name}.to`]: 'To must be a time of day from 00:00 to 23:59, such as 09:00, or 24:00.',
    });
    assert.deepEqual(await fault({ days: 'mon,fry', time_zone: 'Mars/Olympus' }), {
      [`${name}.days`]: 'Days must be of: mon, tue, wed, thu, fri, sat, sun.',
      [`${name}.time_zone`]: 'Time zone must be a name of the IANA database, as Europe/Berlin.',
    });
    assert.deepEqual(await fault({ ...WORKING, from: '22:00', to: '06:00' }), {
      [`${name}.to`]: 'To must be later than from: a window cannot cross midnight.',
    });
    assert.match((await fault({ from: [{}], time_zone: [{}] }))[`${name}.from`], /must be a time of day/);
    assert.match((await fault('mon 9-17'))[name], /must be an object with days, from, to and time_zone/);
    assert.deepEqual((await shown(uid)).sending_window, WORKING);
  });
});
