// Creates a customer.
import type { DialectName } from '../http/dialect.ts';
import type { Clock } from '../kernel/clock.ts';
import { newUid } from '../kernel/ids.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Customer } from '../storage/tables.ts';
import { companyJson } from './company.ts';
import { addKey } from './keys/keys.ts';
import { insertCustomer } from './queries.ts';
import { type CheckedCustomer, type CustomerInput, checkCustomer, refuseAddress } from './rules.ts';

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
 * Creates a customer; name and email are required, the time zone is UTC and the locale en unless
 * given, a company needs name, street, city, zip code and country.
 * @throws AppError `invalid` with all faults at once
 */
export function createCustomer(db: Db, input: CustomerInput, clock: Clock): Promise<Customer> {
  const checked = checkCustomer(input, DEFAULTS);
  return inTransaction(db, (tx) => storeCustomer(tx, checked, clock.now()));
}

/** A customer in a request; absent members default as with `createCustomer`. */
export type RequestedCustomer = Pick<CheckedCustomer, 'first_name' | 'last_name' | 'email' | 'company'> &
  Partial<CheckedCustomer>;

/**
 * Creates a customer from a request, with an API key when `dialect` is given.
 * @returns the key too, which can never be read again
 * @throws AppError `invalid` when another customer has the address
 */
export function createRequestedCustomer(
  db: Db,
  input: RequestedCustomer,
  { dialect, clock }: { dialect: DialectName | undefined; clock: Clock },
): Promise<{ customer: Customer; key?: string }> {
  return inTransaction(db, async (tx) => {
    const customer = await storeCustomer(tx, { ...DEFAULTS, ...input }, clock.now());
    if (dialect === undefined) return { customer };
    const { key } = await addKey(tx, { customerId: customer.id, name: 'first key', dialect }, clock);
    return { customer, key };
  });
}

function storeCustomer(tx: Tx, { company, ...checked }: CheckedCustomer, at: number): Promise<Customer> {
  const stored = company === undefined ? null : companyJson(company);
  return addCustomer(tx, { uid: newUid(), ...checked, company: stored, created_at: at });
}

/** Inserts a new customer. @throws AppError `invalid` when another one has the mail address */
export async function addCustomer(tx: Tx, row: Parameters<typeof insertCustomer>[1]): Promise<Customer> {
  return (await insertCustomer(tx, row)) ?? refuseAddress();
}
