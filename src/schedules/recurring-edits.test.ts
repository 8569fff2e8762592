// Recurring campaigns that are changed, refused, copied and deleted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { openForSuite } from '../../test/support/campaigns.ts';
import { at, DAY, type RecurringApp, recurringApp } from '../../test/support/recurring.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { findCustomer } from '../accounts/queries.ts';
import { updateCustomer } from '../accounts/update.ts';
import { followTimeZone } from '../campaigns/autoresponder/follow-time-zone.ts';
import { campaignsDue } from '../campaigns/delivery/progress.ts';
import { removeCampaign } from '../campaigns/remove.ts';

eachEngine('changes of recurring campaigns', (engine) => {
  let app: RecurringApp;
  openForSuite(engine, (opened) => {
    app = recurringApp(opened);
  });

  test('an edit begins the schedule anew from that moment', async () => {
    await app.begin('2026-12-01T12:00:00');
    const uid = await app.daily();
    await app.tick();
    await app.toggle(uid);
    app.clock.set(at('2026-12-03T12:00:00'));
    assertStatus(await app.update(uid, { subject: 'Other', options: { cronjob: '30 14 * * 5' } }), 200);
    await app.toggle(uid);
    await app.tick();
    assert.deepEqual(await app.names(uid), []);
    assert.equal((await app.schedule(uid)).next_runs[0], '2026-12-04 14:30:00');
    app.clock.set(at('2026-12-04T14:30:00'));
    await app.tick();
    const runs = await app.runsOf(uid);
    assert.deepEqual(
      runs.map((run) => [run.name, run.subject]),
      [['News (2026-12-04 14:30)', 'Other']],
    );
  });

  test('disabled after a run it pauses, and is never sent itself; before, it goes when it is told to', async () => {
    await app.begin('2026-12-01T12:00:00');
    const uid = await app.daily();
    await app.tick();
    await app.tick(DAY);
    await app.toggle(uid);
    assertStatus(await app.update(uid, { options: { cronjob_enabled: 0 } }), 200);
    await app.toggle(uid);
    await app.tick(30 * DAY);
    const resting = await app.row(uid);
    assert.deepEqual([resting.status, resting.freeze_until_id], ['sending', null]);
    assert.equal((await app.runsOf(uid)).length, 1);
    assert.deepEqual((await app.schedule(uid)).next_runs, []);
    await app.toggle(uid);
    assertStatus(await app.update(uid, { options: { cronjob_enabled: 1 } }), 200);
    await app.toggle(uid);
    await app.tick(DAY);
    assert.equal((await app.names(uid)).length, 2);
    const early = await app.daily();
    const before = await app.row(early);
    const off = { options: { cronjob_enabled: 0 } };
    const refused = await app.update(early, off);
    assertStatus(refused, 422);
    assert.match(refused.json.error.send_at, /would be sent to everyone immediately\. Please give another send at/);
    assert.deepEqual(await app.row(early), before);
    const paused = await app.daily();
    assertStatus(await app.update(paused, { ...off, status: 'paused' }), 200);
    const later = await app.daily();
    assertStatus(await app.update(later, { ...off, send_at: '2027-02-01 09:00:00' }), 200);
    assertStatus(await app.update(early, { ...off, send_at_iso: new Date(app.clock.now()).toISOString() }), 200);
    await app.tick();
    const statuses = [early, later, paused].map(async (one) => (await app.row(one)).status);
    assert.deepEqual(await Promise.all(statuses), ['processing', 'pending-sending', 'paused']);
  });

  test('disabled between its send time and its first run, it does not go to everybody either', async () => {
    await app.begin('2026-12-01T12:00:00');
    const uid = await app.daily();
    await app.tick();
    const before = await app.row(uid);
    assert.deepEqual([before.status, before.run_count], ['sending', 0]);
    const refused = await app.update(uid, { options: { cronjob_enabled: 0 } });
    assertStatus(refused, 422);
    assert.match(refused.json.error.send_at, /would be sent to everyone immediately/);
    assert.deepEqual(await app.row(uid), before);
    assert.deepEqual(await campaignsDue(app.db, app.clock.now()), []);
    assertStatus(await app.update(uid, { options: { cronjob_enabled: 0 }, send_at: '2026-12-01 12:00:00' }), 200);
    const [due] = await campaignsDue(app.db, app.clock.now());
    assert.equal(due?.uid, uid, 'told to, it goes');
  });

  test('a copy takes the schedule along and begins when it is given a send time', async () => {
    await app.begin('2026-12-01T12:00:00');
    const uid = await app.daily({ cronjob_max_runs: 5 });
    await app.tick();
    await app.tick(DAY);
    const { campaign_uid: copy } = (await app.call('POST', `/campaigns/${uid}/copy`)).json;
    assert.deepEqual((await app.schedule(copy)).next_runs, []);
    const { run_count, next_run_at, parent_id, status } = await app.row(copy);
    assert.deepEqual([run_count, next_run_at, parent_id, status], [0, null, null, 'draft']);
    assertStatus(await app.update(copy, { status: 'pending-sending', send_at: '2026-12-10 00:00:00' }), 200);
    assert.deepEqual(
      (await app.schedule(copy)).next_runs,
      [10, 11, 12, 13, 14].map((day) => `2026-12-${day} 09:00:00`),
    );
  });

  test('another time zone: the same local times; skipped ones are missed, repeated ones do not run again', async () => {
    await app.begin('2026-12-01T12:00:00');
    const setZone = async (timeZone: string) => {
      const customer = await findCustomer(app.db, app.customer.id);
      assert.ok(customer);
      await updateCustomer(app.db, customer, { timeZone }, followTimeZone);
    };
    await setZone('America/New_York');
    const [once, skip] = [await app.daily(), await app.daily({ cronjob_missed: 'skip' })];
    const [paused, early] = [await app.daily(), await app.daily({}, { send_at: '2026-12-09 09:00:00' })];
    await app.tick();
    await app.toggle(paused);
    const due = async (uid: string) => (await app.row(uid)).next_run_at;
    assert.equal(await due(early), at('2026-12-09T14:00:00'));
    app.clock.set(at('2026-12-01T14:05:00')); // the day's run has been created
    await app.tick();
    // East: tomorrow's run is earlier.
    await setZone('Europe/Berlin');
    assert.equal(await due(once), at('2026-12-02T08:00:00'));
    assert.equal(await due(early), at('2026-12-09T14:00:00'), 'nothing before its send_at');
    app.clock.set(at('2026-12-02T08:00:00'));
    await app.tick();
    // West, after the day's run: it is not created again when the clock shows nine a second time.
    await setZone('America/New_York');
    app.clock.set(at('2026-12-02T14:00:00'));
    await app.tick();
    app.clock.set(at('2026-12-03T13:20:00')); // 8:20
    await app.tick();
    // East, past the time of that day's run.
    await setZone('Europe/Berlin');
    await app.tick();
    const days = (names: string[]) => names.map((name) => name.slice('News ('.length, -1));
    assert.deepEqual(days(await app.names(once)), ['2026-12-01 09:00', '2026-12-02 09:00', '2026-12-03 09:00']);
    assert.deepEqual(days(await app.names(skip)), ['2026-12-01 09:00', '2026-12-02 09:00']);
    const [missed] = (await app.schedule(skip)).last_runs;
    assert.deepEqual([missed.run_at, missed.status], ['2026-12-03 09:00:00', 'missed']);
    await app.toggle(paused);
    await app.tick();
    assert.deepEqual(days(await app.names(paused)), [], 'what passed while it was paused is not made up for');
    await setZone('UTC');
  });

  test('faults of a schedule are told when it is saved', async () => {
    await app.begin('2026-12-01T12:00:00');
    const refused = (options: object, faults: Record<string, string>) =>
      app.refused({ options: { cronjob: '0 9 * * *', cronjob_enabled: 1, ...options } }, faults);
    await refused({ cronjob: '0 9 30 2 *' }, { 'options.cronjob': 'Cronjob never runs: there is no such day.' });
    await refused({ cronjob: null }, { 'options.cronjob': 'Cronjob cannot be blank.' });
    await refused(
      { cronjob_missed: 'all' },
      { 'options.cronjob_missed': 'Cronjob missed must be one of: once, skip.' },
    );
    const most = 'options.cronjob_max_runs';
    await refused({ cronjob_max_runs: 0 }, { [most]: 'Cronjob max runs must be -1 (no limit) or at least 1.' });
    const uid = await app.daily();
    await app.tick();
    await app.tick(DAY);
    await app.toggle(uid);
    const fewer = await app.update(uid, { options: { cronjob_max_runs: 1 } });
    assertStatus(fewer, 422);
    const made = 'Cronjob max runs must be -1 (no limit) or more than the 1 that were made.';
    assert.deepEqual(fewer.json.error, { [most]: made });
    assertStatus(await app.update(uid, { status: 'draft' }), 200);
    assertStatus(await app.update(uid, { type: 'autoresponder' }), 422);
  });

  test('a campaign that has begun to be sent itself cannot recur any more', async () => {
    await app.begin('2026-12-01T12:00:00');
    const uid = await app.make({ send_at: '2026-11-01 00:00:00' });
    await app.tick();
    await app.toggle(uid);
    const late = await app.update(uid, { options: { cronjob: '0 9 * * *', cronjob_enabled: 1 } });
    assertStatus(late, 422);
    assert.match(late.json.error['options.cronjob_enabled'], /has started sending/);
    const { time_zone: _, max_runs: __, missed: ___, ...shown } = await app.schedule(uid);
    assert.deepEqual(shown, {
      cronjob: null,
      cronjob_enabled: 'no',
      next_runs: [],
      begins_at: null,
      runs: '0',
      last_runs: [],
    });
  });

  test('nobody else sees a schedule', async () => {
    const uid = await app.daily();
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/campaigns/${uid}/schedule`, { key }), 404);
    assertStatus(await app.call('GET', '/campaigns/ab00000000000/schedule'), 404);
  });

  test('deleting leaves the runs, and deleting a run leaves the others', async () => {
    await app.begin('2026-12-01T12:00:00');
    const uid = await app.daily();
    await app.tick();
    for (let day = 0; day < 2; day++) await app.tick(DAY);
    const [first, second] = await app.runsOf(uid);
    assert.ok(first && second);
    await app.toggle(first.uid);
    assertStatus(await app.call('DELETE', `/campaigns/${first.uid}`), 200);
    const statuses = (await app.schedule(uid)).last_runs.map((run: { status: string }) => run.status);
    assert.deepEqual(statuses, ['processing', 'deleted']);
    await app.toggle(uid);
    const { id } = await app.row(uid);
    assertStatus(await app.call('DELETE', `/campaigns/${uid}`), 200);
    while (await removeCampaign(app.db));
    assert.deepEqual(await app.db.selectFrom('campaign_run').selectAll().where('campaign_id', '=', id).execute(), []);
    assert.equal((await app.row(second.uid)).status, 'processing');
    assert.ok(!('parent_campaign_uid' in (await app.record(second.uid))));
  });
});
