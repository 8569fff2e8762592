// Removes messages of a deleted campaign and of deleted transactional emails; and what names a
// person who is erased from messages.
import { sql } from 'kysely';
import { addToCounter, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import type { Removal } from '../campaigns/remove.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Tx } from '../storage/db.ts';
import { lockRows, numberSet } from '../storage/dialect.ts';
import { endWork } from './end.ts';
import { keyOf } from './keys.ts';
import { flightsNow, holdUpTurns, takeOutOfFlight } from './turn/hold.ts';

/**
 * Removes up to `limit` rows of a deleted campaign; those that could still become a message come
 * first.
 * @returns how many
 */
export async function removeMessagesOf(tx: Tx, { id, customer_id }: Removal, limit: number): Promise<number> {
  await takeOutOfFlight(tx, customer_id, ({ campaign }) => campaign === id);
  for (const table of ['work', 'message', 'addressee'] as const) {
    const key = sql.ref(table === 'addressee' ? 'email_key' : 'subscriber_id');
    const some = sql`select ${key} from ${sql.table(table)} where customer_id = ${customer_id} and campaign_id = ${id}
      limit ${limit}`;
    const result = await sql`delete from ${sql.table(table)} where customer_id = ${customer_id} and campaign_id = ${id}
      and ${key} in (${some})`.execute(tx);
    if ((result.numAffectedRows ?? 0n) > 0n) return Number(result.numAffectedRows);
    if (table === 'work') {
      await tx.deleteFrom('batch').where('customer_id', '=', customer_id).where('campaign_id', '=', id).execute();
    }
  }
  return 0;
}

/** A transactional email, by its subscriber id. */
type Mail = { customerId: number; subscriberId: number };

/** Ends the message of a deleted transactional email, unless it is in flight or has ended. */
export async function skipDeleted(tx: Tx, { customerId, subscriberId }: Mail, at: number): Promise<void> {
  const which = sql<boolean>`customer_id = ${customerId} and subscriber_id = ${subscriberId}
    and campaign_id in (select id from campaign where customer_id = ${customerId} and type = 'transactional')`;
  const skipped = await endWork(tx, which, { event: 'skip', reason: 'deleted', at });
  for (const row of skipped) await addToCounter(tx, keyOf(row), { skipped: 1 });
}

/**
 * Removes the messages of transactional emails, except for those that a worker has.
 * @returns the subscriber ids of the removed ones, and the changes of the counters: who was still
 * to be mailed leaves the audience
 */
export async function removeMailMessages(
  tx: Tx,
  mails: readonly Mail[],
): Promise<{ underWay: Set<number>; deltas: CounterDeltas }> {
  const deltas: CounterDeltas = new Map();
  const underWay = new Set<number>();
  for (const [customerId, some] of Map.groupBy(mails, (mail) => mail.customerId)) {
    const ids = some.map(({ subscriberId }) => subscriberId);
    const of = sql`customer_id = ${customerId}
      and campaign_id in (select id from campaign where customer_id = ${customerId} and type = 'transactional')
      and subscriber_id in ${numberSet(tx, ids)}`;
    const held = await sql<{ subscriber_id: number; lease_id: number | null }>`select subscriber_id, lease_id from work
      where ${of} order by subscriber_id ${lockRows(tx)}`.execute(tx);
    for (const { subscriber_id, lease_id } of held.rows) if (lease_id !== null) underWay.add(subscriber_id);
    const gone = await sql<{ campaign_id: number }>`delete from work where ${of} and lease_id is null
      returning campaign_id`.execute(tx);
    for (const { campaign_id } of gone.rows) countInto(deltas, { customerId, campaignId: campaign_id }, 'audience', -1);
    await sql`delete from message where ${of}`.execute(tx);
  }
  return { underWay, deltas };
}

/**
 * Keeps the messages of a person from others until the transaction ends, the customer's turns, and
 * audiences of several lists that are being frozen, as that writes addresses down.
 * Whoever changes messages and lists takes the messages first, as an unsubscribe by mail does, so
 * that nobody deadlocks.
 */
export async function holdMessagesOf(tx: Tx, customerId: number, subscriberIds: readonly number[]): Promise<void> {
  await sql`select id from campaign where customer_id = ${customerId} and further_lists is not null and freeze_done = 0
    order by id ${lockRows(tx)}`.execute(tx);
  await holdUpTurns(tx, customerId);
  for (const table of ['work', 'message'] as const) {
    await sql`select campaign_id from ${sql.table(table)} where customer_id = ${customerId}
      and subscriber_id in ${numberSet(tx, subscriberIds)} order by campaign_id, subscriber_id ${lockRows(tx)}`.execute(
      tx,
    );
  }
}

/**
 * Takes what names a person out of messages: replies of mail servers repeat addresses. The messages
 * stay, as they are counted. One that is uncertain stays so: what its worker may still report
 * (uncertain/late.ts) finds no row.
 * @param who one person: the address as a key (kernel/address.ts), and the ids, whose rows are
 * gone, so that no message begins any more
 * @returns how many messages there are
 * @throws AppError `state` while one of them is on its way, as its reply would still come
 */
export async function eraseInMessages(
  tx: Tx,
  customerId: number,
  { key, subscriberIds }: { key: string; subscriberIds: readonly number[] },
): Promise<number> {
  const ids = numberSet(tx, subscriberIds);
  const work = sql`customer_id = ${customerId} and subscriber_id in ${ids} and campaign_id in (select id from campaign
    where customer_id = ${customerId} and status in ('pending-sending', 'processing', 'sending', 'paused'))`;
  const { rows } = await sql<{ n: number }>`select count(*) as n from work
    where ${work} and state = 'in_flight'`.execute(tx);
  const erased = new Set(subscriberIds);
  const flights = await flightsNow(tx, customerId);
  const isFlying = flights.some(({ subscriber }) => erased.has(subscriber));
  if (isFlying || Number(rows[0]?.n ?? 0) > 0) {
    throw new AppError('state', say('subscriber-on-its-way'));
  }
  const addressee = sql`delete from addressee where customer_id = ${customerId}`;
  await sql`${addressee} and subscriber_id in ${ids}`.execute(tx);
  await sql`${addressee} and email_key = ${key} and campaign_id in (select id from campaign
    where customer_id = ${customerId} and further_lists is not null)`.execute(tx);
  await sql`update work set reply = null, detail = null where ${work}`.execute(tx);
  const done = await tx
    .updateTable('message')
    .set({ reply: null, detail: null, lease_id: null, attempt: null })
    .where('customer_id', '=', customerId)
    .where('subscriber_id', 'in', ids)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}
