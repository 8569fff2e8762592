// What is known to have arrived, as something came of it.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../storage/db.ts';
import { isMessageOf, type KeyRow, keySet, keysByCustomer, type MessageKey } from '../keys.ts';

const heard = (table: 'response' | 'bounce' | 'complaint', of = sql``) =>
  sql`exists (select 1 from ${sql.table(table)} where ${isMessageOf(table)} ${of})`;

/**
 * A condition on a record `r` of keys: it was opened, clicked, unsubscribed from, or it came back.
 */
export function hasArrived(): RawBuilder<SqlBool> {
  const did = sql`and (response.opened_at is not null or response.clicked_at is not null
    or response.unsubscribed_at is not null)`;
  return sql<SqlBool>`(${heard('response', did)} or ${heard('bounce')} or ${heard('complaint')})`;
}

/** Those of the messages that have arrived. Read it when their rows are locked. */
export async function arrivedOf(tx: Tx, messages: readonly MessageKey[]): Promise<KeyRow[]> {
  const found: KeyRow[] = [];
  for (const own of keysByCustomer(tx, messages)) {
    const { rows } = await sql<KeyRow>`select r.customer as customer_id, r.campaign as campaign_id,
        r.subscriber as subscriber_id from ${keySet(tx, own)} where ${hasArrived()}`.execute(tx);
    found.push(...rows);
  }
  return found;
}
