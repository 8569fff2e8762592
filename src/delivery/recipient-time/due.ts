// When each of a range of subscribers is due, as an expression for the statement that freezes them.
// What their fields say and when they opened the last mails is looked at first: many say the same,
// so that zones and days are reckoned here once for each, and the database only compares.
import { type RawBuilder, sql } from 'kysely';
import {
  dueAtHour,
  dueInZone,
  hourStart,
  parsedRecipientTime,
  type RecipientTime,
  readZone,
} from '../../campaigns/recipient-time/rules.ts';
import { lastHour, lastMails, zoneText } from '../../campaigns/recipient-time/sources.ts';
import { inRange, type Range } from '../../messages/batches.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign, ListField } from '../../storage/tables.ts';

/**
 * From when on each of a range may be claimed (ms), on table `subscriber`.
 * @param fields of the range's list: without the campaign's field nobody's zone is known
 * @returns undefined where all get it at the same instant. When somebody's field changes before the
 * statement, to a value that nobody of the range had, their zone counts as not known
 */
export async function dueTimes(
  db: Db,
  campaign: Campaign,
  range: Range,
  fields: readonly Pick<ListField, 'id' | 'tag'>[],
): Promise<RawBuilder<number> | undefined> {
  const time = parsedRecipientTime(campaign.recipient_time_zone);
  const sendAt = campaign.send_at;
  if (!time || sendAt === null) return undefined;
  const known = [
    await zonesIn(db, sendAt, time, { range, field: fields.find(({ tag }) => tag === time.field) }),
    ...(time.last_open ? [await hoursIn(db, sendAt, time, range)] : []),
  ];
  const all = [...known.flatMap((one) => one ?? []), sql<number>`cast(${sendAt} as bigint)`];
  return all.length === 1 ? all[0] : sql<number>`coalesce(${sql.join(all)})`;
}

async function zonesIn(
  db: Db,
  sendAt: number,
  time: RecipientTime,
  { range, field }: { range: Range; field: Pick<ListField, 'id'> | undefined },
): Promise<RawBuilder<number> | undefined> {
  if (!field) return undefined;
  const text = zoneText(db, field.id);
  const { rows } = await sql<{ value: string }>`select value from (select ${text} as value from subscriber
    where ${inRange(range)}) as said where value <> '' group by value order by count(*) desc`.execute(db);
  return among(text, rows, (value) => {
    const zone = readZone(value);
    return zone === undefined ? undefined : dueInZone(sendAt, zone, time);
  });
}

async function hoursIn(
  db: Db,
  sendAt: number,
  time: RecipientTime,
  range: Range,
): Promise<RawBuilder<number> | undefined> {
  const mails = await lastMails(db, range);
  const hour = lastHour(range.customerId, mails);
  if (!hour) return undefined;
  const { rows } = await sql<{ value: number }>`select value from (select ${hour} as value from subscriber
    where ${inRange(range)}) as said where value is not null group by value order by count(*) desc`.execute(db);
  return among(hour, rows, (value) => dueAtHour(sendAt, hourStart(Number(value)), time));
}

/** The instants of the values that have one; those that most people have are compared first. */
function among<V extends string | number>(
  value: RawBuilder<unknown>,
  rows: readonly { value: V }[],
  dueOf: (value: V) => number | undefined,
): RawBuilder<number> | undefined {
  const cases = rows.flatMap((row) => {
    const due = dueOf(row.value);
    return due === undefined ? [] : [sql`when ${row.value} then cast(${sql.lit(due)} as bigint)`];
  });
  return cases.length === 0 ? undefined : sql<number>`case ${value} ${sql.join(cases, sql` `)} end`;
}
