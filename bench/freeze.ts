// Freezing the audience of a campaign to all at one instant, beside one that reaches each recipient
// at their own time, of 38 time zones; and claiming the first batches. In turns, the better of two
// runs.
//
//   node bench/freeze.ts [--people 300000]
//
// SQLite, or the server of MAILWRIGHT_TEST_DATABASE_URL.
import { sql } from 'kysely';
import { startCampaign } from '../src/campaigns/delivery/progress.ts';
import { beginsEarly, toColumn } from '../src/campaigns/recipient-time/rules.ts';
import { registerWorker, removeLease } from '../src/coordination/lease.ts';
import { freezeChunk, openChunks } from '../src/delivery/freeze.ts';
import { claimBatch } from '../src/messages/claim.ts';
import { seedCampaign, seedList } from '../test/support/delivery-rows.ts';
import { addManyPeople } from '../test/support/many-people.ts';
import { readOptions } from '../test/support/options.ts';
import { engines } from '../test/support/stores.ts';
import { machine } from './support/machine.ts';

const { values: options } = readOptions(import.meta.filename, { people: { type: 'string', default: '300000' } });
const people = Number(options.people);
const CLAIMS = 100;
const ZONES = Array.from({ length: 38 }, (_, n) => {
  const minutes = -11 * 60 + n * 40;
  const hours = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${hours}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`;
});
const SEND_AT = Date.UTC(2026, 10, 24, 9);
const OWN = { field: 'FNAME', last_open: false, time_zone: 'UTC' };

const [engine] = engines;
if (!engine) throw new Error('There is no engine to measure on.');
const closings: (() => unknown)[] = [];
const { db } = await engine.open({ after: (close?: unknown) => void closings.push(close as () => unknown) });
const seed = await seedList(db);
const { customerId, listId, nameFieldId: FNAME, emailFieldId: EMAIL } = seed;
await addManyPeople(db, { customerId, listId, fields: { FNAME, EMAIL }, until: SEND_AT }, people);
const zoneOf = sql`case id % 38 ${sql.join(
  ZONES.map((zone, n) => sql`when ${sql.lit(n)} then ${sql.lit(zone)}`),
  sql` `,
)} end`;
const { rows: ends } = await sql<{
  first: number;
  last: number;
}>`select min(id) as first, max(id) as last from subscriber
  where customer_id = ${customerId}`.execute(db);
const [first = 0, last = 0] = [Number(ends[0]?.first), Number(ends[0]?.last)];
for (let from = first; from <= last; from += 50_000)
  await sql`update subscriber set folded = '{"' || ${sql.lit(String(FNAME))} || '":"' || ${zoneOf} || '"}'
    where customer_id = ${customerId} and id >= ${from} and id < ${from + 50_000}`.execute(db);

type Measured = { freezeS: number; claimMs: number; batches: number };

async function measure(isOwn: boolean): Promise<Measured> {
  const own = { recipient_time_zone: toColumn(OWN), begins_early: beginsEarly(SEND_AT, OWN) };
  const id = await seedCampaign(db, seed, { send_at: SEND_AT, ...(isOwn && own) });
  await startCampaign(db, { id, customer_id: customerId }, SEND_AT);
  const chunks = openChunks();
  const began = performance.now();
  for (let done = false; !done; ) {
    const campaign = await db.selectFrom('campaign').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    done = (await freezeChunk(db, campaign, chunks))?.done ?? true;
  }
  const freezeS = (performance.now() - began) / 1_000;
  const { n } = await db
    .selectFrom('batch')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow();
  const lease = await registerWorker(db, 600_000);
  const work = { leaseId: lease.id, customerId, campaignId: id, limit: 500, now: SEND_AT };
  const claimed = performance.now();
  let taken = 0;
  for (let attempt = 1; attempt <= CLAIMS; attempt += 1)
    taken += (await claimBatch(db, { ...work, attempt }))?.taken ?? 0;
  const claimMs = ((performance.now() - claimed) / Math.max(1, taken)) * 1_000;
  await db.updateTable('campaign').set({ status: 'draft' }).where('id', '=', id).execute();
  await db.deleteFrom('batch').where('campaign_id', '=', id).execute();
  await removeLease(db, lease);
  return { freezeS, claimMs, batches: Number(n) };
}

const best = { plain: undefined as Measured | undefined, own: undefined as Measured | undefined };
for (const name of ['plain', 'own', 'own', 'plain'] as const) {
  const one = await measure(name === 'own');
  const before = best[name];
  best[name] = before
    ? { ...one, freezeS: Math.min(before.freezeS, one.freezeS), claimMs: Math.min(before.claimMs, one.claimMs) }
    : one;
}
console.log(`${machine()}\n${engine.name}, ${people} people`);
for (const [name, one] of Object.entries(best)) {
  if (!one) continue;
  const { freezeS, claimMs, batches } = one;
  console.log(
    `${name}: frozen in ${freezeS.toFixed(1)} s into ${batches} batches; 1,000 claimed in ${claimMs.toFixed(1)} ms`,
  );
}
for (const close of closings.reverse()) await close();
