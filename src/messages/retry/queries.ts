// Statements that make ended messages pending again, or give them up. They are found by the index
// of messages that were not accepted, and locked in the order of their keys, as everyone does who
// locks several.
//
// A retried message becomes a row of work, not a member of a batch: so at no moment does a late
// statement of its first attempt find neither a message nor a row of work.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { allAtOnce, lockRows, numberSet } from '../../storage/dialect.ts';
import type { Campaign } from '../../storage/tables.ts';
import { isSuppressed } from '../../suppression/queries.ts';
import type { KeyRow } from '../keys.ts';
import { REASONS, type Reason } from '../reasons.ts';
import { mayLeave, stateAfter } from '../states.ts';
import { tellGivenUp, tellSettled } from '../webhook-facts.ts';

type Of = Pick<Campaign, 'id' | 'customer_id'>;

/**
 * Which uncertain messages of a campaign: those to these subscribers, if given, and `limit` at
 * most.
 */
export type Uncertain = { campaign: Of; subscriberIds?: readonly number[] | undefined; limit: number };

/** Makes uncertain messages pending; their number of tries stays. @returns how many */
export async function resendUncertain(tx: Tx, which: Uncertain): Promise<number> {
  const ids = await holdUncertain(tx, which);
  return sendAgain(tx, which.campaign, ids, { keepsAttempts: true });
}

/** Gives uncertain messages up. Their texts still say what happened. @returns how many */
export async function skipUncertain(tx: Tx, which: Uncertain, at: number): Promise<number> {
  const rows = await moveUncertain(tx, which, 'giveUp', sql`reason = 'given-up', lease_id = null, attempt = null`);
  await tellGivenUp(tx, rows, at);
  return rows.length;
}

/**
 * Counts uncertain messages as accepted, on the word of a person, which their texts say. @returns
 * how many
 */
export async function acceptUncertain(tx: Tx, which: Uncertain, at: number): Promise<number> {
  const rows = await moveUncertain(
    tx,
    which,
    'accept',
    sql`reason = null, lease_id = null, attempt = null,
    detail = case when detail is null then 'taken as accepted' else 'taken as accepted: ' || detail end`,
  );
  await tellSettled(tx, rows, at);
  return rows.length;
}

async function moveUncertain(
  tx: Tx,
  which: Uncertain,
  event: 'accept' | 'giveUp',
  set: RawBuilder<unknown>,
): Promise<KeyRow[]> {
  const ids = await holdUncertain(tx, which);
  if (ids.length === 0) return [];
  const { rows } =
    await sql<KeyRow>`update message set state = ${stateAfter(event)}, ${set} where ${isOf(which.campaign)}
    and subscriber_id in ${numberSet(tx, ids)} and ${mayLeave('message', 'giveUp')}
    returning customer_id, campaign_id, subscriber_id`.execute(tx);
  return rows;
}

async function holdUncertain(tx: Tx, which: Uncertain): Promise<number[]> {
  const rows = await uncertain(tx, which)
    .select('subscriber_id')
    .orderBy('subscriber_id')
    .limit(which.limit)
    .modifyEnd(lockRows(tx))
    .execute();
  return rows.map((row) => row.subscriber_id);
}

