// An address that is on several lists of a campaign gets it once. The ledger says so by the address
// itself: who is frozen takes theirs (table addressee), and whoever comes later and finds it taken
// is a duplicate, however addresses change meanwhile. Campaigns to one list have no such rows.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { hasRow, inRange, isFlying, type Range } from '../batches.ts';

type Of = Pick<Campaign, 'id' | 'customer_id'>;

/**
 * A condition on table `subscriber`: the same address gets the campaign through another of its
 * lists. Also when that has a message from before the store went back in time.
 * @param others the campaign's other lists; none: it is to one list only
 */
export function isDuplicate(db: Db | Tx, campaign: Of, others: readonly number[]): RawBuilder<SqlBool> {
  if (others.length === 0) return sql<SqlBool>`1 = 0`;
  const { id, customer_id } = campaign;
  return sql<SqlBool>`(exists (select 1 from addressee where addressee.customer_id = ${customer_id}
      and addressee.campaign_id = ${id} and addressee.email_key = subscriber.email_key
      and addressee.subscriber_id <> subscriber.id) or ${hasMailedTwin(db, campaign, others)})`;
}

// The offset, which skips nothing, keeps PostgreSQL from reading whole lists instead of probing.
function hasMailedTwin(db: Db | Tx, { id, customer_id }: Of, others: readonly number[]): RawBuilder<SqlBool> {
  const has = (table: 'work' | 'message') => sql`exists (select 1 from ${sql.table(table)} as known
    where known.customer_id = ${customer_id} and known.campaign_id = ${id} and known.subscriber_id = twin.id)`;
  return sql<SqlBool>`exists (select 1 from subscriber as twin where twin.customer_id = ${customer_id}
    and twin.email_key = subscriber.email_key and twin.list_id in (${sql.join(others)})
    and (${has('work')} or ${has('message')} or ${isFlying(db, { id, customer_id }, sql.ref('twin.id'))}) limit 1 offset 0)`;
}

/**
 * Takes the addresses of those of a range that may be frozen, as they are at this moment.
 * @param which of the range's subscribers
 * @returns the ids of those whose address was free
 */
export async function takeAddresses(
  tx: Tx,
  campaign: Of,
  range: Range,
  { which, others }: { which: RawBuilder<SqlBool>; others: readonly number[] },
): Promise<number[]> {
  const { id, customer_id } = campaign;
  // Who has a message already keeps the address from others too.
  const known = sql`${hasRow(campaign, range, 'work')} or ${hasRow(campaign, range, 'message')}
    or ${isFlying(tx, campaign, sql.ref('subscriber.id'))}`;
  // In the order of the key: whoever else takes addresses of the campaign (claimed.ts) does so too,
  // so that nobody waits in a circle.
  const { rows } = await sql<{
    subscriber_id: number;
  }>`insert into addressee (customer_id, campaign_id, email_key, subscriber_id)
    select cast(${customer_id} as bigint), cast(${id} as bigint), subscriber.email_key, subscriber.id
    from subscriber where ${inRange(range)} and ((${which} and not ${hasMailedTwin(tx, campaign, others)}) or ${known})
    order by subscriber.email_key
    on conflict (customer_id, campaign_id, email_key) do nothing returning subscriber_id`.execute(tx);
  return rows.map(({ subscriber_id }) => subscriber_id);
}
