// Updates a customer.
import { emailKey } from '../kernel/address.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Customer } from '../storage/tables.ts';
import { isDuplicate } from '../storage/trouble.ts';
import { companyJson, parseCompany } from './company.ts';
import { forgetCallers } from './keys/known-callers.ts';
import { findCustomerByEmail, getCustomer, lockTimeZone, updateCustomerRow } from './queries.ts';
import { type CustomerInput, checkCustomer, refuseAddress } from './rules.ts';

/**
 * Converts what is stored in local time from a customer's old time zone to the new one, in the same
 * transaction.
 */
export type FollowTimeZone = (tx: Tx, customerId: number, zones: { from: string; to: string }) => Promise<void>;

/**
 * Changes the given members; the others stay as they are at that moment.
 * @throws AppError `invalid` with all faults at once; then nothing has changed
 */
export async function updateCustomer(
  db: Db,
  { id }: Pick<Customer, 'id'>,
  input: CustomerInput,
  followTimeZone: FollowTimeZone,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const from = await lockTimeZone(tx, id);
    const customer = await getCustomer(tx, id);
    const { company, ...checked } = checkCustomer(input, { ...customer, company: parseCompany(customer.company) });
    const other = await findCustomerByEmail(tx, checked.email);
    if (other && other.id !== id) refuseAddress();
    const isStored = updateCustomerRow(tx, id, {
      ...checked,
      email_key: emailKey(checked.email),
      company: company === undefined ? null : companyJson(company),
    });
    await isStored.catch((error: unknown) => {
      if (isDuplicate(error)) refuseAddress(); // another one got it since it was looked for
      throw error;
    });
    const to = checked.time_zone;
    if (from !== to) await followTimeZone(tx, id, { from, to });
  });
  forgetCallers();
}
