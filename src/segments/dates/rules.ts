// Conditions on dates, seen from today: "in the last 30 days", "in the next week", "a birthday".
// Pure.

/** How long ago, or ahead: at most, less than, at least, more than, or exactly, in whole units. */
export const COMPARISONS = ['lte', 'lt', 'gte', 'gt', 'eq'] as const;
/** Which date: when somebody joined or confirmed, or the value of a field. */
export const DATES = ['joined', 'confirmed', 'field'] as const;
export const DIRECTIONS = ['ago', 'ahead'] as const;
export const DATE_UNITS = ['day', 'week', 'month', 'year'] as const;

/**
 * A date compared with today by whole days of the customer's time zone: at most (lte) or less (lt),
 * at least (gte) or more (gt) than `value` units ago or ahead, or (eq) exactly `value` whole units.
 * Today is 0 days ago and 0 days ahead. Every year: the day and month alone; not with gte and gt,
 * as an anniversary comes again. Somebody without the date is never meant.
 */
export type DateCondition = {
  date: (typeof DATES)[number];
  /** Of a field; else 0. */
  fieldNumber: number;
  direction: (typeof DIRECTIONS)[number];
  everyYear: boolean;
  comparison: (typeof COMPARISONS)[number];
  value: number;
  unit: (typeof DATE_UNITS)[number];
};

type When = Pick<DateCondition, 'direction' | 'comparison' | 'value' | 'unit'>;

/** Days from the first to the one before another; an absent one is no bound. */
export type Days = { from?: Temporal.PlainDate; before?: Temporal.PlainDate };

/** The days that are meant, seen from today. */
export function daysOf({ direction, comparison, value, unit }: When, today: Temporal.PlainDate): Days {
  const off = (n: number) => {
    const distance = { [`${unit}s`]: n };
    return direction === 'ago' ? today.subtract(distance) : today.add(distance);
  };
  const after = (day: Temporal.PlainDate) => day.add({ days: 1 });
  const edge = off(value);
  if (direction === 'ago') {
    switch (comparison) {
      case 'lte':
        return { from: edge, before: after(today) };
      case 'lt':
        return { from: after(edge), before: after(today) };
      case 'gte':
        return { before: after(edge) };
      case 'gt':
        return { before: edge };
      case 'eq':
        return { from: after(off(value + 1)), before: after(edge) };
    }
  }
  switch (comparison) {
    case 'lte':
      return { from: today, before: after(edge) };
    case 'lt':
      return { from: today, before: edge };
    case 'gte':
      return { from: edge };
    case 'gt':
      return { from: after(edge) };
    case 'eq':
      return { from: edge, before: off(value + 1) };
  }
}

/** The day that it is somewhere at an instant (ms). */
export function todayIn(timeZone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Bounds in ms, the first one included, the second not; an absent one is no bound. */
export type Bounds = { from?: number; before?: number };

/** As instants where those days are. */
export function instantsOf({ from, before }: Days, timeZone: string): Bounds {
  const begins = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds;
  return { ...(from && { from: begins(from) }), ...(before && { before: begins(before) }) };
}

/** As values of fields are measured (values/folded.ts: dateOf), which have no time zone. */
export const measuresOf = (days: Days): Bounds => instantsOf(days, 'UTC');

/** Days of a year as `MM-DD`, both included; `wraps`: over the end of the year. */
export type YearDays = { first: string; last: string; wraps: boolean };

/**
 * The days of the year (as `MM-DD`) between two bounds; undefined: none, `all`: the whole year. In
 * other years a 29th of February counts as the 28th.
 */
export function yearDaysOf({ from, before }: Days): YearDays | 'all' | undefined {
  if (!from || !before || Temporal.PlainDate.compare(from, before) >= 0) return undefined;
  if (from.until(before).days >= 365) return 'all';
  const last = before.subtract({ days: 1 });
  const text = (day: Temporal.PlainDate) => day.toString().slice(5);
  const leaps = text(last) === '02-28' && !last.inLeapYear;
  return { first: text(from), last: leaps ? '02-29' : text(last), wraps: last.year > from.year };
}
