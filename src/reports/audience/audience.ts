// Who would get a campaign to a list or segment now, and why others would not: the same rules as
// when an audience is frozen (delivery/freeze.ts). Counts come from tallies; the suppressed are
// found from the side of the suppressions, the members of a segment are counted as segments are.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { compileSegment } from '../../segments/compile.ts';
import { withCount } from '../../segments/count.ts';
import { inZone } from '../../segments/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { List, Segment } from '../../storage/tables.ts';
import { tallyScope } from '../../subscribers/queries.ts';
import { STATUSES, type Status } from '../../subscribers/rules.ts';
import { REASONS } from '../../suppression/rules.ts';
import { type Summing, summed } from '../counting.ts';
import { nextEntries } from './entries.ts';

/** Statuses of subscribers who get no mail. */
export const LEFT_OUT = STATUSES.filter((status): status is Exclude<Status, 'confirmed'> => status !== 'confirmed');

/**
 * Confirmed subscribers whose address is suppressed, by reason, and those of them in the segment.
 */
type Suppressed = { by: Map<string, number>; inSegment: number; source: number; after: number };

/**
 * `gets`: who would get it; undefined while that is counted for the first time, as are `suppressed`
 * and `outside` (confirmed, but not in the segment). `at`: when what is not kept as a count was
 * counted (ms).
 */
export type Audience = {
  total: number;
  byStatus: Record<Status, number>;
  suppressed: Map<string, number> | undefined;
  outside: number | undefined;
  gets: number | undefined;
  at: number | undefined;
};

/** Who would get it now. */
export async function audienceOf(
  services: { db: Db; clock: Clock },
  list: List,
  segment: Segment | undefined,
): Promise<Audience> {
  const { db, clock } = services;
  const byStatus = await statusesOf(db, list);
  const total = Object.values(byStatus).reduce((sum, n) => sum + n, 0);
  const counted = segment && (await withCount(db, list, segment, clock.now()));
  const condition = await conditionOf(db, list, segment, clock.now());
  const key = `suppressed of ${list.id} ${segment ? `${segment.id} ${segment.updated_at}` : ''}`;
  const found = await summed(services, key, summingSuppressed(db, list, condition));
  const isCounted = !counted || counted.members_revision >= 0;
  if (!found || !isCounted) {
    return { total, byStatus, suppressed: undefined, outside: undefined, gets: undefined, at: undefined };
  }
  const suppressed = [...found.sums.by.values()].reduce((sum, n) => sum + n, 0);
  const sendable = Math.max(0, byStatus.confirmed - suppressed);
  const gets = counted ? Math.min(sendable, Math.max(0, counted.members - found.sums.inSegment)) : sendable;
  const at = counted ? Math.min(found.at, counted.members_counted_at) : found.at;
  return { total, byStatus, suppressed: found.sums.by, outside: sendable - gets, gets, at };
}

/** The condition of a segment on table `subscriber`; without one it always holds. */
export async function conditionOf(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  segment: Segment | undefined,
  at: number,
): Promise<Expression<SqlBool>> {
  if (!segment) return compileSegment(db, undefined, [], at);
  return compileSegment(db, await inZone(db, segment), await fieldsOf(db, list.customer_id, list.id), at);
}

async function statusesOf(db: Db, list: Pick<List, 'id' | 'customer_id'>): Promise<Record<Status, number>> {
  const rows = await db
    .selectFrom('tally')
    .select(['scope', 'n'])
    .where('customer_id', '=', list.customer_id)
    .where('owner_id', '=', list.id)
    .where('scope', 'in', STATUSES.map(tallyScope))
    .execute();
  const found = new Map(rows.map(({ scope, n }) => [scope, Number(n)]));
  return Object.fromEntries(STATUSES.map((status) => [status, found.get(tallyScope(status)) ?? 0])) as Record<
    Status,
    number
  >;
}

const PIECE = 2_000;

function summingSuppressed(db: Db, list: List, condition: Expression<SqlBool>): Summing<Suppressed> {
  return {
    begin: () => ({ by: new Map(REASONS.map((reason) => [reason, 0])), inSegment: 0, source: 0, after: 0 }),
    async piece(sums) {
      const piece = await nextEntries(db, list, sums, PIECE);
      const { rows } = await sql<{ reason: string | null; n: number; members: number; last: number }>`
        with entry as (${piece})
        select entry.reason, count(*) as n, coalesce(sum(case when ${condition} then 1 else 0 end), 0) as members, 0 as last
        from entry join subscriber on subscriber.customer_id = ${list.customer_id}
          and subscriber.email_key = entry.email_key and subscriber.list_id = ${list.id}
        where subscriber.status = 'confirmed' group by entry.reason
        union all select null, count(*), 0, coalesce(max(id), 0) from entry`.execute(db);
      for (const { reason, n, members } of rows) {
        if (reason === null) continue;
        sums.by.set(reason, (sums.by.get(reason) ?? 0) + Number(n));
        sums.inSegment += Number(members);
      }
      const end = rows.find(({ reason }) => reason === null);
      const isLast = Number(end?.n) < PIECE;
      sums.after = isLast ? 0 : Number(end?.last);
      if (isLast) sums.source += 1;
      return sums.source < 2;
    },
  };
}
