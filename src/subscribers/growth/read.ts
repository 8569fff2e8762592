// How a list changed by day or week in a time zone.
import { sql } from 'kysely';
import { recordSet } from '../../storage/dialect.ts';
import type { Db, List } from '../../storage/tables.ts';
import { findTally } from '../../storage/tally.ts';
import { tallyScope } from '../queries.ts';

export const UNITS = ['day', 'week'] as const;
export type Unit = (typeof UNITS)[number];

/** Days or weeks of one answer. */
export const MOST_POINTS = 400;

const SUMS = ['added', 'confirmed', 'unsubscribed', 'removed', 'bounced'] as const;
type Sums = { [name in (typeof SUMS)[number]]: number };

/** A day or week: when it began (ms), what happened, and how many were confirmed at its end. */
export type GrowthPoint = Sums & { at: number; subscribed: number };

/** When the days or weeks of a period begin, oldest first, and the first one after it. */
export function beginningsOf(unit: Unit, from: number, until: number, timeZone: string): number[] {
  const day = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).startOfDay();
  const starts: number[] = [];
  let start = unit === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }).startOfDay() : day;
  while (start.epochMilliseconds < until && starts.length <= MOST_POINTS) {
    starts.push(start.epochMilliseconds);
    start = start.add(unit === 'week' ? { weeks: 1 } : { days: 1 }).startOfDay();
  }
  return [...starts, start.epochMilliseconds];
}

/** What happened between each of the beginnings and the next. */
export async function growthBetween(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  beginnings: readonly number[],
): Promise<GrowthPoint[]> {
  // The last span has no end: the count at an earlier point is that of now, less what came after
  // it.
  const spans = beginnings.map((from, n) => ({ n, begins: from, ends: beginnings[n + 1] ?? Number.MAX_SAFE_INTEGER }));
  const sums = sql.join([...SUMS, 'net'].map((name) => sql`sum(${sql.ref(`growth.${name}`)}) as ${sql.ref(name)}`));
  const { rows } = await sql<Sums & { n: number; net: number }>`select span.n, ${sums}
    from ${recordSet(db, spans, { n: 'number', begins: 'number', ends: 'number' })} as span
    join list_growth as growth on growth.customer_id = ${list.customer_id} and growth.list_id = ${list.id}
      and growth.starts_at >= span.begins and growth.starts_at < span.ends
    group by span.n`.execute(db);
  const found = new Map(rows.map((row) => [Number(row.n), row]));
  let subscribed = await findTally(db, list.customer_id, tallyScope('confirmed'), list.id);
  const points: GrowthPoint[] = [];
  for (const { n, begins } of spans.toReversed()) {
    const row = found.get(n);
    const of = (name: (typeof SUMS)[number]) => Number(row?.[name] ?? 0);
    const named = Object.fromEntries(SUMS.map((name) => [name, of(name)])) as Sums;
    if (n < spans.length - 1) points.push({ at: begins, ...named, subscribed });
    subscribed -= Number(row?.net ?? 0);
  }
  return points.toReversed();
}
