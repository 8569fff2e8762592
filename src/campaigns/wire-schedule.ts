// The schedule of a recurring campaign, as our extension of the interface shows it.
import { z } from 'zod';
import { successAnswer } from '../http/schema.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import type { NotedRun } from './queries-runs.ts';
import { MISSED, STATUSES } from './rules.ts';
import type { ScheduleState } from './schedule.ts';

/** Times are `Y-m-d H:i:s` in the customer's time zone. */
export function toWireSchedule({ options, nextRuns, runs, lastRuns }: ScheduleState, timeZone: string) {
  return {
    cronjob: options.cronjob,
    cronjob_enabled: options.cronjob_enabled === 1 ? 'yes' : 'no',
    time_zone: timeZone,
    next_runs: nextRuns.map((at) => formatCalendarTime(at, timeZone)),
    runs: String(runs),
    max_runs: String(options.cronjob_max_runs),
    missed: options.cronjob_missed,
    last_runs: lastRuns.map((run) => ({
      campaign_uid: run.uid,
      run_at: formatCalendarTime(run.instant, timeZone),
      status: statusOf(run),
    })),
  };
}

function statusOf({ run_campaign_id: id, status }: NotedRun): string {
  return id === null ? 'missed' : (status ?? 'deleted');
}

const time = z.string().describe('`Y-m-d H:i:s` in the time zone of the customer.');
const numberText = z.string().regex(/^-?\d+$/);

const schedule = z.strictObject({
  cronjob: z.string().nullable(),
  cronjob_enabled: z.enum(['yes', 'no']),
  time_zone: z.string().describe('The clock that the cronjob speaks of.'),
  next_runs: z.array(time).max(5).describe('None for a campaign that does not recur, or is sent.'),
  runs: numberText.describe('Runs made so far.'),
  max_runs: numberText.describe('-1: without end.'),
  missed: z.enum(MISSED),
  last_runs: z
    .array(
      z.strictObject({
        campaign_uid: z.string().nullable().describe('null: no run was made, or it was deleted.'),
        run_at: time,
        status: z.enum([...STATUSES, 'missed', 'deleted']).describe('That of the run; `missed`: it was passed over.'),
      }),
    )
    .max(10)
    .describe('Newest first.'),
});

export const scheduleAnswer = successAnswer({ data: schedule });
