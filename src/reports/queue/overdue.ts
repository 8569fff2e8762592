// Campaigns whose time has come and that have not begun. Some wait for people, who are told by the
// notice of the campaign; the others should not wait: to begin them fails, or nobody does it.
import { type SqlBool, sql } from 'kysely';
import { waitsForPeople } from '../../campaigns/delivery/notice.ts';
import { BEGINS_AT } from '../../campaigns/delivery/progress.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';

/** A due campaign begins within seconds, even while a process restarts. */
const LATE_MS = MINUTE_MS;

export type Overdue = Pick<Campaign, 'id' | 'uid' | 'customer_id' | 'list_id' | 'further_lists' | 'notice'> & {
  /** Since when it should have begun, ms. */
  since: number;
};

/** `held`: it waits for people; `overdue`: it should have begun. */
export type Lateness = 'held' | 'overdue';

const late = (db: Db, now: number) =>
  db
    .selectFrom('campaign')
    .where(sql<SqlBool>`status = 'pending-sending'`) // as in index campaign_due
    .where(sql<SqlBool>`${BEGINS_AT} <= ${now - LATE_MS}`);

/** A notice counts while a worker looks whether it is still so (delivery/plan/begin.ts). */
const isHeld = (now: number) => sql<SqlBool>`(coalesce(waits_until, 0) > ${now - LATE_MS} and ${waitsForPeople})`;

/** How many there are of either, of all customers. @param now instant in ms */
export async function countLate(db: Db, now: number): Promise<Record<Lateness, number>> {
  const { n, held } = await late(db, now)
    .select((of) => of.fn.countAll<number>().as('n'))
    .select(sql<number>`coalesce(sum(case when ${isHeld(now)} then 1 else 0 end), 0)`.as('held'))
    .executeTakeFirstOrThrow();
  return { held: Number(held), overdue: Number(n) - Number(held) };
}

/** The one that waits longest; undefined when there is none. @param now instant in ms */
export async function longestLate(db: Db, now: number, which: Lateness): Promise<Overdue | undefined> {
  const row = await late(db, now)
    .where(which === 'held' ? isHeld(now) : sql<SqlBool>`not ${isHeld(now)}`)
    .select(['id', 'uid', 'customer_id', 'list_id', 'further_lists', 'notice', BEGINS_AT.as('since')])
    .orderBy(BEGINS_AT)
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, since: Number(row.since) };
}
