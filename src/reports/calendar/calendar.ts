// The calendar: what left and what will leave, in order of time.
import { LONGEST_WAIT_MINUTES } from '../../campaigns/ab-test/rules.ts';
import { parsedOptions } from '../../campaigns/options.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Db } from '../../storage/db.ts';
import {
  begun,
  begunEarly,
  type CalendarCampaign,
  campaignsOf,
  type Happening,
  planned,
  plannedTestsEnding,
  type Range,
  type Recurring,
  recurring,
  testsEnding,
} from './queries.ts';
import { type Recurrence, runsIn } from './runs.ts';

/** Entries of one answer, and recurring campaigns that it looks at. */
export const MOST_ENTRIES = 1_000;

export const KINDS = ['began', 'begins', 'run', 'test_ends', 'test_decided'] as const;
export type Kind = (typeof KINDS)[number];

/** What happens to a campaign at an instant in ms. */
export type Entry = { kind: Kind; at: number; campaign: CalendarCampaign };

type When = { timeZone: string; at: number };

/**
 * The entries of a range, the first MOST_ENTRIES of them; `at` is now, in ms.
 * @returns `until`: ms up to which nothing is left out; undefined: all are told
 */
export async function calendarOf(
  db: Db,
  customerId: number,
  range: Range,
  { timeZone, at }: When,
): Promise<{ entries: Entry[]; until: number | undefined }> {
  const limit = MOST_ENTRIES + 1;
  const asked = { customerId, range, limit };
  const [began, beganEarly, begins, ends, decided, endsLater, recurs] = await Promise.all([
    begun(db, asked),
    begunEarly(db, asked),
    planned(db, asked),
    testsEnding(db, asked, 'decides_at'),
    testsEnding(db, asked, 'decided_at'),
    plannedTestsEnding(db, asked, LONGEST_WAIT_MINUTES * MINUTE_MS),
    recurring(db, { customerId, before: range.to, limit }),
  ]);
  const { runs, until } = runsIn(
    recurs.map((one) => recurrenceOf(one, timeZone)),
    { range, at, limit },
  );
  const of = (kind: Kind, some: readonly Happening[]) => some.map((one) => ({ kind, ...one }));
  const all = [
    ...of('began', [...began, ...beganEarly]),
    ...of('begins', begins),
    ...of('run', runs),
    ...of('test_ends', [...ends, ...endsLater]),
    ...of('test_decided', decided),
  ].sort((a, b) => a.at - b.at || a.id - b.id || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const known = [until, all[MOST_ENTRIES]?.at, recurs[MOST_ENTRIES]?.next_run_at].filter((one) => one !== undefined);
  const end = known.length === 0 ? undefined : Math.max(range.from, Math.min(...known));
  const told = all.slice(0, MOST_ENTRIES).filter((one) => end === undefined || one.at <= end);
  const campaigns = await campaignsOf(db, customerId, [...new Set(told.map(({ id }) => id))]);
  const entries = told.flatMap(({ id, ...entry }): Entry[] => {
    const campaign = campaigns.get(id);
    return campaign ? [{ ...entry, campaign }] : [];
  });
  return { entries, until: end };
}

function recurrenceOf({ id, options, run_count: runs, next_run_at: next }: Recurring, timeZone: string): Recurrence {
  const { cronjob, cronjob_max_runs: most } = parsedOptions({ options });
  const left = most === -1 ? undefined : Math.max(0, most - runs);
  return { id, cron: cronjob ?? '', timeZone, next, left: cronjob === null ? 0 : left };
}
