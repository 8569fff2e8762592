// Campaigns whose time has come and that have not begun: something that they need is missing, to
// begin them fails, or nobody does it.
import { type SqlBool, sql } from 'kysely';
import { BEGINS_AT } from '../../campaigns/delivery/progress.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';

/** Those that are begun are so within seconds, also while a process starts anew. */
const LATE_MS = MINUTE_MS;

export type Overdue = Pick<Campaign, 'id' | 'uid' | 'customer_id' | 'list_id' | 'further_lists' | 'notice'> & {
  /** Since when it should have begun, ms. */
  since: number;
};

const overdue = (db: Db, now: number) =>
  db
    .selectFrom('campaign')
    .where(sql<SqlBool>`status = 'pending-sending'`) // as in index campaign_due
    .where(sql<SqlBool>`${BEGINS_AT} <= ${now - LATE_MS}`);

/** How many there are, of all customers. @param now instant in ms */
export async function countOverdue(db: Db, now: number): Promise<number> {
  const { n } = await overdue(db, now)
    .select((of) => of.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The one that waits longest; undefined when there is none. @param now instant in ms */
export async function longestOverdue(db: Db, now: number): Promise<Overdue | undefined> {
  const row = await overdue(db, now)
    .select(['id', 'uid', 'customer_id', 'list_id', 'further_lists', 'notice', BEGINS_AT.as('since')])
    .orderBy(BEGINS_AT)
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, since: Number(row.since) };
}
