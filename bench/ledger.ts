// What the ledger alone costs, without composing and SMTP: a frozen audience is claimed, put in
// flight and ended as accepted, this many messages a turn, as a worker does it. Processor time a
// message of this process and, on PostgreSQL, of the server's, and its write-ahead log.
//
//   node bench/ledger.ts [--people 50000] [--lanes 20,50]
//
// On SQLite, or the server of MAILWRIGHT_TEST_DATABASE_URL (on this machine).
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { startCampaign } from '../src/campaigns/delivery/progress.ts';
import { registerWorker } from '../src/coordination/lease.ts';
import { freezeChunk, openChunks } from '../src/delivery/freeze.ts';
import type { Outcome } from '../src/delivery/outcome.ts';
import { commitTurn, type KnownHolds } from '../src/delivery/record.ts';
import { claimBatch } from '../src/messages/claim.ts';
import { type Attempt, attemptOf, type BatchClaim } from '../src/messages/turn.ts';
import { type Db, openStore } from '../src/storage/db.ts';
import { countersOf, seedCampaign, seedList, seedSubscribers } from '../test/support/delivery-rows.ts';
import { readOptions } from '../test/support/options.ts';
import { machine } from './support/machine.ts';
import { makeEmptyPlace } from './web/place.ts';

const { values } = readOptions(import.meta.filename, {
  people: { type: 'string', default: '50000' },
  lanes: { type: 'string', default: '20,50' },
});
const people = Number(values.people);
const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
/** More are claimed when fewer wait, as a worker has it. */
const LOW = 250;
const TICKS_PER_S = 100; // of /proc, on every Linux

/** What a server has used so far: processor time (s) of this database's sessions, bytes of log. */
async function serverCost(db: Db): Promise<{ cpuS: number; wal: number }> {
  if (serverUrl === undefined) return { cpuS: 0, wal: 0 };
  const { rows } = await sql<{ pid: number; wal: string }>`
    select pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal
    from pg_stat_activity where datname = current_database()`.execute(db);
  const ticks = rows.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return { cpuS: ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_S, wal: Number(rows[0]?.wal) };
}

type Of = { customerId: number; campaignId: number };

/** A campaign whose audience is frozen. */
async function freeze(db: Db): Promise<Of> {
  const seed = await seedList(db);
  for (let from = 0; from < people; from += 50_000)
    await seedSubscribers(db, seed, Math.min(50_000, people - from), { from, domains: 50 });
  const now = Date.now();
  const campaignId = await seedCampaign(db, seed, { send_at: now });
  await startCampaign(db, { id: campaignId, customer_id: seed.customerId }, now);
  const chunks = openChunks();
  for (let done = false; !done; ) {
    const campaign = await db.selectFrom('campaign').selectAll().where('id', '=', campaignId).executeTakeFirstOrThrow();
    done = (await freezeChunk(db, campaign, chunks))?.done ?? true;
  }
  return { customerId: seed.customerId, campaignId };
}

/** Takes everybody from the batches to the end: in each turn those of the last one end. */
async function send(db: Db, dedicated: Db, of: Of, lanes: number): Promise<void> {
  const { id: leaseId } = await registerWorker(db, 600_000);
  const queue: Attempt[] = [];
  const known: KnownHolds = new Map();
  let [inFlight, closes, attempt, isAll]: [Attempt[], BatchClaim[], number, boolean] = [[], [], 0, false];
  do {
    while (!isAll && queue.length < LOW) {
      attempt += 1;
      const claimed = await claimBatch(db, { ...of, leaseId, attempt, limit: 500, now: Date.now() });
      isAll = (claimed?.taken ?? 0) === 0;
      queue.push(...(claimed?.messages ?? []));
    }
    const at = Date.now();
    const starts = queue.splice(0, lanes).map(attemptOf);
    const outcomes = inFlight.map((one) => accepted(one, at));
    await commitTurn(dedicated, leaseId, { outcomes, starts, closes }, at, { known });
    closes = inFlight.flatMap(({ batch }) => {
      if (batch) batch.left -= 1;
      return batch?.left === 0 ? [batch] : [];
    });
    inFlight = starts;
  } while (inFlight.length > 0 || closes.length > 0 || !isAll);
}

function accepted(message: Attempt, at: number): Outcome {
  const reply = '2.0.0 Ok: queued as 4ZxY9w1234z';
  return { ...message, state: 'accepted', reason: null, detail: null, reply, nextAttemptAt: null, relayId: 0, at };
}

async function measure(lanes: number): Promise<string> {
  const { settings, remove } = await makeEmptyPlace(serverUrl);
  const place = { dataDir: settings['MAILWRIGHT_DATA_DIR'] ?? '', databaseUrl: settings['MAILWRIGHT_DATABASE_URL'] };
  const store = await openStore({ ...place, waitsForDisk: false, plansOnce: true }); // as workers do
  const { db, dedicated = db } = store;
  const of = await freeze(db);
  const before = await serverCost(db);
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  await send(db, dedicated, of, lanes);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const after = await serverCost(db);
  const counters = await countersOf(db, of.campaignId);
  if (counters.accepted !== people) throw new Error(`${counters.accepted} of ${people} accepted`);
  await store.close();
  await remove();
  const cells = [
    lanes,
    Math.round(people / seconds).toLocaleString('en'),
    ((user + system) / people).toFixed(1),
    serverUrl === undefined ? '–' : (((after.cpuS - before.cpuS) / people) * 1e6).toFixed(1),
    serverUrl === undefined ? '–' : ((after.wal - before.wal) / people).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

console.log(`${people} messages, ${serverUrl === undefined ? 'SQLite' : 'PostgreSQL'}
${machine()}

| messages a turn | messages/s | our CPU µs a message | the server's | its log, bytes a message |
|---|---|---|---|---|`);
for (const lanes of values.lanes.split(',')) console.log(await measure(Number(lanes)));
