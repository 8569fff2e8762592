// An address that is on several lists of a campaign gets it once. Lists are frozen one after the
// other; who is frozen takes with them, in the same transaction, the rows of the same address on
// the lists that follow. So what was decided stands, however they change before those are frozen.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { isFrozen, type Range } from '../batches.ts';

type Of = Pick<Campaign, 'id' | 'customer_id'>;

/**
 * A condition on table `subscriber`: the same address gets the campaign through another of its
 * lists. Also when that has a message from before the store went back in time.
 * @param others the campaign's other lists; none: it is to one list only
 */
export function isDuplicate({ id, customer_id }: Of, range: Range, others: readonly number[]): RawBuilder<SqlBool> {
  if (others.length === 0) return sql<SqlBool>`1 = 0`;
  const has = (table: 'work' | 'message') => sql`exists (select 1 from ${sql.table(table)} as known
    where known.customer_id = ${customer_id} and known.campaign_id = ${id} and known.subscriber_id = twin.id)`;
  return sql<SqlBool>`(subscriber.id in (select subscriber_id from duplicate where customer_id = ${customer_id}
      and campaign_id = ${id} and subscriber_id > ${range.after} and subscriber_id <= ${range.to})
    or exists (select 1 from subscriber as twin where twin.customer_id = ${customer_id}
      and twin.email_key = subscriber.email_key and twin.list_id in (${sql.join(others)})
      and (${has('work')} or ${has('message')})))`;
}

/**
 * Notes whom the frozen part of a list leaves out of the lists that follow.
 * @param until the highest id of the audience
 */
export async function noteDuplicates(
  tx: Tx,
  campaign: Of,
  range: Range,
  { following, until }: { following: readonly number[]; until: number },
): Promise<void> {
  if (following.length === 0) return;
  const { id, customer_id } = campaign;
  await sql`insert into duplicate (customer_id, campaign_id, subscriber_id)
    select cast(${customer_id} as bigint), cast(${id} as bigint), twin.id
    from subscriber inner join subscriber as twin on twin.customer_id = ${customer_id}
      and twin.email_key = subscriber.email_key and twin.list_id in (${sql.join(following)}) and twin.id <= ${until}
    where subscriber.customer_id = ${customer_id} and subscriber.list_id = ${range.listId}
      and subscriber.id > ${range.after} and subscriber.id <= ${range.to} and ${isFrozen(tx, campaign, range)}
    on conflict do nothing`.execute(tx);
}
