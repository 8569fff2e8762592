// Speed of `move`: subscribers, and a message with an open for each of several campaigns, from
// SQLite to the server of MAILWRIGHT_TEST_DATABASE_URL and back, comparing included.
//
//   node bench/move.ts [--people 200000] [--campaigns 5]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { moveStore } from '../src/backup/move/move.ts';
import type { Place } from '../src/backup/move/place.ts';
import { progressSteps } from '../src/cli/progress.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { newUid } from '../src/kernel/ids.ts';
import { openStore } from '../src/storage/db.ts';
import { connectPostgres } from '../src/storage/postgres/connection.ts';
import { databaseAt } from '../test/support/database-url.ts';
import { seedCampaign, seedList } from '../test/support/delivery-rows.ts';
import { addManyPeople } from '../test/support/many-people.ts';
import { readOptions } from '../test/support/options.ts';
import { machine } from './support/machine.ts';

const { values: options } = readOptions(import.meta.filename, {
  people: { type: 'string', default: '200000' },
  campaigns: { type: 'string', default: '5' },
});
const people = Number(options.people);
const campaigns = Number(options.campaigns);
const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
if (serverUrl === undefined) throw new Error('Name a server: MAILWRIGHT_TEST_DATABASE_URL=postgres://…');

const folder = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
const first: Place = { databaseUrl: undefined, dataDir: join(folder, 'first') };
const last: Place = { databaseUrl: undefined, dataDir: join(folder, 'last') };
const database = `mailwright_bench_${newUid()}`;
const server: Place = { databaseUrl: databaseAt(serverUrl, database), dataDir: '' };

async function fill(): Promise<void> {
  const store = await openStore({ dataDir: first.dataDir });
  const { db } = store;
  const seed = await seedList(db);
  const fields = { FNAME: seed.nameFieldId, EMAIL: seed.emailFieldId };
  await addManyPeople(db, { ...seed, fields, until: Date.now() }, people);
  for (let n = 0; n < campaigns; n += 1) {
    const campaignId = await seedCampaign(db, seed, { status: 'sent', number: n + 1 } as never);
    await sql`insert into message (customer_id, campaign_id, subscriber_id, finished_at, in_flight_at, attempts, state, relay_id, reply)
      select customer_id, ${campaignId}, id, ${systemClock.now()} + id, ${systemClock.now()} + id, 1, 'accepted', 0,
        '250 2.0.0 Ok: queued as ' || hex(randomblob(6)) from subscriber`.execute(db);
    await sql`insert into open (customer_id, campaign_id, subscriber_id, ip_address, user_agent, at)
      select customer_id, ${campaignId}, id, '192.0.2.' || (id % 250), 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101', ${systemClock.now()} + id
      from subscriber where id % 4 = 0`.execute(db);
  }
  await store.close();
}

async function measure(what: string, from: Place, to: Place): Promise<void> {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const steps = progressSteps(process.stderr, { tellsLeft: true });
  const moved = await moveStore({ from, to, secret: undefined, startsOver: false }, systemClock, steps);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const rows = moved?.rows ?? 0;
  const memory = Math.round(process.resourceUsage().maxRSS / 1_024);
  console.log(
    `| ${what} | ${rows} | ${seconds.toFixed(1)} | ${Math.round(rows / seconds)} | ${((user + system) / 1e6).toFixed(1)} | ${memory} |`,
  );
}

const admin = await connectPostgres(serverUrl);
try {
  await admin.query(`create database ${database}`);
  await fill();
  console.log(`${machine()}; ${people} people, ${people * campaigns} messages`);
  console.log('| move | rows | s | rows/s | CPU s | memory MB at most |\n|---|---|---|---|---|---|');
  await measure('SQLite to PostgreSQL', first, server);
  await measure('PostgreSQL to SQLite', server, last);
} finally {
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
}
