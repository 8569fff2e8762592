// Changes a customer.
import { type Db, inTransaction } from '../storage/db.ts';
import type { Customer } from '../storage/tables.ts';
import { readCompany, writeCompany } from './company.ts';
import { updateCustomerRow } from './queries.ts';
import { type CustomerInput, checkCustomer } from './rules.ts';

/**
 * Changes what is given and keeps the rest.
 * @throws AppError `invalid` with all faults at once; then nothing has changed
 */
export async function updateCustomer(db: Db, customer: Customer, input: CustomerInput): Promise<void> {
  const { company, ...checked } = checkCustomer(input, { ...customer, company: readCompany(customer.company) });
  await inTransaction(db, (tx) =>
    updateCustomerRow(tx, customer.id, {
      ...checked,
      company: company === undefined ? null : writeCompany(company),
    }),
  );
}
