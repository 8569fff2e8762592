// Recurring campaigns: when their runs are due, and which of the missed ones are made. Pure.
//
// A recurring campaign is never sent itself: at each instant of its cron text a run is made of it,
// which is a campaign of its own.
import { formatCalendarTime } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { CampaignOptions } from '../options.ts';
import { nameWithMark } from '../rules.ts';
import { lastInstants, nextInstants, type Schedule } from './cron.ts';

/** A run this late still counts as on time, not as missed: a restart takes its time. */
const ON_TIME_MS = 10 * MINUTE_MS;
/**
 * How many instants are recorded when many were missed: as many as the last runs that are shown.
 */
const NOTED = 10;

/**
 * Whether runs are or were made of the campaign: then it is never sent itself. Written as in index
 * campaign_resumed.
 */
export function isRecurring(campaign: Pick<Campaign, 'next_run_at' | 'run_count'>): boolean {
  return campaign.next_run_at !== null || campaign.run_count > 0;
}

type RecurringCampaign = Pick<Campaign, 'send_at'> & {
  type: string;
  options: CampaignOptions;
  /** As in the column; undefined: a new campaign. */
  freeze_until_id: number | null | undefined;
};

/**
 * When the first run of a campaign saved at `at` (ms) is due: at its send_at or later, not before
 * it is saved, and after the last run that was made, which may be one of an instant to come.
 * @returns ms; null for a campaign that does not recur, or did not when it was begun
 */
export function firstRunAt(
  campaign: RecurringCampaign,
  { timeZone, at, lastRun = 0 }: { timeZone: string; at: number; lastRun?: number | undefined },
): number | null {
  const { type, send_at: sendAt, options, freeze_until_id: frozen } = campaign;
  const { cronjob, cronjob_enabled: enabled } = options;
  if (type !== 'regular' || enabled !== 1 || cronjob === null || sendAt === null || (frozen ?? null) !== null)
    return null;
  return nextInstants({ cron: cronjob, timeZone }, Math.max(sendAt - 1, at, lastRun), 1)[0] ?? null;
}

/**
 * What to do: the instant to make a run for, if any; the skipped ones, newest first; and when to
 * look again.
 */
export type DueRuns = { run: number | undefined; passedOver: number[]; next: number | null };

/**
 * For which of the instants since `due` (ms, the first that was not looked at) a run is made. Where
 * that is still to come, for it alone: recipients get it at their own time, and some before.
 */
export function dueRuns(
  schedule: Schedule,
  { due, missed, at }: { due: number; missed: CampaignOptions['cronjob_missed']; at: number },
): DueRuns {
  const until = Math.max(due, at);
  const instants = lastInstants(schedule, { from: due, until, count: NOTED });
  const [latest, ...earlier] = instants;
  const isMade = latest !== undefined && (missed === 'once' || at - latest <= ON_TIME_MS);
  return {
    run: isMade ? latest : undefined,
    passedOver: isMade ? earlier : instants,
    next: nextInstants(schedule, until, 1)[0] ?? null,
  };
}

/** Name of the run at an instant (ms): `News (2026-11-23 09:00)`. */
export function nameOfRun(name: string, instant: number, timeZone: string): string {
  return nameWithMark(name, ` (${formatCalendarTime(instant, timeZone).slice(0, -':00'.length)})`);
}