/** Counts them; the limit is ignored. */
export async function countUncertain(db: Db, which: Uncertain): Promise<number> {
  const row = await uncertain(db, which)
    .select((count) => count.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

const isOf = ({ id, customer_id }: Of) => sql<SqlBool>`customer_id = ${customer_id} and campaign_id = ${id}`;

function uncertain(db: Db | Tx, { campaign, subscriberIds: ids }: Uncertain) {
  const all = db
    .selectFrom('message')
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('reason', 'in', REASONS.uncertain)
    .where('state', '<>', sql.lit('accepted' as const)) // a literal, so that the partial index can be used
    .where('state', '=', 'uncertain');
  return ids === undefined ? all : all.where('subscriber_id', 'in', numberSet(db, ids));
}

/** Reasons of messages that failed. */
export const FAILED: readonly Reason[] = [...REASONS.rejected, ...REASONS.uncertain];

/** A failed message, and whether its address may get mail. */
export type FailedMessage = { subscriber_id: number; state: 'rejected' | 'uncertain'; is_mailable: boolean };

/**
 * The place in a walk through the failed messages of one reason. `before`: instant in ms; messages
 * that ended later are left.
 */
export type FailedRange = { reason: Reason; after: number; before: number; limit: number };

/**
 * Locks the next failed messages of a campaign in the order of the audience. Mailable are those
 * whose subscriber is confirmed and neither suppressed nor hard-bounced.
 * @returns `last`: the subscriber to go on after; undefined at the end
 */
export async function failedMessages(
  tx: Tx,
  campaign: Of,
  { reason, after, before, limit }: FailedRange,
): Promise<{ rows: FailedMessage[]; last: number | undefined }> {
  const some = await tx
    .selectFrom('message')
    .select('subscriber_id')
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('reason', '=', reason)
    .where('state', '<>', sql.lit('accepted' as const))
    .where('subscriber_id', '>', after)
    .where('finished_at', '<=', before)
    .orderBy('subscriber_id')
    .limit(limit)
    .execute();
  if (some.length === 0) return { rows: [], last: undefined };
  const ids = some.map((row) => row.subscriber_id);
  // Locked now; a message that changed since the query above is not failed any more.
  const rows = await tx
    .selectFrom('message')
    .select(['message.subscriber_id', 'message.state'])
    .select(mailable(campaign.customer_id).as('is_mailable'))
    .where('message.customer_id', '=', campaign.customer_id)
    .where('message.campaign_id', '=', campaign.id)
    .where('message.subscriber_id', 'in', numberSet(tx, ids))
    .where(mayLeave('message', 'sendAgain'))
    .orderBy('message.subscriber_id')
    .modifyEnd(lockRows(tx))
    .execute();
  const failed = rows.map((row) => ({ ...row, is_mailable: Boolean(row.is_mailable) }) as FailedMessage);
  return { rows: failed, last: ids.at(-1) };
}

// The offset, which skips nothing, keeps PostgreSQL from reading all bounces into a hash table.
function mailable(customerId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(exists (select 1 from subscriber where subscriber.customer_id = ${customerId}
      and subscriber.id = message.subscriber_id and subscriber.status = 'confirmed' and not ${isSuppressed(customerId, 'subscriber.email_key')})
    and not exists (select 1 from bounce where bounce.customer_id = ${customerId}
      and bounce.campaign_id = message.campaign_id and bounce.subscriber_id = message.subscriber_id and bounce.type = 'hard' limit 1 offset 0))`;
}

/**
 * Makes failed messages pending, due at once, on whichever clock. Their rows are locked.
 * @returns how many
 */
export async function sendAgain(
  tx: Tx,
  campaign: Of,
  ids: readonly number[],
  { keepsAttempts }: { keepsAttempts: boolean },
): Promise<number> {
  if (ids.length === 0) return 0;
  const which = sql`${isOf(campaign)} and subscriber_id in ${numberSet(tx, ids)} and ${mayLeave('message', 'sendAgain')}`;
  const columns = sql`customer_id, campaign_id, subscriber_id, state, attempts, next_attempt_at, in_flight_at, reply, relay_id`;
  const values = keepsAttempts
    ? sql`customer_id, campaign_id, subscriber_id, ${stateAfter('sendAgain')}, attempts, 0, in_flight_at, reply, relay_id`
    : sql`customer_id, campaign_id, subscriber_id, ${stateAfter('sendAgain')}, 0, 0, in_flight_at, cast(null as text),
      cast(null as bigint)`;
  if (allAtOnce(tx)) {
    const moved = await sql`with gone as (delete from message where ${which} returning *)
      insert into work (${columns}) select ${values} from gone`.execute(tx);
    return Number(moved.numAffectedRows ?? 0);
  }
  const moved = await sql`insert into work (${columns}) select ${values} from message where ${which}`.execute(tx);
  await sql`delete from message where ${which}`.execute(tx);
  return Number(moved.numAffectedRows ?? 0);
}
