// Updates a customer.
import { emailKey } from '../kernel/address.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Customer } from '../storage/tables.ts';
import { companyJson, parseCompany } from './company.ts';
import { forgetCallers } from './keys/known-callers.ts';
import { findCustomerByEmail, lockTimeZone, updateCustomerRow } from './queries.ts';
import { type CustomerInput, checkCustomer, refuseAddress } from './rules.ts';

/**
 * Converts what is stored in local time from a customer's old time zone to the new one, in the same
 * transaction.
 */
export type FollowTimeZone = (tx: Tx, customerId: number, zones: { from: string; to: string }) => Promise<void>;

/**
 * Changes the given members.
 * @throws AppError `invalid` with all faults at once; then nothing has changed
 */
export async function updateCustomer(
  db: Db,
  customer: Customer,
  input: CustomerInput,
  followTimeZone: FollowTimeZone,
): Promise<void> {
  const { company, ...checked } = checkCustomer(input, { ...customer, company: parseCompany(customer.company) });
  await inTransaction(db, async (tx) => {
    const from = await lockTimeZone(tx, customer.id);
    const other = await findCustomerByEmail(tx, checked.email);
    if (other && other.id !== customer.id) refuseAddress();
    await updateCustomerRow(tx, customer.id, {
      ...checked,
      email_key: emailKey(checked.email),
      company: company === undefined ? null : companyJson(company),
    });
    const to = checked.time_zone;
    if (from !== to) await followTimeZone(tx, customer.id, { from, to });
  });
  forgetCallers();
}
