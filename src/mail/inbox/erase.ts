// Removes a customer's mails to one address from the test inbox.
import { emailKey } from '../../kernel/address.ts';
import { numberSet } from '../../storage/dialect.ts';
import type { Tx } from '../../storage/tables.ts';

/**
 * Mails to several are removed too. Their recipients are compared here: `lower` of the engines
 * knows letters beyond ASCII on one only, and no other way of writing a domain on either.
 * @param key the address (`kernel/address.ts`: emailKey)
 * @returns how many there were
 */
export async function eraseMailsTo(tx: Tx, customerId: number, key: string): Promise<number> {
  const mails = tx.selectFrom('inbox_mail').where('customer_id', '=', customerId);
  const all = await mails.select(['number', 'rcpt_to']).execute(); // 10,000 at most (queries.ts)
  const theirs = all.filter(({ rcpt_to }) => rcpt_to.split(', ').some((address) => emailKey(address) === key));
  if (theirs.length === 0) return 0;
  const numbers = theirs.map(({ number }) => number);
  await tx
    .deleteFrom('inbox_mail')
    .where('customer_id', '=', customerId)
    .where('number', 'in', numberSet(tx, numbers))
    .execute();
  return theirs.length;
}
