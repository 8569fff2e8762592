// Statements on table `campaign_run` and on the columns for recurring campaigns.
import { type NotNull, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { lockRows } from '../../storage/dialect.ts';
import { among, lookedAt } from '../../storage/spread/looks.ts';
import type { Campaign } from '../../storage/tables.ts';

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
    .where('next_run_at', '<=', at)
    .where(among(await lookedAt(db, 'clock'), 'customer_id'))
    .orderBy('next_run_at')
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
 * @returns whether it was still at that instant
 */
export async function moveSchedule(
  tx: Tx,
  { id, customer_id, due }: Owner & { due: number },
  { next, runs, at }: { next: number | null; runs: number; at: number },
): Promise<boolean> {
  const result = await tx
    .updateTable('campaign')
    .set({
      next_run_at: next,
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
): Promise<{ id: number; send_at: number; next_run_at: number }[]> {
  return tx
    .selectFrom('campaign')
    .select(['id', 'send_at', 'next_run_at'])
    .$narrowType<{ send_at: NotNull; next_run_at: NotNull }>() // without a send_at there is no next run
    .where('customer_id', '=', customerId)
    .where('next_run_at', 'is not', null)
    .where('send_at', 'is not', null)
    .orderBy('id')
    .modifyEnd(lockRows(tx))
    .execute();
}

/** Sets the instant at which a recurring campaign is looked at next. */
export async function setNextRun(tx: Tx, campaign: Owner, instant: number): Promise<void> {
  await tx
    .updateTable('campaign')
    .set({ next_run_at: instant })
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
