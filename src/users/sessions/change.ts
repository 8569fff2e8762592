// Has a session show another customer of its user.
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import { findCustomerOf, updateUser } from '../queries.ts';
import { refuse } from '../rules.ts';
import { updateSessionCustomer } from './queries.ts';

/**
 * @returns the id of the customer
 * @throws AppError `invalid` when the user does not belong to it, or it is not active
 */
export async function changeCustomer(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: number },
  customerUid: string,
): Promise<number> {
  const customer = await findCustomerOf(db, userId, { uid: customerUid });
  if (!customer) refuse('customer_uid', say('user-customer-other'));
  await updateSessionCustomer(db, sessionId, customer.id);
  await updateUser(db, userId, { last_customer_id: customer.id });
  return customer.id;
}
