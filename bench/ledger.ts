// What the ledger alone costs, without composing and SMTP: a frozen audience is claimed, put in
// flight and ended as accepted, so many messages a turn. Processor time a message of this process
// and, on PostgreSQL, of the server's, and its write-ahead log.
//
//   node bench/ledger.ts [--people 50000] [--lanes 20,50]
//
// On SQLite, or the server of MAILWRIGHT_TEST_DATABASE_URL.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { startCampaign } from '../src/campaigns/delivery/progress.ts';
import { registerWorker } from '../src/coordination/lease.ts';
import { freezeChunk, openChunks } from '../src/delivery/freeze.ts';
import { commitTurn, type Outcome } from '../src/delivery/record.ts';
import { claimBatch } from '../src/messages/claim.ts';
import { type Attempt, attemptOf, type BatchClaim } from '../src/messages/turn.ts';
import { type Db, openStore } from '../src/storage/db.ts';
import { countersOf, seedCampaign, seedList, seedSubscribers } from '../test/support/delivery-rows.ts';
import { makeEmptyPlace } from './web/place.ts';
import { machine } from './support/machine.ts';

const { values } = parseArgs({
  options: { people: { type: 'string', default: '50000' }, lanes: { type: 'string', default: '20,50' } },
});
const people = Number(values.people);
const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];

/** Processor time of a server's processes for this database, s; and bytes of log so far. */
async function serverCost(db: Db): Promise<{ cpuS: number; wal: number }> {
  if (serverUrl === undefined) return { cpuS: 0, wal: 0 };
  const { rows } = await sql<{ pid: number; wal: string }>`select pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal
    from pg_stat_activity where datname = current_database() or backend_type in ('walwriter', 'checkpointer')`.execute(db);
  let ticks = 0;
  for (const { pid } of rows) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return { cpuS: ticks / 100, wal: Number(rows[0]?.wal) };
}

async function measure(lanes: number): Promise<string> {
  const { settings, remove } = await makeEmptyPlace(serverUrl);
  const place = { dataDir: settings['MAILWRIGHT_DATA_DIR'] ?? '', databaseUrl: settings['MAILWRIGHT_DATABASE_URL'] };
  const store = await openStore({ ...place, waitsForDisk: false, plansOnce: true }); // as workers do
  const { db, lone = db } = store;
  const seed = await seedList(db);
  for (let from = 0; from < people; from += 50_000)
    await seedSubscribers(db, seed, Math.min(50_000, people - from), { from, domains: 50 });
  const now = Date.now();
  const campaignId = await seedCampaign(db, seed, { send_at: now });
  const { customerId } = seed;
  await startCampaign(db, { id: campaignId, customer_id: customerId }, now);
  const chunks = openChunks();
  for (let done = false; !done; ) {
    const campaign = await db.selectFrom('campaign').selectAll().where('id', '=', campaignId).executeTakeFirstOrThrow();
    done = (await freezeChunk(db, campaign, chunks))?.done ?? true;
  }
  const lease = await registerWorker(db, 600_000);
  const before = await serverCost(db);
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  const queue: Attempt[] = [];
  let flying: Attempt[] = [];
  let closes: BatchClaim[] = [];
  let claims = 0;
  let isAll = false;
  do {
    while (!isAll && queue.length < 250) {
      claims += 1;
      const work = { leaseId: lease.id, customerId, campaignId, limit: 500, now, attempt: claims };
      const claimed = await claimBatch(db, work);
      isAll = (claimed?.taken ?? 0) === 0;
      queue.push(...(claimed?.messages ?? []));
    }
    const starts = queue.splice(0, lanes).map(attemptOf);
    const at = Date.now();
    const nothing = { reason: null, detail: null, nextAttemptAt: null, reply: '2.0.0 Ok: queued as 4ZxY9w1234z', relayId: 0 };
    const outcomes = flying.map((message): Outcome => ({ ...message, state: 'accepted', ...nothing, at }));
    await commitTurn(lone, lease.id, { outcomes, starts, closes }, at);
    closes = starts.flatMap(({ batch }) => {
      if (batch) batch.left -= 1;
      return batch?.left === 0 ? [batch] : [];
    });
    flying = starts;
  } while (flying.length > 0 || closes.length > 0 || !isAll);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const after = await serverCost(db);
  const { accepted } = await countersOf(db, campaignId);
  if (accepted !== people) throw new Error(`${accepted} of ${people} accepted`);
  await store.close();
  await remove();
  const cells = [
    lanes,
    Math.round(people / seconds).toLocaleString('en'),
    ((user + system) / people).toFixed(1),
    (((after.cpuS - before.cpuS) / people) * 1e6).toFixed(1),
    ((after.wal - before.wal) / people).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

console.log(`${people} messages, ${serverUrl === undefined ? 'SQLite' : 'PostgreSQL'}
${machine()}

| messages a turn | messages/s | our µs a message | the server's µs | its log, bytes a message |
|---|---|---|---|---|`);
for (const lanes of values.lanes.split(',')) console.log(await measure(Number(lanes)));
