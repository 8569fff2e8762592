// Which delay a new mail of a chain is offered; who makes it may change it.

type Delay = { value: number; unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' };

/** The largest first, in minutes; months and years as long as they are about. */
const MINUTES: readonly (readonly [Delay['unit'], number])[] = [
  ['year', 525_600],
  ['month', 43_200],
  ['week', 10_080],
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
];

/** What fits after the last mail: as long again as it took since the one before. */
export function delayAfter(steps: readonly { delay: Delay }[]): Delay {
  const last = steps.at(-1)?.delay;
  if (!last) return { value: 0, unit: 'day' };
  if (last.value === 0) return { value: 2, unit: 'day' };
  const before = steps.at(-2)?.delay;
  const gap = before?.unit === last.unit ? last.value - before.value : 0;
  return { value: last.value + (gap > 0 ? gap : last.value), unit: last.unit };
}

/** What fits between two mails: about half-way, in the largest unit of theirs or below that does. */
export function delayBetween(before: Delay, after: Delay): Delay {
  const [from, to] = [minutesOf(before), minutesOf(after)];
  const largest = MINUTES.findIndex(([unit]) => unit === before.unit || unit === after.unit);
  for (const [unit, minutes] of MINUTES.slice(largest)) {
    const value = Math.round((from + to) / 2 / minutes);
    if (value * minutes > from && value * minutes < to) return { value, unit };
  }
  return before;
}

function minutesOf({ value, unit }: Delay): number {
  const [, minutes = 1] = MINUTES.find(([name]) => name === unit) ?? [];
  return value * minutes;
}
