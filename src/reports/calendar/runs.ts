// When recurring campaigns run in a range: their schedules merged by time, as far as is asked.
import { instantsAfter, type Schedule } from '../../campaigns/schedule/cron.ts';
import type { Range } from './queries.ts';

/** One schedule, its first run in ms, and how many runs are left; undefined: without end. */
export type Recurrence = Schedule & { id: number; next: number; left: number | undefined };

/** Instants that are looked at in one answer. */
const MOST_LOOKED_AT = 20_000;

/**
 * The first runs in a range, at most `limit`, in order of time.
 * @param at now, ms: what is due already runs now
 * @returns `until`: ms up to which nothing is left out; undefined: all are told
 */
export function runsIn(
  recurrences: readonly Recurrence[],
  { range, at, limit }: { range: Range; at: number; limit: number },
): { runs: { id: number; at: number }[]; until: number | undefined } {
  const waiting = recurrences.flatMap((one) => newRunner(one, range, at) ?? []).sort(byTime);
  const runs: { id: number; at: number }[] = [];
  for (let looked = 0; ; looked += 1) {
    const first = waiting[0];
    if (first === undefined || first.at >= range.to) return { runs, until: undefined };
    if (runs.length === limit || looked === MOST_LOOKED_AT) return { runs, until: Math.max(first.at, range.from) };
    if (first.at >= range.from) runs.push({ id: first.id, at: first.at });
    waiting.shift();
    if (advance(first)) waiting.splice(placeOf(waiting, first), 0, first);
  }
}

type Runner = { id: number; at: number; left: number | undefined; instants: Iterator<number> };

/** Runs that are counted begin with the next one; others with the range. */
function newRunner({ id, next, left, ...schedule }: Recurrence, range: Range, at: number): Runner | undefined {
  const soonest = Math.max(next - 1, at);
  const after = left === undefined ? Math.max(soonest, range.from - 1) : soonest;
  const instants = instantsAfter(schedule, after);
  const runner = { id, at: 0, left, instants };
  return advance(runner) ? runner : undefined;
}

/** Goes on to the next run. @returns whether there is one */
function advance(runner: Runner): boolean {
  if (runner.left === 0) return false;
  const next = runner.instants.next();
  if (next.done) return false;
  runner.at = next.value;
  if (runner.left !== undefined) runner.left -= 1;
  return true;
}

const byTime = (a: Runner, b: Runner) => a.at - b.at || a.id - b.id;

function placeOf(sorted: readonly Runner[], runner: Runner): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byTime(sorted[middle] as Runner, runner) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
