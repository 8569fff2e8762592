// A campaign that each recipient gets at their own time holds the promise too: killed in the freeze
// and while it waits from one time to the next, everybody gets it once, and nobody before their
// time. MAILWRIGHT_TEST_KILLS=20 kills more often.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatCalendarTime } from '../../src/kernel/clock.ts';
import { until } from '../support/until.ts';
import {
  assertEachOnce,
  DATABASES,
  install,
  LANES,
  makeReaders,
  statisticsOf,
  statusOf,
  takeAMoment,
} from './sending.ts';

const PEOPLE = 1_600;
const KILLS = Number(process.env['MAILWRIGHT_TEST_KILLS'] ?? 3);
/** Clocks that differ by minutes: those of the last two show the time when the test runs. */
const ZONES = ['+00:00', '', '-00:01', '-00:02'];
const MINUTE_MS = 60_000;
/** So long after it is made the first of those who wait get it. */
const WAIT_MS = 20_000 + 3_000 * (KILLS - 3);

for (const database of DATABASES) {
  test(`kill -9 while recipients wait for their own time, ${KILLS} times, on ${database}`, {
    timeout: 600_000,
  }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    takeAMoment(sink);
    let server = await start();
    const list = await makeReaders(server, PEOPLE, undefined, (n) => ZONES[n % ZONES.length] ?? '');
    const api = await server.api();
    const sendAt = Math.floor((Date.now() - MINUTE_MS + WAIT_MS) / 1_000) * 1_000;
    const { campaign_uid: uid } = await api.createCampaign({
      body: {
        name: 'Spring',
        from_name: 'Ada',
        from_email: 'ada@example.com',
        reply_to: 'ada@example.com',
        subject: 'Hello [FNAME]',
        send_at: formatCalendarTime(sendAt),
        list_uid: list,
        delivery: { recipient_time_zone: { field: 'CITY' } },
        template: { content: '<p>[FNAME] of [CITY]</p>' },
      },
    });
    const kill = async () => {
      await server.end('SIGKILL');
      server = await start();
    };
    const waitUntil = (instant: number) => sleep(Math.max(0, instant - Date.now()));
    const half = PEOPLE / 2;
    await until('it has begun', async () => (await statusOf(server, uid)) !== 'pending-sending');
    await kill(); // in the freeze, as a rule
    for (let n = 3; n < KILLS; n += 1) {
      const before = Math.floor(((n - 2) * (half - LANES * KILLS)) / KILLS);
      await until(`${before} messages came`, () => sink.received.length >= before, 60);
      await kill();
    }
    const first = sendAt + MINUTE_MS;
    await waitUntil(first - 6_000);
    const soFar = sink.received.length;
    if (Date.now() < first) assert.ok(soFar <= half, 'only those whose time has passed');
    await kill(); // while the others wait
    await waitUntil(first);
    await until('some of the next have it', () => sink.received.length > half + 20, 60);
    await kill(); // in the middle of them
    await until('it is sent', async () => (await statusOf(server, uid)) === 'sent', 200);
    const { subscribers_count } = await statisticsOf(server, uid);
    assert.equal(subscribers_count, PEOPLE);
    await server.end('SIGTERM');

    for (const { to, at } of sink.received) {
      const zone = Number(/\d+/.exec(to)?.[0]) % ZONES.length;
      const due = sendAt + Math.max(0, zone - 1) * MINUTE_MS;
      assert.ok(at >= due, `${to} got it ${due - at} ms before their time`);
    }
    await assertEachOnce(t, { sink, settings }, { people: PEOPLE, kills: KILLS });
  });
}
