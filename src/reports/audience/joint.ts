// Who would get a campaign to several lists now: each address once. The lists' own numbers, less
// those who get it through an earlier one.
import { sql } from 'kysely';
import { isOnEarlierList } from '../../campaigns/several-lists/duplicate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../storage/db.ts';
import type { List } from '../../storage/tables.ts';
import { STATUSES, type Status } from '../../subscribers/rules.ts';
import { isSuppressed } from '../../suppression/queries.ts';
import { type Summing, summed } from '../counting.ts';
import { type Audience, audienceOf } from './audience.ts';

/** `duplicates`: who gets it through an earlier list; undefined while that is counted. */
export type JointAudience = Audience & { duplicates: number | undefined };

/** @param lists the first one first, at least two */
export async function jointAudienceOf(
  services: { db: Db; clock: Clock },
  lists: readonly List[],
): Promise<JointAudience> {
  const each: Audience[] = [];
  for (const list of lists) each.push(await audienceOf(services, list, undefined));
  const key = `duplicates of ${lists.map(({ id }) => id).join(' ')}`;
  const found = await summed(services, key, summingDuplicates(services.db, lists));
  const sum = (of: (one: Audience) => number | undefined) =>
    each.reduce<number | undefined>((all, one) => {
      const n = of(one);
      return all === undefined || n === undefined ? undefined : all + n;
    }, 0);
  const byStatus = Object.fromEntries(
    STATUSES.map((status) => [status, sum((one) => one.byStatus[status]) ?? 0]),
  ) as Record<Status, number>;
  const gets = sum((one) => one.gets);
  const duplicates = found?.sums.count;
  return {
    total: sum((one) => one.total) ?? 0,
    byStatus,
    suppressed: joined(each.map((one) => one.suppressed)),
    outside: sum((one) => one.outside),
    gets: gets === undefined || duplicates === undefined ? undefined : Math.max(0, gets - duplicates),
    duplicates,
    at: found && each.reduce((least, { at }) => Math.min(least, at ?? least), found.at),
  };
}

function joined(all: readonly Audience['suppressed'][]): Audience['suppressed'] {
  const sums = new Map<string, number>();
  for (const one of all) {
    if (!one) return undefined;
    for (const [reason, n] of one) sums.set(reason, (sums.get(reason) ?? 0) + n);
  }
  return sums;
}

const PIECE = 2_000;

/** Walks over the confirmed subscribers of the lists after the first. */
function summingDuplicates(db: Db, lists: readonly List[]): Summing<{ count: number; n: number; after: number }> {
  return {
    begin: () => ({ count: 0, n: 1, after: 0 }),
    async piece(sums) {
      const list = lists[sums.n];
      if (!list) return false;
      const { customer_id: customerId } = list;
      const earlier = lists.slice(0, sums.n).map(({ id }) => id);
      const piece = sql`select id, email_key from subscriber where customer_id = ${customerId} and list_id = ${list.id}
        and status = 'confirmed' and id > ${sums.after} order by id limit ${sql.lit(PIECE)}`;
      const isTwin = isOnEarlierList(customerId, 'piece.email_key', earlier);
      const { rows } = await sql<{ n: number; last: number | null; twins: number | null }>`with piece as (${piece})
        select count(*) as n, max(id) as last,
          sum(case when ${isTwin} and not ${isSuppressed(customerId, 'piece.email_key')} then 1 else 0 end) as twins
        from piece`.execute(db);
      const [found] = rows;
      sums.count += Number(found?.twins ?? 0);
      const isLast = Number(found?.n ?? 0) < PIECE;
      sums.after = isLast ? 0 : Number(found?.last);
      if (isLast) sums.n += 1;
      return sums.n < lists.length;
    },
  };
}
