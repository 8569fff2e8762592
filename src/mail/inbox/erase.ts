// Removes a customer's mails to one address from the test inbox.
import { sql } from 'kysely';
import type { Tx } from '../../storage/tables.ts';

/** @param key the address, lower case. @returns how many there were */
export async function eraseMailsTo(tx: Tx, customerId: number, key: string): Promise<number> {
  const done = await tx
    .deleteFrom('inbox_mail')
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`lower(rcpt_to) = ${key}`)
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}
