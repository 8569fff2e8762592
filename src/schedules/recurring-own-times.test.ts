// Recurring campaigns that each recipient gets at their own time: a run is made when the first
// clocks of the world show its time, and only once, however the campaign is held up or changed.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { openForSuite } from '../../test/support/campaigns.ts';
import { at, DAY, type RecurringApp, recurringApp } from '../../test/support/recurring.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { forgetCallers } from '../accounts/keys/known-callers.ts';
import { findCustomer } from '../accounts/queries.ts';
import { updateCustomer } from '../accounts/update.ts';
import { followTimeZone } from '../campaigns/autoresponder/follow-time-zone.ts';
import { dueInZone } from '../campaigns/recipient-time/rules.ts';
import { nextInstants } from '../campaigns/schedule/cron.ts';
import { MINUTE_MS } from '../kernel/durations.ts';

const HOUR = DAY / 24;
const OWN = { recipient_time_zone: { field: 'ZONE' } };
const MONDAYS = '0 9 * * 1';

eachEngine('recurring campaigns at the recipients’ own time', (engine) => {
  let app: RecurringApp;
  openForSuite(engine, (opened) => {
    app = recurringApp(opened);
  });
  before(async () => {
    const field = { label: 'Zone', tag: 'ZONE', type: 'text', required: 'no', visibility: 'visible' };
    assertStatus(await app.call('POST', `/lists/${app.listUid}/fields`, { json: field }), 201);
  });
  const weekly = (options = {}, members = {}) =>
    app.daily({ cronjob: MONDAYS, ...options }, { delivery: OWN, ...members });
  const customer = async (time_zone: string) => {
    await app.db.updateTable('customer').set({ time_zone }).where('id', '=', app.customer.id).execute();
    forgetCallers();
  };

  test('a run is made when it is that time in UTC+14, with the send time of its instant', async () => {
    await app.begin('2026-12-03T12:00:00');
    const uid = await weekly();
    await app.tick();
    const { status, next_run_at, begins_early } = await app.row(uid);
    assert.deepEqual([status, next_run_at, begins_early], ['sending', at('2026-12-07T09:00:00'), 14 * HOUR]);
    const { waits } = (await app.call('GET', `/campaigns/${uid}/delivery`)).json.data;
    const early = 'It starts at 2026-12-06 19:00:00 UTC, when the first time zone reaches its send time.';
    assert.equal(waits, `Its next run is at 2026-12-07 09:00:00 UTC. ${early}`);
    app.clock.set(at('2026-12-06T18:59:59'));
    await app.tick();
    assert.deepEqual(await app.names(uid), []);
    await app.tick(1_000);
    await app.tick(3 * HOUR);
    const [run, ...others] = await app.runsOf(uid);
    assert.ok(run);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [run.name, run.send_at, run.begins_early, run.started_at, run.status],
      ['News (2026-12-07 09:00)', at('2026-12-07T09:00:00'), 14 * HOUR, at('2026-12-06T19:00:00'), 'processing'],
    );
    assert.equal(run.recipient_time_zone, (await app.row(uid)).recipient_time_zone);
    const { next_runs, begins_at, last_runs, runs } = await app.schedule(uid);
    assert.deepEqual([next_runs[0], begins_at, runs], ['2026-12-14 09:00:00', '2026-12-13 19:00:00', '1']);
    assert.deepEqual(last_runs, [{ campaign_uid: run.uid, run_at: '2026-12-07 09:00:00', status: 'processing' }]);
    const calendar = await app.call('GET', '/calendar?from=2026-12-06&to=2026-12-14');
    assert.deepEqual(
      calendar.json.data.records.map((entry: { kind: string; at: string }) => [entry.kind, entry.at]),
      [
        ['began', '2026-12-07T09:00:00.000Z'],
        ['run', '2026-12-14T09:00:00.000Z'],
      ],
    );
  });

  test('over changes of the clock it begins with the same clocks', async () => {
    await customer('Europe/Berlin');
    const twoWeeksFrom = async (text: string) => {
      await app.begin(text);
      const uid = await weekly();
      await app.tick();
      for (let hour = 0; hour < 24 * 14; hour += 1) await app.tick(HOUR);
      return (await app.runsOf(uid)).map((run) => [run.send_at, run.begins_early, run.started_at]);
    };
    assert.deepEqual(await twoWeeksFrom('2027-03-17T12:00:00'), [
      [at('2027-03-22T08:00:00'), 13 * HOUR, at('2027-03-21T19:00:00')],
      [at('2027-03-29T07:00:00'), 12 * HOUR, at('2027-03-28T19:00:00')],
    ]);
    assert.deepEqual(await twoWeeksFrom('2027-10-20T12:00:00'), [
      [at('2027-10-25T07:00:00'), 12 * HOUR, at('2027-10-24T19:00:00')],
      [at('2027-11-01T08:00:00'), 13 * HOUR, at('2027-10-31T19:00:00')],
    ]);
    // Of a time that the customer's clock skips, everybody gets the first one after the gap.
    await app.begin('2027-03-27T12:00:00');
    const skipped = await weekly({ cronjob: '30 2 28 * *' });
    await app.tick();
    await app.tick(HOUR);
    const [run] = await app.runsOf(skipped);
    assert.ok(run?.send_at);
    assert.deepEqual([run.name, run.send_at], ['News (2027-03-28 03:00)', at('2027-03-28T01:00:00')]);
    const time = { field: 'ZONE', last_open: false, time_zone: 'Europe/Berlin' };
    assert.equal(dueInZone(run.send_at, 'America/New_York', time), at('2027-03-28T07:00:00'));
    await customer('UTC');
  });

  test('before it begins it tells of its first run, whenever it was to begin', async () => {
    await app.begin('2026-12-01T12:00:00');
    const uid = await weekly({}, { send_at: '2026-12-05 00:00:00' });
    await app.tick();
    const { status, waits } = (await app.call('GET', `/campaigns/${uid}/delivery`)).json.data;
    assert.equal(status, 'pending-sending');
    assert.match(waits, /^Its next run is at 2026-12-07 09:00:00 UTC\. It starts at 2026-12-06 19:00:00 UTC/);
    const { record } = (await app.call('GET', `/campaigns/${uid}?full=1`)).json.data;
    assert.deepEqual([record.send_at_iso, record.begins_at_iso], ['2026-12-05T00:00:00Z', '2026-12-06T19:00:00Z']);
    const { send_at, begins_at } = (await app.call('GET', `/campaigns/${uid}/recipient-times`)).json.data.record;
    assert.deepEqual([send_at, begins_at].map(Date.parse), [at('2026-12-07T09:00:00'), at('2026-12-06T19:00:00')]);
  });

  test('it is missed when its instant is past, not when the first clocks were', async () => {
    await app.begin('2026-12-03T12:00:00');
    const [once, skip] = [await weekly(), await weekly({ cronjob_missed: 'skip' })];
    await app.tick();
    app.clock.set(at('2026-12-07T08:00:00'));
    await app.tick();
    for (const uid of [once, skip]) assert.deepEqual(await app.names(uid), ['News (2026-12-07 09:00)']);
    app.clock.set(at('2026-12-14T09:11:00'));
    await app.tick();
    assert.deepEqual((await app.names(once)).slice(1), ['News (2026-12-14 09:00)']);
    assert.deepEqual((await app.names(skip)).slice(1), []);
    for (const uid of [once, skip]) assert.equal((await app.row(uid)).next_run_at, at('2026-12-21T09:00:00'));
  });

  test('saved when the first clocks are past it, it can be taken back for half a minute', async () => {
    await app.begin('2026-12-06T23:00:00');
    const uid = await weekly();
    await app.tick();
    await app.tick(29_000);
    assert.deepEqual(await app.names(uid), []);
    await app.tick(1_000);
    const [run] = await app.runsOf(uid);
    assert.deepEqual([run?.status, run?.begins_early], ['processing', 14 * HOUR]);
  });

  test('changed while a run is on its way, the schedule goes on after that run', async () => {
    await app.begin('2026-12-06T12:00:00');
    const uid = await weekly();
    await app.tick();
    app.clock.set(at('2026-12-06T20:00:00'));
    await app.tick();
    await app.toggle(uid);
    assertStatus(await app.update(uid, { subject: 'Other' }), 200);
    assert.equal((await app.schedule(uid)).next_runs[0], '2026-12-14 09:00:00');
    assertStatus(await app.update(uid, { options: { cronjob: '0 8 * * 1' } }), 200);
    assert.equal((await app.schedule(uid)).next_runs[0], '2026-12-14 08:00:00');
    assertStatus(await app.update(uid, { delivery: { recipient_time_zone: null } }), 200);
    await app.toggle(uid);
    for (let hour = 0; hour < 24 * 9; hour += 1) await app.tick(HOUR);
    assert.deepEqual(await app.names(uid), ['News (2026-12-07 09:00)', 'News (2026-12-14 08:00)']);
    const runs = await app.runsOf(uid);
    assert.deepEqual(
      runs.map((run) => [run.subject, run.begins_early, run.started_at]),
      [
        ['Hello [FNAME]', 14 * HOUR, at('2026-12-06T20:00:00')],
        ['Other', 0, at('2026-12-14T08:00:00')],
      ],
    );
  });

  test('runs made when the clock was ahead do not hold the schedule up', async () => {
    await app.begin('2027-12-03T12:00:00');
    const uid = await weekly();
    await app.tick();
    app.clock.set(at('2027-12-06T08:00:00'));
    await app.tick();
    assert.equal((await app.names(uid)).length, 1);
    app.clock.set(at('2026-12-03T12:00:00'));
    await app.toggle(uid);
    assertStatus(await app.update(uid, { subject: 'Other' }), 200);
    assert.equal((await app.schedule(uid)).next_runs[0], '2026-12-07 09:00:00');
  });

  test('runs that overlap are made each at its beginning, none twice and none left out', async () => {
    await app.begin('2026-12-01T00:00:00');
    await customer('America/New_York');
    const cronjob = '0 * * * *';
    const uid = await weekly({ cronjob });
    for (let second = 0; second < 60; second += 1) await app.tick(1_000);
    const schedule = { cron: cronjob, timeZone: 'America/New_York' };
    const instants = nextInstants(schedule, at('2026-12-01T00:00:00'), 100);
    const made = async () => (await app.runsOf(uid)).map((run) => run.send_at);
    // It is 19:00 in New York, and 14:00 of the next day where clocks are first.
    assert.deepEqual(await made(), instants.slice(0, 19));
    for (let minute = 0; minute < 150; minute += 1) await app.tick(MINUTE_MS);
    assert.deepEqual(await made(), instants.slice(0, 21));
    for (const run of (await app.runsOf(uid)).slice(-2))
      assert.ok((run.started_at ?? 0) - ((run.send_at ?? 0) - run.begins_early) < MINUTE_MS);
    await customer('UTC');
  });

  test('after the last of its runs it is sent', async () => {
    await app.begin('2026-12-03T12:00:00');
    const uid = await weekly({ cronjob_max_runs: 1 });
    await app.tick();
    app.clock.set(at('2026-12-06T19:00:00'));
    await app.tick();
    const { status, next_run_at, begins_early } = await app.row(uid);
    assert.deepEqual([status, next_run_at, begins_early], ['sent', null, 0]);
    assert.equal((await app.names(uid)).length, 1);
    assert.equal((await app.schedule(uid)).begins_at, null);
  });

  test('another time zone of the customer is that of its runs too', async () => {
    await app.begin('2026-12-03T12:00:00');
    const uid = await weekly();
    await app.tick();
    const before = await findCustomer(app.db, app.customer.id);
    assert.ok(before);
    await updateCustomer(app.db, before, { timeZone: 'Europe/Berlin' }, followTimeZone);
    forgetCallers();
    const { next_run_at, begins_early } = await app.row(uid);
    assert.deepEqual([next_run_at, begins_early], [at('2026-12-07T08:00:00'), 13 * HOUR]);
    const { recipient_time_zone } = (await app.call('GET', `/campaigns/${uid}/delivery`)).json.data;
    assert.equal(recipient_time_zone.time_zone, 'Europe/Berlin');
    await app.toggle(uid);
    assertStatus(await app.update(uid, { subject: 'Other' }), 200);
    await customer('UTC');
  });

  test('what cannot be right is refused with what would be', async () => {
    await app.begin('2026-12-03T12:00:00');
    const name = 'delivery.recipient_time_zone';
    const fault = async (own: object, cronjob = MONDAYS) => {
      const options = { cronjob, cronjob_enabled: 1 };
      const delivery = { recipient_time_zone: { field: 'ZONE', ...own } };
      const answer = await app.call('POST', '/campaigns', { json: app.input({ options, delivery }) });
      assertStatus(answer, 422);
      return answer.json.error;
    };
    const unknown = await fault({ field: 'MOON' });
    assert.deepEqual(Object.keys(unknown), [`${name}.field`]);
    assert.match(unknown[`${name}.field`], /^The list has no field MOON\. .* \(it has .*ZONE/);
    assert.match((await fault({ field: 'EMAIL' }))[`${name}.field`], /^Field EMAIL cannot hold a time zone/);
    const other = await fault({ time_zone: 'Europe/Berlin' });
    assert.deepEqual(Object.keys(other), [`${name}.time_zone`]);
    assert.match(other[`${name}.time_zone`], /^The cronjob uses the time zone UTC/);
    const together = await fault({ last_open: 'yes' }, '0 9,18 * * *');
    assert.deepEqual(Object.keys(together), [`${name}.last_open`]);
    assert.match(together[`${name}.last_open`], /Please use one time a day, or set last_open to no/);
    assert.deepEqual(Object.keys(await fault({ last_open: 'yes' }, 'every day')), ['options.cronjob']);
    const uid = await weekly({ cronjob: '0 9 * * *' }, { delivery: { recipient_time_zone: { last_open: 'yes' } } });
    assert.equal((await app.row(uid)).begins_early, 0);
    const before = await app.row(uid);
    assertStatus(await app.update(uid, { options: { cronjob: '0 9,18 * * *' } }), 422);
    assert.deepEqual(await app.row(uid), before);
  });
});
