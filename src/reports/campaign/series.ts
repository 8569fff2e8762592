// What happened to a campaign by hour or day in a time zone. Summed by quarters of an hour, of
// which the hours of every time zone consist.
import { type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Db } from '../../storage/db.ts';
import type { Summing } from '../counting.ts';
import { LIGHT_PIECE, type Of, pieceOf, rowsOf } from './pieces.ts';

/** The series that there are. Unique ones count messages, when it happened to them first. */
const SERIES = [
  'accepted',
  'opens',
  'unique_opens',
  'clicks',
  'unique_clicks',
  'unsubscribes',
  'filtered_opens',
  'filtered_unique_opens',
  'filtered_clicks',
  'filtered_unique_clicks',
] as const;
export type SeriesName = (typeof SERIES)[number];

const QUARTER_MS = 15 * MINUTE_MS;

/** Sums by the quarter in which something happened (its number since 1970), by series. */
export type Quarters = {
  by: Map<SeriesName, Map<number, number>>;
  /** The source that is being read, and how far. */
  source: number;
  after: readonly number[];
};

type Counting = { name: SeriesName; at: string; which?: string };
/** Tables with instants, and what they are counted as. */
const SOURCES: readonly { table: 'open' | 'click' | 'unsubscribe' | 'response'; counts: readonly Counting[] }[] = [
  {
    table: 'open',
    counts: [
      { name: 'opens', at: 'at' },
      { name: 'filtered_opens', at: 'at', which: 'machine is null' },
    ],
  },
  {
    table: 'click',
    counts: [
      { name: 'clicks', at: 'at' },
      { name: 'filtered_clicks', at: 'at', which: 'machine is null' },
    ],
  },
  { table: 'unsubscribe', counts: [{ name: 'unsubscribes', at: 'at' }] },
  {
    table: 'response',
    counts: [
      { name: 'unique_opens', at: 'opened_at' },
      { name: 'unique_clicks', at: 'clicked_at' },
      { name: 'filtered_unique_opens', at: 'filtered_opened_at' },
      { name: 'filtered_unique_clicks', at: 'filtered_clicked_at' },
    ],
  },
];

/** How the series of a campaign are summed. */
export function summingSeries(db: Db, campaign: Of): Summing<Quarters> {
  return {
    begin: () => ({ by: new Map(), source: 0, after: [] }),
    async piece(sums) {
      const source = SOURCES[sums.source];
      const last = source ? await addEvents(db, campaign, source, sums) : await addAccepted(db, campaign, sums);
      sums.after = last ?? [];
      if (last === undefined) sums.source += 1;
      return sums.source <= SOURCES.length;
    },
  };
}

/** Of a piece: the place of its last row, and how many it has. */
type Row = { name: SeriesName | 'piece'; quarter: number; n: number };

/** @returns the place of the last row, undefined when it was the last piece */
async function addEvents(db: Db, campaign: Of, { table, counts }: (typeof SOURCES)[number], sums: Quarters) {
  const columns = [...new Set(counts.flatMap(({ at, which }) => [at, ...(which ? ['machine'] : [])]))];
  const piece = pieceOf(table, campaign, {
    after: sums.after[0] ?? 0,
    columns: sql.join(columns.map((column) => sql.ref(column))),
    limit: LIGHT_PIECE,
  });
  const rows = await rowsOf<Row>(
    db,
    sql`with piece as (${piece}) ${sql.join(counts.map(quartersOf), sql` union all `)}
      union all select 'piece', coalesce(max(k), 0), count(*) from piece`,
  );
  add(rows, sums);
  const end = rows.find(({ name }) => name === 'piece');
  return Number(end?.n) === LIGHT_PIECE ? [Number(end?.quarter)] : undefined;
}

