// A condition on a date as SQL; rules.ts says what it means.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { memberNumber } from '../../storage/dialect/members.ts';
import { byCodePoint, jsonText } from '../../storage/dialect.ts';
import type { ListField } from '../../storage/tables.ts';
import { type Bounds, type DateCondition, daysOf, instantsOf, measuresOf, todayIn, yearDaysOf } from './rules.ts';

const NEVER = sql<SqlBool>`1 = 0`;

/** @param now the instant (ms), and where a day is a day */
export function dateCondition(
  db: Db | Tx,
  condition: DateCondition,
  fields: readonly Pick<ListField, 'id' | 'number'>[],
  { at, timeZone }: { at: number; timeZone: string },
): RawBuilder<SqlBool> {
  const days = daysOf(condition, todayIn(timeZone, at));
  if (condition.date !== 'field') {
    const column = condition.date === 'joined' ? 'subscriber.created_at' : 'subscriber.confirmed_at';
    return within(sql.ref(column), instantsOf(days, timeZone));
  }
  const field = fields.find(({ number }) => number === condition.fieldNumber);
  if (!field) return NEVER;
  const measured = memberNumber(db, 'subscriber.folded', `${field.id}d`);
  if (!condition.everyYear) return within(measured, measuresOf(days));
  const year = yearDaysOf(days);
  if (year === undefined) return NEVER;
  if (year === 'all') return sql<SqlBool>`${measured} is not null`;
  const day = byCodePoint(db, sql<string>`substr(${jsonText(db, 'subscriber.folded', String(field.id))}, 6, 5)`);
  const isFrom = sql`${day} >= ${year.first}`;
  const isUntil = sql`${day} <= ${year.last}`;
  const fits = year.wraps ? sql`(${isFrom} or ${isUntil})` : sql`(${isFrom} and ${isUntil})`;
  return sql<SqlBool>`(${measured} is not null and ${fits})`;
}

function within(value: RawBuilder<unknown>, { from, before }: Bounds): RawBuilder<SqlBool> {
  const parts = [
    ...(from === undefined ? [] : [sql`${value} >= ${from}`]),
    ...(before === undefined ? [] : [sql`${value} < ${before}`]),
  ];
  return sql<SqlBool>`coalesce(${sql.join(parts, sql` and `)}, false)`;
}
