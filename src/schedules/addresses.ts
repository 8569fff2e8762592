// Removes the addresses that opens, clicks, unsubscribes, sessions and entries of the audit came
// from when their time is over. What they are part of stays, so no figure changes. How far it is
// stands in the store, so that each look costs the same however much there is, and goes on after a
// crash. Addresses of subscribers are not touched: they show where a consent came from.

import { sql } from 'kysely';
import { forgetEntryAddresses } from '../audit/queries.ts';
import type { Removal } from '../campaigns/remove.ts';
import type { Clock } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';
import type { Logger } from '../kernel/log.ts';
import type { Db, Tx } from '../storage/db.ts';
import { recordSet } from '../storage/dialect.ts';
import { openSlices } from '../storage/slices.ts';
import { byCustomer } from '../storage/statement.ts';
import { type EventKind, forgetAddresses } from '../tracking/erase.ts';
import { forgetSessionAddresses } from '../users/sessions/queries.ts';

const CUSTOMERS = 100;
/** Campaigns that one statement looks at. */
const CAMPAIGNS = 200;
const SESSIONS = 500;
const SLICE = { least: 100, first: 500, most: 5_000 };
const EVENTS = ['open', 'click', 'unsubscribe'] as const;

type Options = {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Undefined: for ever. */
  keepIpDays?: number | undefined;
  mayGoOn(): boolean;
};
type Round = { db: Db; before: number; mayGoOn(): boolean; found: boolean };
type Place = { customerId: number; campaignId: number; kind: EventKind | 'audit' };

/** One round through everything. */
export async function removeAddresses({ db, clock, log, keepIpDays, mayGoOn }: Options): Promise<void> {
  if (keepIpDays === undefined) return;
  const round: Round = { db, before: clock.now() - keepIpDays * DAY_MS, mayGoOn, found: false };
  while (mayGoOn() && (await forgetSessionAddresses(db, round.before, SESSIONS)));
  for (let after = 0; mayGoOn(); ) {
    const customers = await db
      .selectFrom('customer')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(CUSTOMERS)
      .execute();
    if (customers.length === 0) break;
    const ids = customers.map(({ id }) => id);
    for (const id of await withOldEntries(round, ids)) await ofAudit(round, id);
    for (const id of ids) await ofCampaigns(round, id);
    after = customers.at(-1)?.id ?? after;
  }
  if (round.found) log.info({ event: 'addresses.removed', before: new Date(round.before).toISOString() });
}

/**
 * Those of the customers with entries of the audit that are old and have their address: most have
 * none.
 */
async function withOldEntries({ db, before }: Round, customerIds: readonly number[]): Promise<number[]> {
  const found: number[] = [];
  for (const some of byCustomer(db, customerIds, (id) => id)) {
    const records = some.map((id) => ({ customer: id }));
    const { rows } = await sql<{ id: number }>`select w.customer as id
      from ${recordSet(db, records, { customer: 'number' })} as w
      where exists (select 1 from audit where audit.customer_id = w.customer and audit.at < ${before}
        and audit.at > coalesce((select up_to from address_removal as done where done.customer_id = w.customer
          and done.campaign_id = 0 and done.kind = 'audit'), 0))`.execute(db);
    found.push(...rows.map(({ id }) => Number(id)));
  }
  return found;
}

async function ofAudit(round: Round, customerId: number): Promise<void> {
  const { before } = round;
  const place = { customerId, campaignId: 0, kind: 'audit' } as const;
  await inSlices(round, place, (tx, after, limit) => forgetEntryAddresses(tx, customerId, { after, before }, limit));
}

async function ofCampaigns(round: Round, customerId: number): Promise<void> {
  const { before, mayGoOn } = round;
  for (let after = 0; mayGoOn(); ) {
    const campaigns = await lookAt(round, customerId, after);
    for (const { id, ...isDue } of campaigns) {
      const campaign: Removal = { id, customer_id: customerId };
      for (const kind of EVENTS) {
        if (Number(isDue[kind]) === 0) continue;
        await inSlices(round, { customerId, campaignId: id, kind }, (tx, from, limit) =>
          forgetAddresses(tx, campaign, kind, { after: from, before }, limit),
        );
      }
    }
    after = campaigns.at(-1)?.id ?? after;
    if (campaigns.length < CAMPAIGNS) break;
  }
}

/** The next campaigns, and whether the first event of each kind that has its address is old. */
async function lookAt({ db, before }: Round, customerId: number, after: number) {
  const isDue = EVENTS.map(
    (kind) => sql`case when (select event.at from ${sql.table(kind)} as event
      where event.customer_id = ${customerId} and event.campaign_id = looked.id
        and event.id > coalesce((select up_to from address_removal as done where done.customer_id = ${customerId}
          and done.campaign_id = looked.id and done.kind = ${kind}), 0)
      order by event.id limit 1) < ${before} then 1 else 0 end as ${sql.ref(kind)}`,
  );
  const { rows } = await sql<Record<'id' | EventKind, number>>`select looked.id, ${sql.join(isDue)}
    from (select id from campaign where customer_id = ${customerId} and id > ${after}
      order by id limit ${sql.lit(CAMPAIGNS)}) as looked order by looked.id`.execute(db);
  return rows;
}

/** @param forget removes some; returns up to where, undefined when nothing is left */
async function inSlices(
  round: Round,
  place: Place,
  forget: (tx: Tx, after: number, limit: number) => Promise<number | undefined>,
): Promise<void> {
  const slices = openSlices(SLICE, { rest: 1 });
  for (let left = true; left && round.mayGoOn(); ) {
    const size = slices.size();
    left = await slices.run(round.db, size, async (tx) => {
      const upTo = await forget(tx, await reached(tx, place), size);
      if (upTo === undefined) return false;
      await reach(tx, place, upTo);
      round.found = true;
      return true;
    });
  }
}

async function reached(tx: Tx, { customerId, campaignId, kind }: Place): Promise<number> {
  const row = await tx
    .selectFrom('address_removal')
    .select('up_to')
    .where('customer_id', '=', customerId)
    .where('campaign_id', '=', campaignId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.up_to ?? 0;
}

async function reach(tx: Tx, { customerId, campaignId, kind }: Place, upTo: number): Promise<void> {
  await tx
    .insertInto('address_removal')
    .values({ customer_id: customerId, campaign_id: campaignId, kind, up_to: upTo })
    .onConflict((is) => is.columns(['customer_id', 'campaign_id', 'kind']).doUpdateSet({ up_to: upTo }))
    .execute();
}

/** Forgets how far a campaign was that is removed. @returns 0: nothing is left to do */
export async function forgetRemoval(tx: Tx, { id, customer_id }: Removal): Promise<number> {
  await tx.deleteFrom('address_removal').where('customer_id', '=', customer_id).where('campaign_id', '=', id).execute();
  return 0;
}
