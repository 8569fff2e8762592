// An A/B test in one: the figures of all its parts, and where the mailing stands.
import { COUNTERS, type CounterName } from '../../campaigns/counters.ts';
import type { OverviewRow, Runs } from './queries.ts';
import { statusOf } from './status-order.ts';

/** How far a running campaign has come. `perSecond`: messages accepted, of the last two minutes. */
export type Progress = {
  done: number;
  left: number;
  deferred: number;
  failed: number;
  perSecond: number;
  secondsLeft: number | null;
};

/**
 * A campaign of the table; `progress` of one that has begun and has not ended. `parts`: of an A/B
 * test that is shown as a whole.
 */
export type Overview = OverviewRow & {
  progress: Progress | undefined;
  parts?: readonly Overview[];
  /** Of a recurring campaign with runs. */
  runs?: Runs | undefined;
};

/**
 * An A/B test in one: its name, list and times are those of the campaign that stands for it, its
 * figures those of all its parts, and its status the one that is told first.
 * @param parts with the one that stands for it; none: a campaign that was not tested
 */
export function wholeOf(row: Overview, parts: readonly Overview[]): Overview {
  if (parts.length === 0) return row;
  const sums = Object.fromEntries(COUNTERS.map((name) => [name, parts.reduce((sum, part) => sum + part[name], 0)]));
  const status = statusOf(parts.map((part) => part.status));
  const ends = parts.map(({ finished_at }) => finished_at ?? 0);
  return {
    ...row,
    ...(sums as Record<CounterName, number>),
    status,
    notice: row.notice ?? parts.find((part) => part.status === status)?.notice ?? null,
    finished_at: status === 'sent' ? Math.max(...ends) || null : null,
    progress: togetherOf(parts),
    parts,
  };
}

/** How far all parts have come together; the last of them is done as one. */
function togetherOf(parts: readonly Overview[]): Progress | undefined {
  const going = parts.flatMap(({ progress }) => progress ?? []);
  if (going.length === 0) return undefined;
  const sum = (of: Exclude<keyof Progress, 'secondsLeft'>) => going.reduce((all, one) => all + one[of], 0);
  const all = (of: (part: Overview) => number) => parts.reduce((so, part) => so + of(part), 0);
  const done = all(({ accepted, rejected, uncertain, skipped }) => accepted + rejected + uncertain + skipped);
  const seconds = going.map(({ secondsLeft }) => secondsLeft);
  const isKnown = seconds.every((one) => one !== null);
  return {
    done,
    left: sum('left'),
    deferred: sum('deferred'),
    failed: all(({ rejected }) => rejected),
    perSecond: sum('perSecond'),
    secondsLeft: isKnown ? Math.max(...seconds) : null,
  };
}
