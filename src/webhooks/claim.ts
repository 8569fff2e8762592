// Which node tells a webhook: one whose lease its row names. The row of a node that is gone is free
// again, and what a late one writes finds its lease no more.
import { type SqlBool, sql } from 'kysely';
import { type Db, inTransaction, inUnsyncedTransaction } from '../storage/db.ts';
import { isSpread } from '../storage/dialect/spread.ts';
import { type CustomerFilter, customersToPoll, isAmong } from '../storage/spread/customers-to-poll.ts';
import { byCustomer, ofCustomers } from '../storage/statement.ts';
import type { Webhook, WebhookLane } from '../storage/tables/webhooks.ts';
import { insertDeliveries, type NewDelivery } from './deliveries/queries.ts';
import { holdHeads } from './log/queries.ts';
import { forgetInterest } from './outbox/interest.ts';
import { BEYOND_MS, type OffReason } from './rules.ts';

/**
 * Whether a lane of the webhook has events to send or to pass over. Subqueries, not a join:
 * PostgreSQL evaluates them by key once a webhook, whatever it estimates. Only webhooks of
 * customers who may have one that is behind come to that.
 */
const hasWork = (at: number, those: CustomerFilter) => sql<SqlBool>`(select min(lane.position) from webhook_lane as lane
    where lane.customer_id = webhook.customer_id and lane.webhook_id = webhook.id
      and (lane.next_at <= ${at} or lane.next_at > ${at + BEYOND_MS}) and ${isAmong(those, 'lane.customer_id')})
  < (select head.next_n from event_head as head
    where head.customer_id = webhook.customer_id and ${isAmong(those, 'head.customer_id')})`;

/** As index webhook_on has it: a parameter would not be known to be in it. */
const IS_ON = sql<SqlBool>`webhook.status = 'on'`;

/** As index event_head_behind has it. */
const IS_BEHIND = sql<SqlBool>`head.is_behind = 1`;

const isOfSomebodyBehind = (those: CustomerFilter) => sql<SqlBool>`webhook.customer_id in (
  select head.customer_id from event_head as head where ${IS_BEHIND} and ${isAmong(those, 'head.customer_id')})`;

/**
 * Whether no webhook of the head's customer that is on has anything left to be told. By key of each
 * customer, as above. @param alsoOf what else says whose webhooks they are
 */
const areAtTheEnd = (
  alsoOf = sql<SqlBool>`1 = 1`,
) => sql<SqlBool>`coalesce((select min(lane.position) from webhook join webhook_lane as lane
    on lane.customer_id = webhook.customer_id and lane.webhook_id = webhook.id
  where webhook.customer_id = head.customer_id and ${alsoOf} and ${IS_ON}), head.next_n) >= head.next_n`;

