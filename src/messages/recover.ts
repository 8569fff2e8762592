// What happens to the messages of a worker that is gone: its batches and what it had claimed go
// back, those in flight are uncertain, because nobody knows whether the mail server took them. A
// lease row that is missing is a lease that is gone.
import { sql } from 'kysely';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { type Lease, removeLease } from '../coordination/lease.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { lockRows } from '../storage/dialect.ts';
import { idsIn } from '../storage/id-lists.ts';
import { isUnbegun } from './batches.ts';
import { type Ending, endWork } from './end.ts';
import { forgetTurns } from './hold.ts';
import { isMessageOf, type KeyRow, keyOf, keySet } from './keys.ts';

/** How many messages were given back, and how many were in flight. */
export type Recovery = { released: number; inFlight: number };

/** Messages that hung on a lease whose row is not there. */
export type Orphans = Recovery & { leaseId: number };

/**
 * Takes back everything that hangs on a lease, and the lease itself, in one transaction.
 * @returns undefined when somebody else did it first.
 */
export function recoverLease(db: Db, lease: Lease, now: number): Promise<Recovery | undefined> {
  return inTransaction(db, async (tx) => {
    // First the row of the lease: a claim of the late owner either was committed before, or finds
    // the row gone.
    if (!(await removeLease(tx, lease))) return undefined;
    return takeBack(tx, lease.id, now);
  });
}

/**
 * Takes back what hangs on leases whose rows are gone: removed by hand, or lost with what a store
 * forgot (a restored backup, a standby that was behind). A claim is never seen without its lease
 * otherwise: the row is there before it and leaves with it.
 */
export async function recoverOrphans(db: Db, now: number): Promise<Orphans[]> {
  const { rows } = await sql<{ lease_id: number }>`with recursive named(lease_id) as (
      select min(lease_id) from work where lease_id is not null
      union all
      select (select min(lease_id) from work where work.lease_id > named.lease_id)
      from named where named.lease_id is not null)
    select lease_id from named where lease_id not in (select id from lease)
    union select lease_id from batch where lease_id is not null and lease_id not in (select id from lease)`.execute(db);
  await sql`delete from worker_turn where lease_id not in (select id from lease)`.execute(db);
  const orphans: Orphans[] = [];
  for (const { lease_id: leaseId } of rows) {
    const recovery = await inTransaction(db, (tx) => takeBack(tx, leaseId, now));
    // Somebody else may have been first.
    if (recovery.released + recovery.inFlight > 0) orphans.push({ leaseId, ...recovery });
  }
  return orphans;
}

/**
 * Takes back everything that hangs on a lease whose row is gone, or goes in this transaction,
 * before this. A campaign's policy for what was in flight: hold (uncertain, never sent again; the
 * default), resend, skip. A message that was opened, whose link was followed, or that came back as
 * a bounce was accepted.
 */
async function takeBack(tx: Tx, leaseId: number, now: number): Promise<Recovery> {
  const members = await sql<{ n: number }>`select count(*) as n from batch, ${idsIn(tx, 'batch.ids')}
    where batch.lease_id = ${leaseId} and ${isUnbegun}`.execute(tx);
  await tx.updateTable('batch').set({ lease_id: null, attempt: null }).where('lease_id', '=', leaseId).execute();
  const claimed = await tx
    .updateTable('work')
    .set({ state: 'pending', lease_id: null, attempt: null, next_attempt_at: now })
    .where('lease_id', '=', leaseId)
    .where('state', '=', 'claimed')
    .executeTakeFirst();
  const inFlight = await endInFlight(tx, leaseId, now);
  await forgetTurns(tx, leaseId);
  return { released: Number(members.rows[0]?.n ?? 0) + Number(claimed.numUpdatedRows), inFlight };
}

type Fate = 'accept' | 'resend' | 'skip' | 'hold';

async function endInFlight(tx: Tx, leaseId: number, now: number): Promise<number> {
  const locked = await sql<KeyRow>`select customer_id, campaign_id, subscriber_id from work
    where lease_id = ${leaseId} and state = 'in_flight'
    order by customer_id, campaign_id, subscriber_id ${lockRows(tx)}`.execute(tx);
  const deltas: CounterDeltas = new Map();
  // Read behind the lock: whoever records evidence holds the row as well.
  for (const [fate, rows] of Map.groupBy(await fatesOf(tx, locked.rows), (row) => row.fate)) {
    const keys = rows.map(keyOf);
    const which = sql<boolean>`lease_id = ${leaseId} and state = 'in_flight'
      and (customer_id, campaign_id, subscriber_id) in (select customer, campaign, subscriber from ${keySet(tx, keys)})`;
    if (fate === 'resend') {
      await sql`update work set state = 'pending', lease_id = null, attempt = null, next_attempt_at = ${now}
        where ${which}`.execute(tx);
      continue;
    }
    const ending = endingOf(fate, leaseId, now);
    for (const { campaign_id } of await endWork(tx, which, ending)) countInto(deltas, campaign_id, ending.state);
  }
  await addToCounters(tx, deltas);
  return locked.rows.length;
}

/**
 * An uncertain message keeps the lease's id: should the owner live after all, it may still say what
 * happened.
 */
function endingOf(fate: Exclude<Fate, 'resend'>, leaseId: number, at: number): Ending {
  const detail = 'worker lost while the message was in flight';
  switch (fate) {
    case 'accept':
      return { state: 'accepted', reason: null, isTried: true, at };
    case 'skip':
      return { state: 'skipped', reason: 'given-up', detail, isTried: true, at };
    case 'hold':
      return { state: 'uncertain', reason: 'worker-lost', detail, isTried: true, leaseId, at };
  }
}

async function fatesOf(tx: Tx, rows: readonly KeyRow[]): Promise<(KeyRow & { fate: Fate })[]> {
  if (rows.length === 0) return [];
  const heard = (table: 'response' | 'bounce' | 'complaint', of = sql``) =>
    sql`exists (select 1 from ${sql.table(table)} where ${isMessageOf(table)} ${of})`;
  const opened = sql`and (response.opened_at is not null or response.clicked_at is not null
    or response.unsubscribed_at is not null)`;
  const found = await sql<KeyRow & { fate: Fate }>`select r.customer as customer_id, r.campaign as campaign_id,
      r.subscriber as subscriber_id,
      case when ${heard('response', opened)} or ${heard('bounce')} or ${heard('complaint')} then 'accept'
        when campaign.uncertain_policy = 'resend' then 'resend' when campaign.uncertain_policy = 'skip' then 'skip'
        else 'hold' end as fate
    from ${keySet(tx, rows.map(keyOf))} left join campaign on campaign.id = r.campaign`.execute(tx);
  return found.rows;
}
