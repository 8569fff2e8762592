// How many people each of several lists has, and how it changed lately: for tables of lists.
import { sql } from 'kysely';
import { DAY_MS } from '../../kernel/durations.ts';
import type { Db, List } from '../../storage/tables.ts';
import { tallyScope } from '../queries.ts';
import { STATUSES } from '../rules.ts';

/** Lists of one question. */
export const MOST_COUNTED = 100;

/** What "lately" means, in days. */
export const RECENT_DAYS = 7;

/**
 * `people`: in any status; `grown`: by how many those who are confirmed became more or fewer in the
 * last seven days; `left`: how many unsubscribed in them.
 */
export type ListCounts = Pick<List, 'uid'> & { people: number; confirmed: number; grown: number; left: number };

/**
 * Reads tallies and sums of quarters of an hour: it costs the same however many people there are.
 * @param uids of another customer, or of lists that are gone, are left out
 * @param at now, ms
 */
export async function countsOfLists(
  db: Db,
  customerId: number,
  uids: readonly string[],
  at: number,
): Promise<ListCounts[]> {
  if (uids.length === 0) return [];
  const scopes = sql.join(STATUSES.map(tallyScope));
  const tallied = (condition: ReturnType<typeof sql>) =>
    sql`(select coalesce(sum(tally.n), 0) from tally where tally.customer_id = ${customerId}
      and tally.owner_id = list.id and ${condition})`;
  const lately = (name: 'net' | 'unsubscribed') =>
    sql`(select coalesce(sum(${sql.ref(`growth.${name}`)}), 0) from list_growth as growth
      where growth.customer_id = ${customerId} and growth.list_id = list.id
        and growth.starts_at > ${at - RECENT_DAYS * DAY_MS})`;
  const { rows } = await sql<ListCounts>`select list.uid,
      ${tallied(sql`tally.scope in (${scopes})`)} as people,
      ${tallied(sql`tally.scope = ${tallyScope('confirmed')}`)} as confirmed,
      ${lately('net')} as grown, ${lately('unsubscribed')} as "left"
    from list where list.customer_id = ${customerId} and list.status = 'active' and list.uid in (${sql.join([...uids])})
    order by list.id desc`.execute(db);
  return rows.map(({ uid, people, confirmed, grown, left }) => ({
    uid,
    people: Number(people),
    confirmed: Number(confirmed),
    grown: Number(grown),
    left: Number(left),
  }));
}
