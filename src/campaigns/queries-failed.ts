// Statements that put messages which have ended back into the queue, or give them up. They are found by the index of the
// messages that were not accepted; those rows are held in the order of their ids, as everyone does who holds several.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../storage/db.ts';
import { lockRows, numberSet } from '../storage/dialect.ts';
import type { Campaign, Message } from '../storage/tables.ts';
import { isSuppressed } from '../suppression/queries.ts';
import type { LogStatus } from './log-status.ts';
import { hasStatus } from './queries-log.ts';

/** Uncertain messages become pending, as many tries behind them as before. @returns how many, `limit` at most */
export function resendUncertain(tx: Tx, campaignId: number, limit: number): Promise<number> {
  return moveUncertain(
    tx,
    { campaignId, limit },
    sql`state = 'pending', lease_id = null, next_attempt_at = null,
    deferred_since = null, finished_at = null`,
  );
}

/** Uncertain messages are given up. The reply keeps saying what happened. @returns how many, `limit` at most */
export function skipUncertain(tx: Tx, campaignId: number, limit: number): Promise<number> {
  return moveUncertain(tx, { campaignId, limit }, sql`state = 'skipped', lease_id = null`);
}

async function moveUncertain(
  tx: Tx,
  { campaignId, limit }: { campaignId: number; limit: number },
  set: RawBuilder<unknown>,
): Promise<number> {
  const held = await tx
    .selectFrom('message')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where(hasStatus('error'))
    .where('state', '=', 'uncertain')
    .orderBy('id')
    .limit(limit)
    .modifyEnd(lockRows(tx))
    .execute();
  const ids = held.map((row) => row.id);
  const moved = await sql`update message set ${set} where id in ${numberSet(tx, ids)} and state = 'uncertain'`.execute(
    tx,
  );
  return Number(moved.numAffectedRows ?? 0);
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
