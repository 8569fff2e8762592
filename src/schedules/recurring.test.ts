// Runs of recurring campaigns, with a clock set by the test: on time, missed, paused, ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { openForSuite } from '../../test/support/campaigns.ts';
import { at, DAY, type RecurringApp, recurringApp } from '../../test/support/recurring.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { forgetCallers } from '../accounts/keys/known-callers.ts';
import { parsedOptions } from '../campaigns/options.ts';

eachEngine('recurring campaigns', (engine) => {
  let app: RecurringApp;
  openForSuite(engine, (opened) => {
    app = recurringApp(opened);
  });

  test('at each instant a run is made that is a campaign like others', async () => {
    await app.begin('2026-11-21T12:00:00');
    const template = { content: '<p>Hi</p>', plain_text: 'By hand, all of it', inline_css: 'yes' };
    const uid = await app.daily({ url_tracking: 'yes', email_stats: 'ada@example.test' }, { template });
    await app.tick();
    const waiting = await app.row(uid);
    assert.deepEqual(
      [waiting.status, waiting.freeze_until_id, waiting.next_run_at],
      ['sending', null, at('2026-11-22T09:00:00')],
    );
    assert.deepEqual(await app.names(uid), []);
    app.clock.set(at('2026-11-22T09:00:00'));
    await app.tick();
    await app.tick();
    const [run] = await app.runsOf(uid);
    assert.ok(run);
    const parent = await app.row(uid);
    assert.deepEqual(
      [run.name, run.send_at, run.status, run.type, run.next_run_at],
      ['News (2026-11-22 09:00)', at('2026-11-22T09:00:00'), 'processing', 'regular', null],
    );
    for (const same of ['content', 'plain_text', 'inline_css', 'list_id', 'segment_id', 'subject'] as const) {
      assert.equal(run[same], parent[same], same);
    }
    assert.deepEqual(parsedOptions(run), { ...parsedOptions(parent), cronjob_enabled: 0 });
    assert.deepEqual([parent.status, parent.run_count, parent.freeze_until_id], ['sending', 1, null]);
    assert.equal((await app.record(run.uid)).parent_campaign_uid, uid);
    assert.ok(!('parent_campaign_uid' in (await app.record(uid))));
    for (let day = 0; day < 3; day++) await app.tick(DAY);
    const { last_runs: lastRuns, ...shown } = await app.schedule(uid);
    assert.deepEqual(shown, {
      cronjob: '0 9 * * *',
      cronjob_enabled: 'yes',
      time_zone: 'UTC',
      next_runs: [26, 27, 28, 29, 30].map((day) => `2026-11-${day} 09:00:00`),
      begins_at: '2026-11-26 09:00:00',
      runs: '4',
      max_runs: '-1',
      missed: 'once',
    });
    assert.equal(lastRuns.length, 4);
    const newest = { run_at: '2026-11-25 09:00:00', status: 'processing' };
    assert.deepEqual(lastRuns[0], { campaign_uid: (await app.runsOf(uid)).at(-1)?.uid, ...newest });
    const copy = await app.call('POST', `/campaigns/${run.uid}/copy`);
    assert.equal((await app.row(copy.json.campaign_uid)).parent_id, null);
  });

  test('in the time zone of the customer, from send_at on', async () => {
    await app.begin('2026-11-21T12:00:00');
    await app.db.updateTable('customer').set({ time_zone: 'America/New_York' }).execute();
    forgetCallers();
    const uid = await app.daily({}, { send_at: '2026-11-23 09:00:00' });
    assert.equal((await app.row(uid)).next_run_at, at('2026-11-23T14:00:00'), 'an instant at send_at itself counts');
    assert.deepEqual((await app.schedule(uid)).next_runs.slice(0, 2), ['2026-11-23 09:00:00', '2026-11-24 09:00:00']);
    app.clock.set(at('2026-11-23T13:59:59'));
    await app.tick();
    assert.equal((await app.row(uid)).status, 'pending-sending');
    await app.tick(1_000);
    await app.tick();
    assert.deepEqual(await app.names(uid), ['News (2026-11-23 09:00)']);
    await app.db.updateTable('customer').set({ time_zone: 'UTC' }).execute();
    forgetCallers();
  });

  test('over a change of the clock, the last day of a month, a leap day', async () => {
    await app.begin('2028-02-28T00:00:00');
    await app.db.updateTable('customer').set({ time_zone: 'Europe/Berlin' }).execute();
    forgetCallers();
    const leap = await app.daily({ cronjob: '30 9 29 2 *' });
    const last = await app.daily({ cronjob: '0 9 31 * *' });
    const night = await app.daily({ cronjob: '30 2 * * *' }, { send_at: '2028-03-25 00:00:00' });
    await app.tick();
    for (let day = 0; day < 40; day++) await app.tick(DAY);
    assert.deepEqual(await app.names(leap), ['News (2028-02-29 09:30)']);
    assert.deepEqual((await app.schedule(leap)).next_runs[0], '2032-02-29 09:30:00');
    assert.deepEqual(await app.names(last), ['News (2028-03-31 09:00)']);
    assert.deepEqual((await app.names(night)).slice(0, 3), [
      'News (2028-03-25 02:30)',
      'News (2028-03-26 03:00)', // 02:30 does not exist
      'News (2028-03-27 02:30)',
    ]);
    await app.db.updateTable('customer').set({ time_zone: 'UTC' }).execute();
    forgetCallers();
  });

  test('missed instants: one run for the latest, or none; a short delay is no miss', async () => {
    await app.begin('2026-12-01T12:00:00');
    const [once, skip] = [await app.daily(), await app.daily({ cronjob_missed: 'skip' })];
    await app.tick();
    app.clock.set(at('2026-12-02T09:09:00'));
    await app.tick();
    for (const uid of [once, skip]) assert.deepEqual(await app.names(uid), ['News (2026-12-02 09:00)']);
    app.clock.set(at('2028-01-06T12:00:00'));
    await app.tick();
    await app.tick();
    assert.deepEqual(await app.names(once), ['News (2026-12-02 09:00)', 'News (2028-01-06 09:00)']);
    assert.deepEqual(await app.names(skip), ['News (2026-12-02 09:00)']);
    const [after, skipped] = [await app.schedule(once), await app.schedule(skip)];
    assert.deepEqual([after.runs, skipped.runs], ['2', '1']);
    assert.deepEqual([after.next_runs[0], skipped.next_runs[0]], ['2028-01-07 09:00:00', '2028-01-07 09:00:00']);
    assert.deepEqual(
      skipped.last_runs.map((run: { campaign_uid: string; status: string }) => [run.campaign_uid, run.status]),
      Array.from({ length: 10 }, () => [null, 'missed']),
    );
    const { id } = await app.row(skip);
    const noted = await app.db.selectFrom('campaign_run').select('instant').where('campaign_id', '=', id).execute();
    assert.equal(noted.length, 11, 'few rows for a year');
    app.clock.set(at('2028-01-07T09:00:00'));
    await app.tick();
    assert.equal((await app.names(skip)).at(-1), 'News (2028-01-07 09:00)');
  });

  test('while paused nothing runs; instants that pass are missed, and not made up for', async () => {
    await app.begin('2026-12-01T12:00:00');
    const [once, skip] = [await app.daily(), await app.daily({ cronjob_missed: 'skip' })];
    await app.tick();
    for (const uid of [once, skip]) await app.toggle(uid);
    app.clock.set(at('2026-12-04T10:00:00'));
    await app.tick();
    for (const uid of [once, skip]) assert.deepEqual(await app.names(uid), []);
    for (const uid of [once, skip]) await app.toggle(uid);
    await app.tick();
    for (const uid of [once, skip]) {
      assert.deepEqual(await app.names(uid), [], 'nobody is mailed because it goes on');
      const { next_runs, last_runs } = await app.schedule(uid);
      assert.equal(next_runs[0], '2026-12-05 09:00:00');
      assert.deepEqual(
        last_runs.map((run: { run_at: string; status: string }) => [run.run_at, run.status]),
        ['04', '03', '02'].map((day) => [`2026-12-${day} 09:00:00`, 'missed']),
      );
    }
    app.clock.set(at('2026-12-05T08:59:00'));
    await app.toggle(once);
    app.clock.set(at('2026-12-05T09:05:00'));
    await app.toggle(once);
    await app.tick();
    assert.deepEqual(await app.names(once), ['News (2026-12-05 09:00)'], 'that was on time');
  });

  test('after the last of its runs it is sent; marked as sent it ends, and its runs go on', async () => {
    await app.begin('2026-12-01T12:00:00');
    const uid = await app.daily({ cronjob_max_runs: 2 });
    assert.equal((await app.schedule(uid)).next_runs.length, 2);
    await app.tick();
    for (let day = 0; day < 4; day++) await app.tick(DAY);
    assert.deepEqual(await app.names(uid), ['News (2026-12-02 09:00)', 'News (2026-12-03 09:00)']);
    const ended = await app.row(uid);
    assert.deepEqual([ended.status, ended.next_run_at, ended.finished_at], ['sent', null, at('2026-12-03T12:00:00')]);
    assert.deepEqual((await app.schedule(uid)).next_runs, []);
    const marked = await app.daily();
    await app.tick();
    await app.tick(DAY);
    await app.toggle(marked);
    assertStatus(await app.call('PUT', `/campaigns/${marked}/mark-sent`), 200);
    await app.tick(DAY);
    assert.equal((await app.names(marked)).length, 1);
    assert.deepEqual((await app.schedule(marked)).next_runs, []);
    assert.equal((await app.runsOf(marked))[0]?.status, 'processing');
  });

  test('an instant that was run is not run again when a clock goes back', async () => {
    await app.begin('2026-12-01T12:00:00');
    const uid = await app.daily();
    await app.tick();
    app.clock.set(at('2026-12-02T09:00:00'));
    await app.tick();
    await app.toggle(uid);
    app.clock.set(at('2026-12-02T08:59:00'));
    assertStatus(await app.update(uid, { subject: 'Again' }), 200);
    await app.toggle(uid);
    app.clock.set(at('2026-12-02T09:00:00'));
    await app.tick();
    assert.deepEqual(await app.names(uid), ['News (2026-12-02 09:00)']);
    const { run_count, next_run_at } = await app.row(uid);
    assert.deepEqual([run_count, next_run_at], [1, at('2026-12-03T09:00:00')]);
  });

  test('an inactive customer has no runs', async () => {
    await app.begin('2026-12-01T12:00:00');
    const uid = await app.daily();
    await app.tick();
    await app.db.updateTable('customer').set({ status: 'inactive' }).where('id', '=', app.customer.id).execute();
    await app.tick(DAY);
    assert.deepEqual([(await app.row(uid)).status, (await app.runsOf(uid)).length], ['paused', 0]);
    await app.db.updateTable('customer').set({ status: 'active' }).where('id', '=', app.customer.id).execute();
  });
});
