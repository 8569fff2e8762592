// Who gets a campaign to several lists through an earlier one, as a condition of statements that
// look before the freeze; what really happened is in the ledger (messages/several-lists/).
import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * That the address `emailKey` (of a table in the statement) is confirmed on one of `earlier`, lists
 * of the customer.
 */
export function isOnEarlierList(
  customerId: number,
  emailKey: 'subscriber.email_key' | 'piece.email_key',
  earlier: readonly number[],
): Expression<SqlBool> {
  if (earlier.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`exists (select 1 from subscriber as twin where twin.customer_id = ${customerId}
    and twin.email_key = ${sql.ref(emailKey)} and twin.list_id in (${sql.join(earlier)}) and twin.status = 'confirmed')`;
}
