// Statements that put messages which have ended back into the queue, or give them up. They are found by the index of the
// messages that were not accepted; those rows are held in the order of their ids, as everyone does who holds several.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows, numberSet } from '../storage/dialect.ts';
import type { Campaign, Message } from '../storage/tables.ts';
import { isSuppressed } from '../suppression/queries.ts';
import type { LogStatus } from './log-status.ts';
import { hasStatus } from './queries-log.ts';

/** Which uncertain messages of a campaign: those to these subscribers only, where they are named, and `limit` at most. */
export type Uncertain = { campaignId: number; subscriberIds?: readonly number[] | undefined; limit: number };

/** Uncertain messages become pending, as many tries behind them as before. @returns how many */
export function resendUncertain(tx: Tx, which: Uncertain): Promise<number> {
  return moveUncertain(
    tx,
    which,
    sql`state = 'pending', lease_id = null, next_attempt_at = null,
    deferred_since = null, finished_at = null`,
  );
}

/** Uncertain messages are given up. The reply keeps saying what happened. @returns how many */
export function skipUncertain(tx: Tx, which: Uncertain): Promise<number> {
  return moveUncertain(tx, which, sql`state = 'skipped', lease_id = null`);
}

/** Uncertain messages count as accepted because somebody says so, which the reply tells. @returns how many */
export function acceptUncertain(tx: Tx, which: Uncertain): Promise<number> {
  return moveUncertain(
    tx,
    which,
    sql`state = 'accepted', lease_id = null,
    reply = substr('taken as accepted: ' || coalesce(reply, ''), 1, 500)`,
  );
}

async function moveUncertain(tx: Tx, which: Uncertain, set: RawBuilder<unknown>): Promise<number> {
  const held = await uncertain(tx, which)
    .select('id')
    .orderBy('id')
    .limit(which.limit)
    .modifyEnd(lockRows(tx))
    .execute();
  const ids = held.map((row) => row.id);
  const moved = await sql`update message set ${set} where id in ${numberSet(tx, ids)} and state = 'uncertain'`.execute(
    tx,
  );
  return Number(moved.numAffectedRows ?? 0);
}

/** How many there are; the limit says nothing here. */
export async function countUncertain(db: Db, which: Uncertain): Promise<number> {
  const row = await uncertain(db, which)
    .select((count) => count.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

function uncertain(db: Db | Tx, { campaignId, subscriberIds: ids }: Uncertain) {
  const all = db
    .selectFrom('message')
    .where('campaign_id', '=', campaignId)
    .where(hasStatus('error'))
    .where('state', '=', 'uncertain');
  return ids === undefined ? all : all.where('subscriber_id', 'in', numberSet(db, ids));
}

/** A message that failed, and whether its address may get mail. */
export type Failed = Pick<Message, 'id' | 'subscriber_id'> & { state: 'rejected' | 'uncertain'; is_mailable: boolean };

/** Where a walk through the failed messages of one status stands. `before`: instant in ms; what ended later is left. */
export type FailedRange = { status: LogStatus; after: number; before: number; limit: number };

/**
 * The next failed messages of a campaign in the order of the audience, held. Mailable are those whose subscriber is
 * confirmed and neither suppressed nor known to bounce for good.
 * @returns `last`: the subscriber to go on after; undefined when there was nothing more
 */
export async function failedMessages(
  tx: Tx,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  { status, after, before, limit }: FailedRange,
): Promise<{ rows: Failed[]; last: number | undefined }> {
  const some = await tx
    .selectFrom('message')
    .select(['id', 'subscriber_id', 'state'])
    .where('campaign_id', '=', campaign.id)
    .where(hasStatus(status))
    .where('subscriber_id', '>', after)
    .where('state', 'in', ['rejected', 'uncertain'])
    .where(sql<SqlBool>`coalesce(finished_at, 0) <= ${before}`)
    .orderBy('subscriber_id')
    .limit(limit)
    .execute();
  const ids = some.map((row) => row.id);
  // Held again by id; whatever changed since the look above is not failed any more.
  const rows = await tx
    .selectFrom('message')
    .select(['message.id', 'message.subscriber_id', 'message.state'])
    .select(mailable(campaign.customer_id).as('is_mailable'))
    .where('message.id', 'in', numberSet(tx, ids))
    .where('message.state', 'in', ['rejected', 'uncertain'])
    .orderBy('message.id')
    .modifyEnd(lockRows(tx))
    .execute();
  const failed = rows.map((row) => ({ ...row, is_mailable: Boolean(row.is_mailable) }) as Failed);
  return { rows: failed, last: some.at(-1)?.subscriber_id };
}

// The offset, which skips nothing, keeps PostgreSQL from reading all bounces to make a table of them.
function mailable(customerId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(exists (select 1 from subscriber where subscriber.id = message.subscriber_id
      and subscriber.status = 'confirmed' and not ${isSuppressed(customerId, 'subscriber.email_key')})
    and not exists (select 1 from bounce where bounce.campaign_id = message.campaign_id
      and bounce.subscriber_id = message.subscriber_id and bounce.type = 'hard' limit 1 offset 0))`;
}

/** Messages begin anew: pending, without a try behind them. */
export async function beginAnew(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('message')
    .set({
      state: 'pending',
      attempts: 0,
      lease_id: null,
      reply: null,
      relay_id: null,
      next_attempt_at: null,
      deferred_since: null,
      finished_at: null,
    })
    .where('id', 'in', numberSet(tx, ids))
    .execute();
}
