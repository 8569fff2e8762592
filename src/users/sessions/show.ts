// What a session shows: who is signed in, for which customer, and what they may do.
import { companyOf, givenName } from '../../accounts/company.ts';
import { type Right, type Role, rightsOf, roleNamed } from '../../http/rights.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import type { User } from '../../storage/tables/people.ts';
import type { Customer } from '../../storage/tables.ts';
import { countCustomersOf, findCustomerOf, findUser, listCustomersOf } from '../queries.ts';

/** More customers of a user are looked for by name (customers.ts). */
const MOST_SHOWN = 20;

export type SessionView = {
  user: User;
  customer: Customer;
  role: Role;
  rights: readonly Right[];
  /** The first of them; `count` is of all. */
  customers: { shown: readonly NamedCustomer[]; count: number };
};

/** One of a user's customers, and the role there. */
export type NamedCustomer = { uid: string; name: string; role: Role };

/**
 * The session of a user that shows a customer of theirs. @throws AppError `unauthorized` when it
 * has none
 */
export async function viewSession(db: Db, userId: number, customerId: number): Promise<SessionView> {
  const user = await findUser(db, userId);
  const some = await listCustomersOf(db, userId, MOST_SHOWN + 1);
  const customer = some.find(({ id }) => id === customerId) ?? (await findCustomerOf(db, userId, { id: customerId }));
  if (!user || !customer) throw new AppError('unauthorized', say('user-session-ended'));
  const role = roleNamed(customer.role);
  const count = some.length > MOST_SHOWN ? await countCustomersOf(db, userId) : some.length;
  const customers = { shown: some.slice(0, MOST_SHOWN).map(namedCustomer), count };
  return { user, customer, role, rights: [...rightsOf(role, user.is_operator === 1)], customers };
}

export function namedCustomer(
  customer: Pick<Customer, 'uid' | 'company' | 'first_name' | 'last_name'> & { role: string },
): NamedCustomer {
  return { uid: customer.uid, name: customerName(customer), role: roleNamed(customer.role) };
}

/** What people call a customer: the company, else the person. */
export function customerName(customer: Pick<Customer, 'company' | 'first_name' | 'last_name'>): string {
  return givenName(companyOf(customer)) || `${customer.first_name} ${customer.last_name}`.trim();
}
