// When a recurring campaign runs next, and when it ran last.
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { type CampaignOptions, parsedOptions } from '../options.ts';
import { beginsAt } from '../recipient-time/rules.ts';
import { nextInstants } from './cron.ts';
import { lastRuns, type NotedRun } from './queries-runs.ts';

const SHOWN = { next: 5, last: 10 };

/**
 * `nextRuns`: instants in ms, in order; `beginsAt`: when the first of them begins; `lastRuns`:
 * newest first.
 */
export type ScheduleState = {
  options: CampaignOptions;
  nextRuns: number[];
  beginsAt: number | null;
  runs: number;
  lastRuns: NotedRun[];
};

/**
 * The schedule; a campaign that does not recur, or has finished, has no next runs. `at` is now, in
 * ms.
 */
export async function findSchedule(
  db: Db,
  campaign: Campaign,
  { timeZone, at }: { timeZone: string; at: number },
): Promise<ScheduleState> {
  const options = parsedOptions(campaign);
  const nextRuns = nextRunsOf(campaign, options, { timeZone, at });
  return {
    options,
    nextRuns,
    beginsAt: nextRuns.length === 0 ? null : beginsAt(campaign),
    runs: campaign.run_count,
    lastRuns: await lastRuns(db, campaign, SHOWN.last),
  };
}

function nextRunsOf(
  { status, next_run_at: next, run_count: runs }: Campaign,
  { cronjob, cronjob_max_runs: most }: CampaignOptions,
  { timeZone, at }: { timeZone: string; at: number },
): number[] {
  if (next === null || cronjob === null || status === 'sent') return [];
  const count = most === -1 ? SHOWN.next : Math.min(SHOWN.next, most - runs);
  return nextInstants({ cron: cronjob, timeZone }, Math.max(next - 1, at), count);
}
