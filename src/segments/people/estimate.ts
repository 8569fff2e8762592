// About how many people a segment would have, in a time that does not grow with the list. Short
// lists are counted. Of long ones short ranges of ids are looked at, spread evenly over all ids:
// everybody is as likely to be in one of them, whether people came one by one or in one import. How
// far the ranges differ from each other says how much the estimate may be off.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, List, ListField } from '../../storage/tables.ts';
import { findTally } from '../../storage/tally.ts';
import { tallyScope } from '../../subscribers/queries.ts';
import { compileGroup } from '../compile.ts';
import { inZone } from '../queries.ts';
import { PLACES, prepared } from '../queries-members.ts';
import { conditionsOf, type Definition, definitionColumns, type Group } from '../rules.ts';
import { newestSamples, SAMPLES, type Sample, samplesOf } from './preview.ts';

const LOOKING_MS = 170;
/**
 * This many people are looked at in each case, with one condition: a few hundredths of a second.
 */
const COUNTED = 40_000;
/** People of a range, with one condition. */
const IN_RANGE = 400;
const LEAST_IN_RANGE = 20;
const MOST_RANGES = 400;
/** The golden section: its multiples are spread evenly, however many there are. */
const SPREAD = (Math.sqrt(5) - 1) / 2;
/** Ranges that are looked at in each case: fewer could be alike by chance. */
const LEAST_RANGES = 5;
/** When nobody of n is meant, 95 times of 100 it is fewer than 3 in n of all. */
const OF_NONE = 3;

export type Estimate = {
  people: number;
  isExact: boolean;
  margin: number;
  of: number;
  lookedAt: number;
  rows: { path: string; people: number }[];
  samples: Sample[];
};

type Counted = { looked: number; people: number; rows: number[] };

/** @param at now, ms */
export async function estimateOf(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  fields: readonly ListField[],
  definition: Definition,
  at: number,
): Promise<Estimate> {
  const { time_zone: timeZone } = await inZone(db, {
    ...definitionColumns(definition),
    customer_id: list.customer_id,
  });
  const around = { fields, customerId: list.customer_id, at, timeZone };
  const condition = compileGroup(db, definition, around);
  const rows = rowsOf(definition, '');
  const look = lookingAt(db, list, [condition, ...rows.map(({ group }) => compileGroup(db, group, around))]);
  const of = await findTally(db, list.customer_id, tallyScope('confirmed'), list.id);
  const places = 2 * Math.max(1, conditionsOf(definition));
  const meant = { list, fields, condition };
  const found =
    of * places <= 2 * COUNTED ? await countAll(look, places) : await lookAround(db, look, { list, of, places });
  const samples = await newestSamples(db, meant, Math.max(LEAST_IN_RANGE, Math.ceil(COUNTED / places)));
  for (const range of found.hits) {
    if (samples.length >= SAMPLES) break;
    const known = new Set(samples.map(({ uid }) => uid));
    samples.push(...(await samplesOf(db, meant, range)).filter(({ uid }) => !known.has(uid)));
  }
  const { ranges, isExact, all } = found;
  const sum = sumOf(ranges, rows.length);
  const scaled = (n: number) => (isExact || sum.looked === 0 ? n : Math.round((n / sum.looked) * all));
  return {
    people: scaled(sum.people),
    isExact,
    of: isExact ? sum.looked : of,
    lookedAt: sum.looked,
    margin: isExact ? 0 : marginOf(ranges, sum, all),
    rows: rows.map(({ path }, n) => ({ path, people: scaled(sum.rows[n] ?? 0) })),
    samples: samples.slice(0, SAMPLES),
  };
}

/** Each condition and group by itself, in the order of the request. */
function rowsOf(group: Group, path: string): { path: string; group: Group }[] {
  const alone = { match: 'all' as const, conditions: [], campaignConditions: [], dateConditions: [], groups: [] };
  const of = <T>(member: string, parts: readonly T[], as: (part: T) => Partial<Group>) =>
    parts.map((part, n) => ({ path: `${path}${member}[${n}]`, group: { ...alone, ...as(part) } }));
  return [
    ...of('conditions', group.conditions, (one) => ({ conditions: [one] })),
    ...of('campaign_conditions', group.campaignConditions, (one) => ({ campaignConditions: [one] })),
    ...of('date_conditions', group.dateConditions, (one) => ({ dateConditions: [one] })),
    ...group.groups.flatMap((within, n) => {
      const here = `${path}groups[${n}]`;
      return [{ path: here, group: within }, ...rowsOf(within, `${here}.`)];
    }),
  ];
}

type Look = {
  /** Counts those of one range of ids, the first not included, for whom each condition holds. */
  between(from: number, to: number): Promise<Counted>;
  /** The id that is this many after another; undefined: there are fewer. */
  idAfter(from: number, n: number): Promise<number | undefined>;
};

