// The calendar on both engines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addSegment, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import { indexesOf, statementsOf } from '../../../test/support/plans.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { calendarOf } from './calendar.ts';
import { runsIn } from './runs.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

eachEngine('the calendar', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  before(async () => {
    assertStatus(await app.call('PUT', '/profile', { json: { timezone: 'Europe/Berlin' } }), 200);
  });
  const ask = async (query: string) => {
    const answer = await app.call('GET', `/calendar?${query}`);
    assertStatus(answer, 200);
    return answer.json.data;
  };
  type Told = { kind: string; local_time: string; name: string };
  const told = async (query: string) =>
    (await ask(query)).records.map(({ kind, local_time, name }: Told) => `${kind} ${local_time} ${name}`);
  const recurring = (name: string, cronjob: string, options: Record<string, unknown> = {}) =>
    app.make({ name, send_at: '2026-11-22 00:00:00', options: { cronjob, cronjob_enabled: 1, ...options } });

  test('has what left, what will leave, and the ends of A/B tests', async () => {
    const segment = await addSegment(app, app.listUid);
    const sent = await app.make({ name: 'Sent', segment_uid: segment });
    await app.set(sent, { status: 'sent', started_at: instant('2026-11-03T22:59:59Z'), send_at: 1_000 });
    await setCounters(app.db, (await app.row(sent)).id, { audience: 10, accepted: 8 });
    await app.make({ name: 'Planned', send_at: '2026-11-30 23:59:59' });
    await app.make({ name: 'Next month', send_at: '2026-12-01 00:00:00' });
    const paused = await app.make({ name: 'Paused', send_at: '2026-11-28 08:00:00' });
    await app.set(paused, { status: 'paused' });
    const draft = await app.make({ name: 'Draft', send_at: '2026-11-28 09:00:00' });
    await app.set(draft, { status: 'draft' });
    await app.make({ name: 'Autoresponder', type: 'autoresponder', send_at: '2026-11-28 10:00:00' });
    const tested = await app.make({ name: 'Tested', status: 'draft', send_at: '2026-11-29 09:00:00' });
    const json = { percent: 20, wait_minutes: 240 };
    assertStatus(await app.call('PUT', `/campaigns/${tested}/ab-test`, { json }), 200);
    const variant = await app.call('POST', `/campaigns/${tested}/ab-test/variants`, { json: { subject: 'Other' } });
    assertStatus(variant, 201);
    await app.set(tested, { status: 'pending-sending' });
    assert.deepEqual(await told('from=2026-11-01&to=2026-11-30'), [
      'began 2026-11-03 23:59:59 Sent',
      'begins 2026-11-28 08:00:00 Paused',
      'begins 2026-11-29 09:00:00 Tested',
      'test_ends 2026-11-29 13:00:00 Tested',
      'begins 2026-11-30 23:59:59 Planned',
    ]);
    assert.deepEqual(await told('from=2026-12-01&to=2026-12-01'), ['begins 2026-12-01 00:00:00 Next month']);
    const { records, ...rest } = await ask('from=2026-11-01&to=2026-11-30');
    assert.deepEqual(rest, { time_zone: 'Europe/Berlin', from: '2026-11-01', to: '2026-11-30', complete_until: null });
    const { at, audience, accepted, segment: segmentName } = records[0];
    assert.deepEqual([at, audience, accepted, segmentName], ['2026-11-03T22:59:59.000Z', 10, 8, 'Anns']);
    assert.equal(records[1].status, 'paused');

    const id = (await app.row(tested)).id;
    const of = { customer_id: app.customer.id, campaign_id: id };
    const set = (values: { begun_at: number; decides_at?: number | null; decided_at?: number }) =>
      app.db
        .updateTable('ab_test')
        .set(values)
        .where('customer_id', '=', of.customer_id)
        .where('campaign_id', '=', id)
        .execute();
    const began = instant('2026-11-29T08:00:30Z');
    await app.set(tested, { status: 'sending', started_at: began });
    await setCounters(app.db, id, { audience: 5 });
    await setCounters(app.db, (await app.row(variant.json.campaign_uid)).id, { audience: 6 });
    await set({ begun_at: began, decides_at: began + 240 * MINUTE_MS });
    const day = 'from=2026-11-29&to=2026-11-29';
    assert.deepEqual(await told(day), ['began 2026-11-29 09:00:30 Tested', 'test_ends 2026-11-29 13:00:30 Tested']);
    assert.equal((await ask(day)).records[0].audience, 11, 'both variants');
    await set({ begun_at: began, decides_at: null, decided_at: began + 240 * MINUTE_MS + 500 });
    assert.deepEqual((await told(day))[1], 'test_decided 2026-11-29 13:00:30 Tested');
    for (const uid of [sent, paused, tested]) await app.set(uid, { status: 'pending-delete' });
    assert.deepEqual(await told('from=2026-11-01&to=2026-11-30'), ['begins 2026-11-30 23:59:59 Planned']);
  });

  test('has the runs of recurring campaigns, on the clocks of the customer', async () => {
    const nightly = await recurring('Nightly', '30 2 * * *');
    assert.deepEqual(
      await told('from=2027-03-27&to=2027-03-29'),
      ['2027-03-27 02:30:00', '2027-03-28 03:00:00', '2027-03-29 02:30:00'].map((time) => `run ${time} Nightly`),
      'the clock is put forward',
    );
    const autumn = await ask('from=2027-10-30&to=2027-11-01');
    assert.deepEqual(
      autumn.records.map(({ at }: { at: string }) => at),
      ['2027-10-30T00:30:00.000Z', '2027-10-31T00:30:00.000Z', '2027-11-01T01:30:00.000Z'],
      'an hour comes twice, the run once',
    );
    await app.set(nightly, { status: 'pending-delete', next_run_at: null });
    await recurring('Last days', '0 9 31 * *');
    assert.deepEqual(
      await told('from=2026-12-02&to=2027-03-10'),
      ['2026-12-31', '2027-01-31'].map((date) => `run ${date} 09:00:00 Last days`),
      'months without a 31st have none',
    );
    const counted = await recurring('Twice', '0 12 * * *', { cronjob_max_runs: 2 });
    assert.equal(
      (await told('from=2026-11-01&to=2026-12-30')).filter((one: string) => one.includes('Twice')).length,
      2,
    );
    const paused = await recurring('Weekly', '0 9 * * 1');
    await app.set(paused, { status: 'paused' });
    const monday = (await ask('from=2027-01-04&to=2027-01-04')).records;
    assert.deepEqual([monday.length, monday[0].name, monday[0].status], [1, 'Weekly', 'paused']);
    assert.deepEqual(await told('from=2026-10-01&to=2026-10-31'), [], 'nothing runs in the past');
    for (const uid of [counted, paused]) await app.set(uid, { status: 'draft' });
    assert.deepEqual(await told('from=2027-01-04&to=2027-01-04'), []);
  });

  test('says what cannot be asked for', async () => {
    const refused = async (query: string, error: Record<string, string>) => {
      const answer = await app.call('GET', `/calendar?${query}`);
      assertStatus(answer, 422);
      assert.deepEqual(answer.json.error, error);
    };
    await refused('from=2026-02-29&to=tomorrow', {
      from: 'From must be a day like 2026-11-21.',
      to: 'To must be a day like 2026-11-21.',
    });
    await refused('from=2026-11-02&to=2026-11-01', { to: 'To must not be before from.' });
    await refused('from=2026-11-01&to=2027-02-09', { to: 'To must be less than 100 days after from.' });
    await refused('from=2029-01-01&to=2029-01-02', { to: 'To must not be later than 2028-11-21 (2 years ahead).' });
    assert.equal((await ask('')).from, '2026-11-21', 'today');
    assertStatus(await app.call('GET', '/calendar?from=2026-11-01&to=2027-02-08'), 200);
  });

  test('one that began before its send time, as each gets it at their own, stands at its send time', async () => {
    const own = { recipient_time_zone: { field: 'FNAME' } };
    const uid = await app.make({ name: 'Own time', send_at: '2026-10-02 09:00:00', delivery: own });
    await app.set(uid, { begins_early: 12 * HOUR_MS });
    assert.deepEqual(await told('from=2026-10-01&to=2026-10-31'), ['begins 2026-10-02 09:00:00 Own time']);
    await app.set(uid, { status: 'sending', started_at: instant('2026-10-01T19:00:00Z') });
    assert.deepEqual(await told('from=2026-10-02&to=2026-10-02'), ['began 2026-10-02 09:00:00 Own time']);
    assert.deepEqual(await told('from=2026-10-01&to=2026-10-01'), []);
    await app.set(uid, { started_at: instant('2026-10-03T19:00:00Z') });
    assert.deepEqual(await told('from=2026-10-01&to=2026-10-31'), ['began 2026-10-03 21:00:00 Own time'], 'sent later');
  });

  test('costs the same however much is planned, and is another’s for others', async () => {
    const range = { from: instant('2026-11-01T00:00:00Z'), to: instant('2026-12-01T00:00:00Z') };
    const question = (db: typeof app.db) =>
      calendarOf(db, app.customer.id, range, { timeZone: 'Europe/Berlin', at: app.clock.now() });
    assert.equal((await statementsOf(app.db, question)).length, 8);
    if (engine.name === 'sqlite') {
      const used = await indexesOf(app.db, question);
      for (const index of ['campaign_began', 'campaign_planned', 'campaign_recurs', 'ab_test_ends', 'ab_test_decided'])
        assert.ok(used.includes(index), `${index}: ${used.join()}`);
    }
    const { key } = await app.addCustomer();
    const other = await app.call('GET', '/calendar?from=2026-11-01&to=2026-11-30', { key });
    assert.deepEqual(other.json.data.records, []);
  });

  test('of very many runs tells the first, and up to when nothing is left out', () => {
    const at = instant('2026-11-01T00:00:00Z');
    const hourly = { cron: '0 * * * *', timeZone: 'UTC', next: at, left: undefined };
    const range = { from: at, to: at + 10 * DAY_MS };
    const { runs, until } = runsIn(
      [
        { ...hourly, id: 1 },
        { ...hourly, id: 2, cron: '30 * * * *' },
      ],
      { range, at: at - 1, limit: 5 },
    );
    assert.deepEqual(
      runs.map((run) => [run.id, (run.at - at) / MINUTE_MS]),
      [
        [1, 0],
        [2, 30],
        [1, 60],
        [2, 90],
        [1, 120],
      ],
    );
    assert.equal(until, at + 150 * MINUTE_MS);
    const later = { from: at + DAY_MS, to: at + 2 * DAY_MS };
    const counted = runsIn([{ ...hourly, id: 1, left: 26 }], { range: later, at: at - 1, limit: 100 });
    assert.deepEqual([counted.runs.length, counted.until], [2, undefined], 'those before the range count');
  });
});
