// Statements on table `campaign_run` and on the columns for recurring campaigns.
import { type NotNull, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { lockRows } from '../../storage/dialect.ts';
import { customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import type { Campaign } from '../../storage/tables.ts';

/**
 * When the next run is made: at its instant, or before, where recipients get it at their own time.
 * Written as in index campaign_next_run.
 */
export const NEXT_MADE_AT = sql<number>`(next_run_at - begins_early)`;

/**
 * The recurring campaigns with an instant to look at, longest waiting first; from index
 * campaign_next_run.
 */
export async function recurringDue(
  db: Db,
  at: number,
  limit = 1_000,
): Promise<Pick<Campaign, 'id' | 'customer_id' | 'uid'>[]> {
  return db
    .selectFrom('campaign')
    .select(['id', 'customer_id', 'uid'])
    .where('status', '=', sql.lit('sending')) // in the text, so that the index of these rows answers
    .where(sql<SqlBool>`${NEXT_MADE_AT} <= ${at}`)
    .where('next_run_at', 'is not', null)
    .where(isAmong(await customersToPoll(db, 'clock'), 'customer_id'))
    .orderBy(NEXT_MADE_AT)
    .limit(limit)
    .execute();
}

type Owner = Pick<Campaign, 'id' | 'customer_id'>;

/** The time zone of a campaign's customer, and whether its list and customer are active. */
export async function findOwner(
  tx: Tx,
  campaign: Pick<Campaign, 'customer_id' | 'list_id'>,
): Promise<{ timeZone: string; isActive: boolean }> {
  const row = await tx
    .selectFrom('customer')
    .leftJoin('list', (on) =>
      on
        .on('list.customer_id', '=', campaign.customer_id)
        .on('list.id', '=', campaign.list_id)
        .on('list.status', '=', 'active'),
    )
    .select(['customer.time_zone', 'customer.status', 'list.id as list_id'])
    .where('customer.id', '=', campaign.customer_id)
    .executeTakeFirstOrThrow();
  return { timeZone: row.time_zone, isActive: row.status === 'active' && row.list_id !== null };
}

/**
 * Moves a recurring campaign on from the instant `due`; without a next one it is sent.
 * @param next its run is made so long before (`early`, ms)
 * @returns whether it was still at that instant
 */
export async function moveSchedule(
  tx: Tx,
  { id, customer_id, due }: Owner & { due: number },
  { next, early, runs, at }: { next: number | null; early: number; runs: number; at: number },
): Promise<boolean> {
  const result = await tx
    .updateTable('campaign')
    .set({
      next_run_at: next,
      begins_early: early,
      run_count: runs,
      started_at: sql<number>`coalesce(started_at, ${at})`,
      ...(next === null && { status: 'sent', finished_at: at }),
    })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('next_run_at', '=', due)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Locks the recurring campaigns of a customer that have a next run, until the transaction ends. */
export function lockRecurring(
  tx: Tx,
  customerId: number,
): Promise<(Pick<Campaign, 'id' | 'recipient_time_zone'> & { send_at: number; next_run_at: number })[]> {
  return tx
    .selectFrom('campaign')
    .select(['id', 'send_at', 'next_run_at', 'recipient_time_zone'])
    .$narrowType<{ send_at: NotNull; next_run_at: NotNull }>() // without a send_at there is no next run
    .where('customer_id', '=', customerId)
    .where('next_run_at', 'is not', null)
    .where('send_at', 'is not', null)
    .orderBy('id')
    .modifyEnd(lockRows(tx))
    .execute();
}

/** Sets the instant at which a recurring campaign is looked at next, and what depends on it. */
export async function setNextRun(
  tx: Tx,
  campaign: Owner,
  columns: { next_run_at: number; recipient_time_zone: string | null; begins_early: number },
): Promise<void> {
  await tx
    .updateTable('campaign')
    .set(columns)
    .where('customer_id', '=', campaign.customer_id)
    .where('id', '=', campaign.id)
    .execute();
}

/** Whether an instant of a recurring campaign was decided already. */
export async function findRun(tx: Tx, campaign: Owner, instant: number): Promise<boolean> {
  const row = await tx
    .selectFrom('campaign_run')
    .select('instant')
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('instant', '=', instant)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The last instant (ms) up to `until` at which something was done for a recurring campaign;
 * undefined: none.
 */
export async function lastRunOf(db: Db, campaign: Owner, until: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('campaign_run')
    .select('instant')
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('instant', '<=', until)
    .orderBy('instant', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.instant;
}

/** Records what was done at an instant; `runId` null: it was skipped. An existing record stays. */
export async function insertRun(
  tx: Tx,
  run: { campaign: Owner; instant: number; runId: number | null; at: number },
): Promise<void> {
  await tx
    .insertInto('campaign_run')
    .values({
      campaign_id: run.campaign.id,
      instant: run.instant,
      customer_id: run.campaign.customer_id,
      run_campaign_id: run.runId,
      created_at: run.at,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'campaign_id', 'instant']).doNothing())
    .execute();
}

/**
 * An instant of a recurring campaign; uid and status are its run's, null when it has none (any
 * more).
 */
export type NotedRun = { instant: number; run_campaign_id: number | null; uid: string | null; status: string | null };

/** The newest instants of a recurring campaign at which a run was made or skipped. */
export function lastRuns(db: Db, campaign: Owner, limit: number): Promise<NotedRun[]> {
  return db
    .selectFrom('campaign_run')
    .leftJoin('campaign as run', (on) =>
      on
        .onRef('run.customer_id', '=', 'campaign_run.customer_id')
        .onRef('run.id', '=', 'campaign_run.run_campaign_id')
        .on('run.status', '<>', 'pending-delete'),
    )
    .select(['campaign_run.instant', 'campaign_run.run_campaign_id', 'run.uid', 'run.status'])
    .where('campaign_run.customer_id', '=', campaign.customer_id)
    .where('campaign_run.campaign_id', '=', campaign.id)
    .orderBy('campaign_run.instant', 'desc')
    .limit(limit)
    .execute();
}
