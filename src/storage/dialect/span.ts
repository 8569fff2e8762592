// In which parts of a table a statement's campaigns are (postgres/parts.ts), said with its values:
// a server then opens those only. By the rows that a statement looks up it would open all of them
// first.
import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { FIRST_LASTING_ID, PART_WIDTH } from '../postgres/parts.ts';
import type { Db, Tx } from '../tables.ts';

/** The lowest and the highest id of campaigns, those that last and the others apart. */
export type Span = { first: number; last: number; first_lasting: number; last_lasting: number };

/**
 * The span of some campaigns. Where there are none of a kind, it has the ends of the other again,
 * as an empty range would be looked for in some part.
 */
export function spanOf(campaigns: Iterable<number>): Span {
  const others = { first: Number.POSITIVE_INFINITY, last: -1 };
  const lasting = { ...others };
  for (const id of campaigns) {
    const ends = id < FIRST_LASTING_ID ? others : lasting;
    ends.first = Math.min(ends.first, id);
    ends.last = Math.max(ends.last, id);
  }
  const isNone = ({ last }: typeof others) => last === -1;
  if (isNone(others) && isNone(lasting)) return { first: 0, last: 0, first_lasting: 0, last_lasting: 0 };
  const { first, last } = isNone(others) ? lasting : others;
  const ofLasting = isNone(lasting) ? others : lasting;
  return { first, last, first_lasting: ofLasting.first, last_lasting: ofLasting.last };
}

/**
 * A further condition on a table in parts, which says nothing new: its campaign is in the span.
 * SQLite has one table for all.
 * @param value the places of a span's members
 */
export function inSpan(
  db: Db | Tx,
  table: string,
  value: (name: keyof Span) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!isPostgres(db)) return sql``;
  const id = sql.ref(`${table}.campaign_id`);
  const bound = (name: keyof Span) => sql`cast(${value(name)} as bigint)`;
  return sql`and (${id} between ${bound('first')} and ${bound('last')}
    or ${id} between ${bound('first_lasting')} and ${bound('last_lasting')})`;
}

/** The same for some campaigns, where values are not given later. */
export function inSpanOf(db: Db | Tx, table: string, campaigns: Iterable<number>): RawBuilder<unknown> {
  const span = spanOf(campaigns);
  return inSpan(db, table, (name) => sql`${span[name]}`);
}

/**
 * The id of the one campaign of a customer that lasts, where its rows are to be apart from those
 * that are given up together.
 */
export function lastingId(db: Db | Tx, customerId: number): CampaignId {
  return isPostgres(db) ? { id: FIRST_LASTING_ID + customerId } : campaignId(db);
}

type CampaignId = { id?: number | RawBuilder<number> };

/**
 * The id of a new campaign. SQLite by itself would count on from the highest one, which after a
 * move from PostgreSQL is of a campaign that lasts.
 */
export function campaignId(db: Db | Tx): CampaignId {
  if (isPostgres(db)) return {};
  return { id: sql<number>`(select coalesce(max(seq), 0) + 1 from sqlite_sequence where name = 'campaign')` };
}

/**
 * A further condition on a table in parts: its campaign is in the part of that number. So a server
 * opens one part, where a statement looks the campaign up itself.
 */
export function inPart(db: Db | Tx, table: string, part: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!isPostgres(db)) return sql``;
  const width = sql.lit(PART_WIDTH);
  const end = (before: number) => sql`(cast(${part} as bigint) - ${sql.lit(before)}) * ${width}`;
  const id = sql.ref(`${table}.campaign_id`);
  return sql`and ${id} >= ${end(1)} and ${id} < ${end(0)}`;
}
