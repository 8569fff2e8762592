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

const ABOUT_TIME = '`Y-m-d H:i:s` in the time zone of the customer.';

const schedule = whenNeeded(() =>
  z
    .strictObject({
      cronjob: z.string().nullable().describe('Five cron fields; null: none.'),
      cronjob_enabled: yesNo('Whether the cronjob is in use.'),
      time_zone: said('The clock that the cronjob speaks of.'),
      next_runs: z
        .array(time(ABOUT_TIME))
        .max(5)
        .describe('When it runs next. None for a campaign that does not recur, or is sent.'),
      begins_at: time(ABOUT_TIME)
        .nullable()
        .describe(
          `When the next run begins: at its time, or before, where each recipient gets it at their own; null: there is none. ${ABOUT_TIME}`,
        ),
      runs: numberText('Runs made so far.'),
      max_runs: numberText('Runs in all; -1: without end.'),
      missed: z.enum(MISSED).describe('Runs that were missed: `once` makes one for all of them, `skip` none.'),
      last_runs: z
        .array(
          z
            .strictObject({
              campaign_uid: z.string().nullable().describe('Id of the run; null: none was made, or it was deleted.'),
              run_at: time(`When it was due, ${ABOUT_TIME}`),
              status: z
                .enum([...STATUSES, 'missed', 'deleted'])
                .describe('That of the run; `missed`: it was passed over.'),
            })
            .meta({ id: 'CampaignRun', description: 'A run of a recurring campaign.' }),
        )
        .max(10)
        .describe('The last runs, newest first.'),
    })
    .meta({ id: 'Schedule', description: 'When a recurring campaign runs.' }),
);

export const scheduleAnswer = successAnswer(() => ({ data: schedule() }));
