// Sends a mail to a user, as a single mail of a customer.

import type { Tx } from '../../storage/db.ts';
import type { Customer } from '../../storage/tables.ts';
import { queueEmail } from '../../transactional/queue.ts';
import { customerName } from '../sessions/show.ts';

/**
 * Queues the mail, from the customer's address.
 * @param to.fallback stands in for a customer whose address nobody has set yet
 */
export async function mailTo(
  tx: Tx,
  customer: Customer,
  to: { name: string; email: string; fallback: string },
  mail: { subject: string; html: string; plainText: string },
  at: number,
): Promise<void> {
  const isUnset = customer.email.endsWith('.invalid');
  await queueEmail(
    tx,
    {
      customerId: customer.id,
      kind: 'account',
      to: { name: to.name, email: to.email },
      from: { name: customerName(customer), email: isUnset ? to.fallback : customer.email },
      ...mail,
    },
    at,
  );
}
