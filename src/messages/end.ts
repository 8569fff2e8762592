// Messages end without having been sent, or without anybody's knowing what became of them: rows of
// work, or members of a batch, become messages.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../storage/db.ts';
import { allAtOnce, numberSet } from '../storage/dialect.ts';
import type { EndState } from '../storage/tables.ts';
import type { KeyRow } from './keys.ts';
import type { Reason, ReasonOf } from './reasons.ts';

/**
 * What is written of them. `isTried`: another try counts. `lease`: who may still say what happened,
 * if somebody may.
 */
export type Ending = {
  state: EndState;
  reason: Reason | null;
  detail?: string | undefined;
  isTried?: boolean | undefined;
  leaseId?: number | undefined;
  at: number;
};

/**
 * @param which on table `work`; its rows are locked or nobody else's to change. @returns those that
 * ended
 */
export async function endWork(tx: Tx, which: RawBuilder<SqlBool>, ending: Ending): Promise<KeyRow[]> {
  const { state, reason, detail, isTried = false, leaseId, at } = ending;
  const keepsReply = state !== 'uncertain' && reason !== 'given-up';
  const columns = sql`customer_id, campaign_id, subscriber_id, state, attempts, in_flight_at, finished_at, deferred_since,
    relay_id, lease_id, attempt, reason, detail, reply`;
  const values = sql`customer_id, campaign_id, subscriber_id, cast(${state} as text), attempts + ${sql.lit(isTried ? 1 : 0)},
    in_flight_at, cast(${at} as bigint), deferred_since, relay_id, cast(${leaseId ?? null} as bigint),
    ${leaseId === undefined ? sql`cast(null as bigint)` : sql`attempt`}, cast(${reason} as text),
    cast(${detail ?? null} as text), ${keepsReply ? sql`reply` : sql`cast(null as text)`}`;
  const done = sql`on conflict (customer_id, campaign_id, subscriber_id) do nothing
    returning customer_id, campaign_id, subscriber_id`;
  if (allAtOnce(tx)) {
    const ended = await sql<KeyRow>`with gone as (delete from work where ${which} returning *)
      insert into message (${columns}) select ${values} from gone ${done}`.execute(tx);
    return ended.rows;
  }
  const ended =
    await sql<KeyRow>`insert into message (${columns}) select ${values} from work where ${which} ${done}`.execute(tx);
  await sql`delete from work where ${which}`.execute(tx);
  return ended.rows;
}

/** Somebody who must not get it any more. */
export type Skipped = { skip: number; reason: ReasonOf<'skipped'> };

/** Skips members of a batch that are still to do. */
export async function skipMembers(
  tx: Tx,
  { customerId, campaignId }: { customerId: number; campaignId: number },
  skipped: readonly Skipped[],
  at: number,
): Promise<void> {
  for (const [reason, some] of Map.groupBy(skipped, (one) => one.reason)) {
    const ids = numberSet(
      tx,
      some.map(({ skip }) => skip),
    );
    await sql`insert into message (customer_id, campaign_id, subscriber_id, state, attempts, finished_at, reason)
      select cast(${customerId} as bigint), cast(${campaignId} as bigint), members.value, 'skipped', 0,
        cast(${at} as bigint), cast(${reason} as text)
      from ${idsFrom(ids)} where true`.execute(tx);
  }
}

/** A set of numbers as a table of one column. */
function idsFrom(ids: RawBuilder<number>): RawBuilder<unknown> {
  return sql`${ids} as members`;
}