/** Customers who count as behind, and whose webhooks are all at the end. */
export async function customersAtTheEnd(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('event_head as head')
    .select('head.customer_id')
    .where(IS_BEHIND)
    .where(areAtTheEnd())
    .where(isAmong(await customersToPoll(db, 'webhooks'), 'head.customer_id'))
    .limit(sql<number>`${sql.lit(limit)}`)
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

/**
 * Customers whose webhooks are all at the end are not looked at until there is something new. Lost
 * by a power cut, it is done once more.
 */
export async function markAtTheEnd(db: Db, customerIds: readonly number[]): Promise<void> {
  for (const some of byCustomer(db, customerIds, (id) => id)) {
    await inUnsyncedTransaction(db, async (tx) => {
      // Whoever takes lanes back, or numbers events, changes the head with it: what they did before
      // it is held is seen by the next statement, and what they do later comes after it.
      await holdHeads(tx, some);
      const alsoOf = isSpread(tx) ? ofCustomers(tx, 'webhook.customer_id', some) : undefined;
      await sql`update event_head as head set is_behind = 0
        where ${ofCustomers(tx, 'head.customer_id', some)} and ${areAtTheEnd(alsoOf)}`.execute(tx);
    });
  }
}

/** Whether any webhook is on. */
export async function isAnyOn(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('webhook')
    .select('id')
    .where(IS_ON)
    .where(isAmong(await customersToPoll(db, 'webhooks'), 'customer_id'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The next webhooks that have something to be told, whether somebody tells them or not: those with
 * ids above `after` first, then from the lowest on, each once. So with more of them than a look
 * reads, all have their turn.
 * @param at now, ms
 */
export async function dueWebhooks(
  db: Db,
  at: number,
  { after, limit }: { after: number; limit: number },
): Promise<Webhook[]> {
  const those = await customersToPoll(db, 'webhooks');
  const due = db
    .selectFrom('webhook')
    .selectAll()
    .where(IS_ON)
    .where(isOfSomebodyBehind(those))
    .where(hasWork(at, those))
    .where(isAmong(those, 'webhook.customer_id'))
    .orderBy('id');
  const above = await due.where('id', '>', after).limit(limit).execute();
  if (after === 0 || above.length === limit) return above;
  return [
    ...above,
    ...(await due
      .where('id', '<=', after)
      .limit(limit - above.length)
      .execute()),
  ];
}

/** Takes a webhook for this node; undefined: somebody else did, or it was changed. */
export function claimWebhook(db: Db, webhook: Webhook, leaseId: number): Promise<Webhook | undefined> {
  return db
    .updateTable('webhook')
    .set({ held_by: leaseId })
    .where('customer_id', '=', webhook.customer_id)
    .where('id', '=', webhook.id)
    .where(IS_ON)
    .where('updated_at', '=', webhook.updated_at)
    .where((is) => (webhook.held_by === null ? is('held_by', 'is', null) : is('held_by', '=', webhook.held_by)))
    .returningAll()
    .executeTakeFirst();
}

/** Gives a webhook back. */
export async function releaseWebhook(db: Db, { id, customer_id }: Webhook, leaseId: number): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ held_by: null })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where('held_by', '=', leaseId)
    .execute();
}

export type LaneState = Pick<WebhookLane, 'lane' | 'position' | 'until' | 'failures' | 'failing_since' | 'next_at'>;

/**
 * Writes how far lanes are, and what was sent.
 * @returns false when the webhook is not this node's any more: then nothing more may be sent
 */
export function saveLanes(
  db: Db,
  { id, customer_id }: Webhook,
  leaseId: number,
  { lanes, deliveries }: { lanes: readonly LaneState[]; deliveries: readonly NewDelivery[] },
): Promise<boolean> {
  // Without waiting for the disk: what a power cut takes is told once more, under the same ids.
  return inUnsyncedTransaction(db, async (tx) => {
    await insertDeliveries(tx, deliveries);
    for (const { lane, ...state } of lanes) {
      const { numUpdatedRows } = await tx
        .updateTable('webhook_lane')
        .set(state)
        .where('customer_id', '=', customer_id)
        .where('webhook_id', '=', id)
        .where('lane', '=', lane)
        .where(sql<SqlBool>`exists (select 1 from webhook where webhook.customer_id = ${customer_id}
          and webhook.id = ${id} and webhook.held_by = ${leaseId})`)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
    }
    return true;
  });
}

/** Switches a webhook off that this node tells. @returns whether it did */
export async function switchOff(
  db: Db,
  { id, customer_id, updated_at }: Webhook,
  leaseId: number,
  { reason, at }: { reason: OffReason; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await inTransaction(db, (tx) =>
    tx
      .updateTable('webhook')
      .set({ status: 'off', reason, off_at: at, held_by: null, updated_at: Math.max(at, updated_at + 1) })
      .where('customer_id', '=', customer_id)
      .where('id', '=', id)
      .where('held_by', '=', leaseId)
      .executeTakeFirst(),
  );
  forgetInterest();
  return numUpdatedRows > 0n;
}
