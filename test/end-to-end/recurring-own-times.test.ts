// The runs of a recurring campaign, each at the recipient's own time, hold the promise too: the
// server is killed in the middle of every time of every zone, and everybody gets each run once,
// when their own clocks show its time. The clock is moved from one such time to the next; on that
// day clocks are put forward in Berlin, and the second run begins long before the last people have
// the first.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../src/storage/db.ts';
import { ledgerOf } from '../support/ledger.ts';
import type { ServerSettings } from '../support/server-process.ts';
import type { SinkMail } from '../support/sink.ts';
import { until } from '../support/until.ts';
import { DATABASES, install, LANES, makeReaders, statusOf, takeAMoment } from './sending.ts';

const ZONES = ['Pacific/Kiritimati', 'Europe/Berlin', '', 'America/New_York', 'Pacific/Pago_Pago'];
const EACH = 60;
const PEOPLE = ZONES.length * EACH;
const DAY = '2027-03-28';
const HOURS = [9, 18];
const MINUTE_MS = 60_000;
const MOVED_CLOCK = join(import.meta.dirname, '../chaos/moved-clock.ts');

const zoneOf = (person: number) => ZONES[person % ZONES.length] ?? '';

/** When the clocks of a zone (none: UTC) show an hour of the day, ms. */
const dueAt = (zone: string, hour = 0) =>
  Temporal.PlainDateTime.from(`${DAY}T00:00`)
    .with({ hour })
    .toZonedDateTime(zone === '' ? 'UTC' : zone).epochMilliseconds;

/** The times at which somebody gets something, in order. */
const TIMES = ZONES.flatMap((zone) => HOURS.map((hour, run) => ({ run, at: dueAt(zone, hour) }))).toSorted(
  (one, other) => one.at - other.at,
);

/** What a mail says: whose it is, and of which run. */
const readMail = ({ to, source }: SinkMail) => ({
  person: Number(/\d+/.exec(to)?.[0]),
  run: HOURS.indexOf(Number(/^Subject: Spring \(2027-03-28 (\d\d):00\)\r$/m.exec(source)?.[1])),
});

for (const database of DATABASES) {
  test(`kill -9 at each time of a recurring campaign at recipients’ own time, on ${database}`, {
    timeout: 600_000,
  }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    const clock = movedClock(settings);
    takeAMoment(sink);
    clock.moveTo((TIMES[0]?.at ?? 0) - 30 * MINUTE_MS);
    let server = await start();
    const list = await makeReaders(server, PEOPLE, undefined, zoneOf);
    const { campaign_uid: uid } = await (await server.api()).createCampaign({
      body: {
        name: 'Spring',
        from_name: 'Ada',
        from_email: 'ada@example.com',
        reply_to: 'ada@example.com',
        subject: '[CAMPAIGN_NAME]',
        send_at: '2020-01-01 00:00:00',
        list_uid: list,
        options: { cronjob: `0 ${HOURS.join()} * * *`, cronjob_enabled: 1, cronjob_max_runs: HOURS.length },
        delivery: { recipient_time_zone: { field: 'CITY' } },
        template: { content: '<p>[FNAME] of [CITY]</p>' },
      },
    });
    /** How many of a run have ended. */
    const ended = async (run: number) => {
      const api = await server.api();
      const made = (await api.getSchedule({ campaign_uid: uid })).data.last_runs.toReversed()[run]?.campaign_uid;
      if (!made) return 0;
      const { accepted, uncertain } = (await api.getDelivery({ campaign_uid: made })).data.messages;
      return accepted + uncertain;
    };
    const due = HOURS.map(() => 0);
    for (const { run, at } of TIMES) {
      await server.end('SIGKILL'); // while they wait
      clock.moveTo(at - 2_000);
      const before = sink.received.length;
      server = await start();
      await until('some of them have it', () => sink.received.length > before + LANES, 60);
      await server.end('SIGKILL'); // in the middle of them
      server = await start();
      const all = (due[run] ?? 0) + EACH;
      await until('all of them have it', async () => (await ended(run)) === all, 60);
      due[run] = all;
    }
    await until('it is sent', async () => (await statusOf(server, uid)) === 'sent', 60);
    await server.end('SIGTERM');

    const came = sink.received.map((mail) => ({ ...readMail(mail), at: clock.shown(mail.at) }));
    for (const { person, run, at } of came) {
      const late = at - dueAt(zoneOf(person), HOURS[run]);
      assert.ok(run >= 0 && late >= 0 && late < 5 * MINUTE_MS, `${person} got run ${run} ${late} ms after their time`);
    }
    const gotten = new Set(came.map(({ person, run }) => `${run} reader${person}@example.com`));
    assert.equal(gotten.size, came.length, 'nobody got one twice');
    const ledger = await ledgerOfRuns(settings);
    assert.equal(ledger.length, HOURS.length * PEOPLE);
    const uncertain = ledger.filter(({ state }) => state === 'uncertain');
    assert.ok(uncertain.length <= LANES * 2 * TIMES.length, `${uncertain.length} uncertain`);
    for (const { run, email, state } of ledger) {
      assert.ok(state === 'accepted' || state === 'uncertain', `${email} is ${state}`);
      if (state === 'accepted') assert.ok(gotten.has(`${run} ${email}`), `run ${run} did not come to ${email}`);
    }
    t.diagnostic(`${came.length} came, ${uncertain.length} uncertain`);
  });
}

/** Has the servers that are started with these settings show another time. */
function movedClock(settings: ServerSettings) {
  const file = join(settings.dataDir, 'clock');
  const moves: { from: number; ms: number }[] = [];
  settings.environment = { NODE_OPTIONS: `--import ${MOVED_CLOCK}`, MAILWRIGHT_CHAOS_CLOCK: file };
  return {
    moveTo(instant: number) {
      const from = Date.now();
      moves.push({ from, ms: instant - from });
      writeFileSync(file, String(instant - from));
    },
    /** What they showed at an instant of this machine, ms. */
    shown: (at: number) => at + (moves.findLast(({ from }) => from <= at)?.ms ?? 0),
  };
}

/** What became of each run to each person. The server must not run meanwhile. */
async function ledgerOfRuns({ databaseUrl, dataDir }: ServerSettings) {
  const { db, close } = await openStore({ databaseUrl, dataDir });
  try {
    const people = await db.selectFrom('subscriber').select(['id', 'email']).execute();
    const emailOf = new Map(people.map(({ id, email }) => [id, email]));
    const runs = await db
      .selectFrom('campaign')
      .select('id')
      .where('parent_id', 'is not', null)
      .orderBy('send_at')
      .execute();
    const ledgers = runs.map(async ({ id }, run) =>
      (await ledgerOf(db, id)).map((row) => ({ run, email: emailOf.get(row.subscriber_id), state: row.state })),
    );
    return (await Promise.all(ledgers)).flat();
  } finally {
    await close();
  }
}