/** The statements, compiled once. The first of the conditions is that of all. */
function lookingAt(db: Db, list: Pick<List, 'id' | 'customer_id'>, conditions: readonly Expression<SqlBool>[]): Look {
  const { from, to, rows } = PLACES;
  const isOn = sql`subscriber.customer_id = ${list.customer_id} and subscriber.list_id = ${list.id}
    and subscriber.status = 'confirmed'`;
  const sums = conditions.map(
    (condition, n) => sql`sum(case when ${condition} then 1 else 0 end) as ${sql.ref(`holds_${n}`)}`,
  );
  const count = prepared<Record<string, number | null>>(db, {
    compile: () =>
      sql<Record<string, number | null>>`select count(*) as looked, ${sql.join(sums)} from subscriber
        where ${isOn} and subscriber.id > ${from} and subscriber.id <= ${to}`.compile(db),
  });
  const end = prepared<{ id: number }>(db, {
    compile: () =>
      sql<{ id: number }>`select subscriber.id from subscriber where ${isOn} and subscriber.id > ${from}
        order by subscriber.id limit 1 offset ${rows}`.compile(db),
  });
  return {
    async between(after, upTo) {
      const [row] = await count({ from: after, to: upTo });
      const [people = 0, ...others] = conditions.map((_, n) => Number(row?.[`holds_${n}`] ?? 0));
      return { looked: Number(row?.['looked'] ?? 0), people, rows: others };
    },
    async idAfter(after, n) {
      return (await end({ from: after, rows: n - 1 }))[0]?.id;
    },
  };
}

type Range = { after: number; upTo: number };
/**
 * What was counted, range by range; `hits`: ranges with somebody who is meant. `all`: of how many.
 */
type Found = { ranges: Counted[]; hits: Range[]; isExact: boolean; all: number };

/** Everybody, some at a time: no statement holds up the process for long. */
async function countAll(look: Look, places: number): Promise<Found> {
  const ranges: Counted[] = [];
  const hits: Range[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const end: number | undefined = await look.idAfter(after, Math.max(50, Math.ceil(10_000 / places)));
    const range = { after, upTo: end ?? Number.MAX_SAFE_INTEGER };
    const counted = await look.between(range.after, range.upTo);
    ranges.push(counted);
    if (counted.people > 0) hits.push(range);
    after = end;
    await new Promise(setImmediate); // lets other work run
  }
  return { ranges, hits: hits.reverse(), isExact: true, all: ranges.reduce((sum, { looked }) => sum + looked, 0) };
}

/** Ranges of equal width, for some time. */
async function lookAround(
  db: Db,
  look: Look,
  { list, of, places }: { list: Pick<List, 'id' | 'customer_id'>; of: number; places: number },
): Promise<Found> {
  const until = performance.now() + LOOKING_MS;
  const isOn = sql`customer_id = ${list.customer_id} and list_id = ${list.id} and status = 'confirmed'`;
  const { rows } = await sql<{ first: number | null; last: number | null }>`select
    (select id from subscriber where ${isOn} order by id limit 1) as first,
    (select id from subscriber where ${isOn} order by id desc limit 1) as last`.execute(db);
  const [first, last] = [Number(rows[0]?.first ?? 0) - 1, Number(rows[0]?.last ?? 0)];
  const inRange = Math.max(LEAST_IN_RANGE, Math.floor((2 * IN_RANGE) / places));
  const width = Math.max(1, Math.ceil(((last - first) / of) * inRange));
  const most = Math.max(1, Math.min(MOST_RANGES, Math.floor(of / (2 * inRange))));
  const ranges: Counted[] = [];
  const hits: Range[] = [];
  while (ranges.length < most && (ranges.length < LEAST_RANGES || performance.now() < until)) {
    const share = ((ranges.length + 0.5) * SPREAD) % 1;
    const after = Math.floor(first + share * Math.max(0, last - first - width));
    const counted = await look.between(after, after + width);
    ranges.push(counted);
    if (counted.people > 0 && hits.length < SAMPLES) hits.push({ after, upTo: after + width });
    await new Promise(setImmediate); // lets other work run
  }
  return { ranges, hits, isExact: false, all: of };
}

function sumOf(ranges: readonly Counted[], rows: number): Counted {
  const sum: Counted = { looked: 0, people: 0, rows: Array.from({ length: rows }, () => 0) };
  for (const range of ranges) {
    sum.looked += range.looked;
    sum.people += range.people;
    for (const [n, people] of range.rows.entries()) sum.rows[n] = (sum.rows[n] ?? 0) + people;
  }
  return sum;
}

/**
 * By how much the estimate may be off in 95 of 100 cases: a ratio estimate over clusters, and at
 * least as much as if people were looked at one by one, since few ranges can be alike by chance.
 */
function marginOf(ranges: readonly Counted[], { looked, people }: Counted, all: number): number {
  if (looked === 0) return all;
  const share = people / looked;
  const squares = ranges.reduce((sum, range) => sum + (range.people - share * range.looked) ** 2, 0);
  const n = ranges.length;
  const ofRanges = deviationsFor(n - 1) * (Math.sqrt((squares / Math.max(1, n - 1)) * n) / looked);
  const ofPeople = deviationsFor(looked) * Math.sqrt((share * (1 - share)) / looked);
  const least = people === 0 || people === looked ? OF_NONE / looked : 0;
  return Math.min(all, Math.ceil(Math.max(ofRanges, ofPeople, least) * all));
}

/**
 * Student's t: 95 of 100 estimates are within this many deviations, by degrees of freedom from 1.
 */
const STUDENT = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];

/** Above ten degrees, the first term of its expansion around the normal distribution. */
const deviationsFor = (degrees: number): number => STUDENT[Math.max(1, degrees) - 1] ?? 1.96 + 2.37 / degrees;
