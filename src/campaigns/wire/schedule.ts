// The schedule of a recurring campaign, an extension of the interface.
import { z } from 'zod';
import { numberText, said, time, yesNo } from '../../http/members/described.ts';
import { successAnswer } from '../../http/members/schema.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { MISSED } from '../options.ts';
import { STATUSES } from '../rules.ts';
import type { NotedRun } from '../schedule/queries-runs.ts';
import type { ScheduleState } from '../schedule/schedule.ts';

/** Times are `Y-m-d H:i:s` in the customer's time zone. */
export function toWireSchedule({ options, nextRuns, beginsAt, runs, lastRuns }: ScheduleState, timeZone: string) {
  return {
    cronjob: options.cronjob,
    cronjob_enabled: options.cronjob_enabled === 1 ? 'yes' : 'no',
    time_zone: timeZone,
    next_runs: nextRuns.map((at) => formatCalendarTime(at, timeZone)),
    begins_at: beginsAt === null ? null : formatCalendarTime(beginsAt, timeZone),
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

const ABOUT_TIME = '`Y-m-d H:i:s` in the customer’s time zone.';

const schedule = whenNeeded(() =>
  z
    .strictObject({
      cronjob: z.string().nullable().describe('Five cron fields; null if none.'),
      cronjob_enabled: yesNo('Whether the cronjob is enabled.'),
      time_zone: said('The time zone of the cronjob.'),
      next_runs: z
        .array(time(ABOUT_TIME))
        .max(5)
        .describe('When it runs next. Null if the campaign does not recur, or is sent.'),
      begins_at: time(ABOUT_TIME)
        .nullable()
        .describe(
          `When the next run begins: at its time, or earlier if each recipient gets it at their own time; null if there is none. ${ABOUT_TIME}`,
        ),
      runs: numberText('Number of runs so far.'),
      max_runs: numberText('Total number of runs; -1: unlimited.'),
      missed: z
        .enum(MISSED)
        .describe('What to do about missed runs: `once` makes one run for all of them, `skip` makes none.'),
      last_runs: z
        .array(
          z
            .strictObject({
              campaign_uid: z.string().nullable().describe('Id of the run; null if none was made, or it was deleted.'),
              run_at: time(`When it was due, ${ABOUT_TIME}`),
              status: z
                .enum([...STATUSES, 'missed', 'deleted'])
                .describe('Status of the run; `missed`: it was skipped.'),
            })
            .meta({ id: 'CampaignRun', description: 'A run of a recurring campaign.' }),
        )
        .max(10)
        .describe('The last runs, newest first.'),
    })
    .meta({ id: 'Schedule', description: 'The schedule of a recurring campaign.' }),
);

export const scheduleAnswer = successAnswer(() => ({ data: schedule() }));