function quartersOf({ name, at, which }: Counting): RawBuilder<unknown> {
  const quarter = sql`${sql.ref(at)} / ${sql.lit(QUARTER_MS)}`;
  return sql`select ${sql.lit(name)} as name, ${quarter} as quarter, count(*) as n from piece
    where ${sql.ref(at)} is not null ${which ? sql`and ${sql.raw(which)}` : sql``} group by ${quarter}`;
}

/** In the order of the index of accepted messages, which has all that is needed. */
async function addAccepted(db: Db, { id, customer_id }: Of, sums: Quarters): Promise<number[] | undefined> {
  const [at = 0, subscriberId = 0] = sums.after;
  const piece = sql`select finished_at, subscriber_id from message where customer_id = ${customer_id}
    and campaign_id = ${id} and state = 'accepted' and (finished_at, subscriber_id) > (${at}, ${subscriberId})
    order by finished_at, subscriber_id limit ${sql.lit(LIGHT_PIECE)}`;
  const quarter = sql`finished_at / ${sql.lit(QUARTER_MS)}`;
  const rows = await rowsOf<Row & { last_id: number }>(
    db,
    sql`with piece as (${piece}), last as (select * from piece order by finished_at desc, subscriber_id desc limit 1)
      select 'accepted' as name, ${quarter} as quarter, count(*) as n, 0 as last_id from piece group by ${quarter}
      union all select 'piece', finished_at, (select count(*) from piece), subscriber_id from last`,
  );
  add(rows, sums);
  const end = rows.find(({ name }) => name === 'piece');
  return Number(end?.n) === LIGHT_PIECE ? [Number(end?.quarter), Number(end?.last_id)] : undefined;
}

function add(rows: readonly Row[], { by }: Quarters): void {
  for (const { name, quarter, n } of rows) {
    if (name === 'piece') continue;
    const quarters = by.get(name) ?? new Map<number, number>();
    quarters.set(Number(quarter), (quarters.get(Number(quarter)) ?? 0) + Number(n));
    by.set(name, quarters);
  }
}

/** One hour or day: when it began (ms), and what happened in it. */
export type Point = { at: number; counts: Map<SeriesName, number> };

export type Unit = 'hour' | 'day';

type PointsOptions = {
  from: number | undefined;
  begun: number | null;
  unit: Unit;
  timeZone: string;
  limit: number;
};

/**
 * The hours or days up to the last one in which something happened, also those in which nothing
 * did; at most `limit`.
 * @param from the first instant (ms), where an earlier answer ended; undefined: the beginning,
 *   which is `begun`, or what happened before it by another clock
 * @returns with when the next one begins, if there are more
 */
export function pointsOf(
  { by }: Quarters,
  { from, begun, unit, timeZone, limit }: PointsOptions,
): { points: Point[]; next: number | undefined } {
  const all = [...by.values()].flatMap((quarters) => [...quarters.keys()]);
  if (all.length === 0) return { points: [], next: undefined };
  const [first, last] = [from ?? Math.min(begun ?? Infinity, least(all) * QUARTER_MS), most(all) * QUARTER_MS];
  const points: Point[] = [];
  let start = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(timeZone);
  start = unit === 'day' ? start.startOfDay() : start.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  while (start.epochMilliseconds <= last && points.length < limit) {
    points.push({ at: start.epochMilliseconds, counts: new Map() });
    // A day may begin at one o'clock, where clocks are set at midnight: the next one does not.
    start = unit === 'day' ? start.add({ days: 1 }).startOfDay() : start.add({ hours: 1 });
  }
  const end = start.epochMilliseconds;
  for (const [name, quarters] of by) {
    for (const [quarter, n] of quarters) {
      const at = quarter * QUARTER_MS;
      const point = at < end ? pointAt(points, at) : undefined;
      point?.counts.set(name, (point.counts.get(name) ?? 0) + n);
    }
  }
  return { points, next: end <= last ? end : undefined };
}

/** The point that an instant (ms) is in; undefined before the first. */
function pointAt(points: readonly Point[], at: number): Point | undefined {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return points[low - 1];
}

const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b));
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b));
