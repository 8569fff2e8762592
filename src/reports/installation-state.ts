// How an installation is doing, for its operator: what waits to be sent, who works, how large the
// store is. Over all customers, from tables and indexes that stay small.
import { sql } from 'kysely';
import { pausedByServer } from '../campaigns/delivery/notice.ts';
import { BEGINS_AT, RUNNING } from '../campaigns/delivery/progress.ts';
import { isOfWorker, livingLeases, threadsOf } from '../coordination/lease.ts';
import { countBroken } from '../domains/watch/queries.ts';
import { heldCampaigns } from '../messages/uncertain/queries.ts';
import { isVisibleCampaign } from '../storage/campaign-conditions.ts';
import type { Db } from '../storage/db.ts';
import { storeBytes } from '../storage/dialect/size.ts';
import { readBacklog, type WebhookBacklog } from '../webhooks/backlog.ts';

export type InstallationState = {
  /** Campaigns being sent. */
  campaigns: number;
  /** Messages of theirs that have not ended. */
  waiting: number;
  /** Since when the oldest of these campaigns is due, ms; undefined when nothing waits. */
  dueSince: number | undefined;
  /** Campaigns that the server paused, with a notice that says why. */
  pausedByServer: number;
  /** Messages held, as nobody knows whether they arrived. */
  uncertain: number;
  /** Destinations that are sent to slower than could be, or not at all for a while. */
  slowed: number;
  parked: number;
  /** DNS records of sending domains that were right, and are missing or wrong. */
  brokenRecords: number;
  /** Threads and processes that send. */
  workers: number;
  /** Whether somebody keeps the clock: starts what is due, runs jobs. */
  hasClock: boolean;
  /** How far webhooks are behind. */
  webhooks: WebhookBacklog;
  /** Size of the store. */
  bytes: number;
};

/** Reads it. @throws what the store throws */
export async function readState(db: Db): Promise<InstallationState> {
  const [running, paused, held, destinations, brokenRecords, working, webhooks, bytes] = await Promise.all([
    runningNow(db),
    countPausedByServer(db),
    heldCampaigns(db, 1),
    destinationsNow(db),
    countBroken(db),
    whoWorks(db),
    readBacklog(db),
    storeBytes(db),
  ]);
  const found = { ...running, pausedByServer: paused, uncertain: held.messages };
  return { ...found, ...destinations, brokenRecords, ...working, webhooks, bytes };
}

/** How many workers are alive, and whether the clock is kept. */
export async function whoWorks(db: Db): Promise<Pick<InstallationState, 'workers' | 'hasClock'>> {
  const leases = await livingLeases(db);
  const workers = leases.filter(isOfWorker).reduce((sum, lease) => sum + threadsOf(lease), 0);
  return { workers, hasClock: leases.some(({ name }) => name === 'clock') };
}

async function runningNow(db: Db): Promise<Pick<InstallationState, 'campaigns' | 'waiting' | 'dueSince'>> {
  const row = await db
    .selectFrom('campaign')
    .crossJoin('campaign_counter as counter') // in this order on SQLite, which would read all counters
    .whereRef('counter.customer_id', '=', 'campaign.customer_id')
    .whereRef('counter.campaign_id', '=', 'campaign.id')
    .select((of) => [
      of.fn.count<number>('campaign.id').distinct().as('campaigns'),
      sql<number | null>`sum(audience - accepted - rejected - uncertain - skipped)`.as('waiting'),
      // A send time that was past when the campaign was made says only: at once.
      sql<number | null>`min(case when started_at > ${BEGINS_AT} then started_at else ${BEGINS_AT} end)`.as(
        'due_since',
      ),
    ])
    .where(RUNNING)
    .where(isVisibleCampaign)
    .executeTakeFirstOrThrow();
  const waiting = Number(row.waiting ?? 0);
  const dueSince = waiting > 0 && row.due_since !== null ? Number(row.due_since) : undefined;
  return { campaigns: Number(row.campaigns), waiting, dueSince };
}

async function countPausedByServer(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('campaign')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where(pausedByServer)
    .where(isVisibleCampaign)
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function destinationsNow(db: Db): Promise<Pick<InstallationState, 'slowed' | 'parked'>> {
  const rows = await db
    .selectFrom('destination')
    .select((of) => ['state', of.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute();
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.n ?? 0);
  return { slowed: of('slowed'), parked: of('parked') };
}
