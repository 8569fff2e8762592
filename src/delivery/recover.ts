// What happens to the messages of a worker that is gone: claimed ones go back, those in flight are uncertain, because
// nobody knows whether the mail server took them. A lease row that is missing is a lease that is gone.
import { sql } from 'kysely';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { type Lease, removeLease } from '../coordination/lease.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';

/** How many messages were given back, and how many were in flight. */
export type Recovery = { released: number; inFlight: number };

/** Messages that hung on a lease whose row is not there. */
export type Orphans = Recovery & { leaseId: number };

/**
 * Takes back everything that hangs on a lease, and the lease itself, in one transaction.
 * A campaign's policy for what was in flight: hold (uncertain, never sent again; the default), resend, skip. A message
 * that was opened, whose link was followed, or that came back as a bounce was accepted.
 * @returns undefined when somebody else did it first.
 */
export function recoverLease(db: Db, lease: Lease, now: number): Promise<Recovery | undefined> {
  return inTransaction(db, async (tx) => {
    // First the row of the lease: a claim of the late owner either was committed before, or finds the row gone.
    if (!(await removeLease(tx, lease))) return undefined;
    return takeBack(tx, lease.id, now);
  });
}

/**
 * Takes back the messages of leases whose rows are gone: removed by hand, or lost with what a store forgot (a restored
 * backup, a standby that was behind). A claim is never seen without its lease otherwise: the row is there before it and
 * leaves with it. Costs an index probe for each lease that messages name.
 */
export async function recoverOrphans(db: Db, now: number): Promise<Orphans[]> {
  const { rows } = await sql<{ lease_id: number }>`with recursive named(lease_id) as (
      select min(lease_id) from message where lease_id is not null
      union all
      select (select min(lease_id) from message where message.lease_id > named.lease_id)
      from named where named.lease_id is not null)
    select lease_id from named where lease_id not in (select id from lease)
      and exists (select 1 from message where message.lease_id = named.lease_id and message.state in ('claimed', 'in_flight'))
    `.execute(db);
  const orphans: Orphans[] = [];
  for (const { lease_id: leaseId } of rows) {
    const recovery = await inTransaction(db, (tx) => takeBack(tx, leaseId, now));
    // Somebody else may have been first.
    if (recovery.released + recovery.inFlight > 0) orphans.push({ leaseId, ...recovery });
  }
  return orphans;
}

async function takeBack(tx: Tx, leaseId: number, now: number): Promise<Recovery> {
  const released = await tx
    .updateTable('message')
    .set({ state: 'pending', lease_id: null, next_attempt_at: null })
    .where('lease_id', '=', leaseId)
    .where('state', '=', 'claimed')
    .executeTakeFirst();
  // An uncertain row keeps the lease's id: should the owner live after all, it may still say what happened.
  const lost = await sql<{
    campaign_id: number;
    state: 'pending' | 'accepted' | 'uncertain' | 'skipped';
  }>`update message
      set state = r.outcome, lease_id = case r.outcome when 'uncertain' then lease_id end,
        attempts = attempts + case r.outcome when 'pending' then 0 else 1 end,
        reply = case r.outcome when 'pending' then reply when 'accepted' then reply
          else 'worker lost while the message was in flight' end,
        finished_at = case r.outcome when 'pending' then null else cast(${now} as bigint) end
      from (select m.id as of_message, case when m.opened_at is not null or m.clicked_at is not null or exists (select 1 from bounce
          where bounce.campaign_id = m.campaign_id and bounce.subscriber_id = m.subscriber_id) then 'accepted'
        when c.uncertain_policy = 'resend' then 'pending' when c.uncertain_policy = 'skip' then 'skipped'
        else 'uncertain' end as outcome
        from message as m join campaign as c on c.id = m.campaign_id
        where m.lease_id = ${leaseId} and m.state = 'in_flight') as r
      where message.id = r.of_message and lease_id = ${leaseId} and state = 'in_flight'
      returning campaign_id, state`.execute(tx);
  const deltas: CounterDeltas = new Map();
  for (const { campaign_id, state } of lost.rows) {
    if (state !== 'pending') countInto(deltas, campaign_id, state);
  }
  await addToCounters(tx, deltas);
  return { released: Number(released.numUpdatedRows), inFlight: lost.rows.length };
}
