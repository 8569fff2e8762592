// What a session shows: who is signed in, for which customer, and what they may do.
import { companyOf, givenName } from '../../accounts/company.ts';
import { type Right, type Role, rightsOf, roleNamed } from '../../http/rights.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import type { User } from '../../storage/tables/people.ts';
import type { Customer } from '../../storage/tables.ts';
import { findUser, listCustomersOf } from '../queries.ts';

export type SessionView = {
  user: User;
  customer: Customer;
  role: Role;
  rights: readonly Right[];
  customers: readonly { uid: string; name: string; role: Role }[];
};

/**
 * The session of a user that shows a customer of theirs. @throws AppError `unauthorized` when it
 * has none
 */
export async function viewSession(db: Db, userId: number, customerId: number): Promise<SessionView> {
  const user = await findUser(db, userId);
  const all = await listCustomersOf(db, userId);
  const customer = all.find(({ id }) => id === customerId);
  if (!user || !customer) throw new AppError('unauthorized', say('user-session-ended'));
  const role = roleNamed(customer.role);
  const customers = all.map((one) => ({ uid: one.uid, name: customerName(one), role: roleNamed(one.role) }));
  return { user, customer, role, rights: [...rightsOf(role, user.is_operator === 1)], customers };
}

/** What people call a customer: the company, else the person. */
export function customerName(customer: Pick<Customer, 'company' | 'first_name' | 'last_name'>): string {
  return givenName(companyOf(customer)) || `${customer.first_name} ${customer.last_name}`.trim();
}
