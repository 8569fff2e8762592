// Makes a customer.
import type { Clock } from '../kernel/clock.ts';
import { newUid } from '../kernel/ids.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Customer } from '../storage/tables.ts';
import { writeCompany } from './company.ts';
import { insertCustomer } from './queries.ts';
import { type CheckedCustomer, type CustomerInput, checkCustomer } from './rules.ts';

const DEFAULTS: CheckedCustomer = {
  first_name: '',
  last_name: '',
  email: '',
  time_zone: 'UTC',
  locale: 'en',
  status: 'active',
  statistics: 'raw',
  company: undefined,
};

/**
 * Makes a customer; name and email are required, the time zone is UTC and the locale en unless given, a company needs
 * name, street, city, zip code and country.
 * @throws AppError `invalid` with all faults at once
 */
export function createCustomer(db: Db, input: CustomerInput, clock: Clock): Promise<Customer> {
  return inTransaction(db, (tx) => createCustomerIn(tx, input, clock));
}

/** The same inside a transaction. */
function createCustomerIn(tx: Tx, input: CustomerInput, clock: Clock): Promise<Customer> {
  const { company, ...checked } = checkCustomer(input, DEFAULTS);
  return insertCustomer(tx, {
    uid: newUid(),
    ...checked,
    company: company === undefined ? null : writeCompany(company),
    created_at: clock.now(),
  });
}
