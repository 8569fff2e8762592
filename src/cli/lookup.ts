// Looks up the customer or campaign named by an argument.
import { findCustomerByEmail, findCustomerByUid, listCustomers } from '../accounts/queries.ts';
import { findCampaignOfAnybody } from '../campaigns/queries.ts';
import { AppError } from '../kernel/errors.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign, Customer } from '../storage/tables.ts';

/**
 * The customer with this uid or mail address; without one, the only customer.
 * @throws AppError `not_found`; `state` when it is being removed
 */
export async function getCustomer(db: Db, which: string | undefined): Promise<Customer> {
  const customer = await findNamed(db, which);
  if (customer.status === 'removing')
    throw new AppError(
      'state',
      `This customer is being removed; this finishes it: npx mailwright customer remove ${customer.uid} --yes`,
    );
  return customer;
}

/** As getCustomer; also one that is being removed. */
export async function findNamed(db: Db, which: string | undefined): Promise<Customer> {
  if (which === undefined) {
    const [only, ...others] = await listCustomers(db);
    if (only && others.length === 0) return only;
    throw new AppError(
      'not_found',
      only ? 'There are several customers: choose one by uid or email.' : 'There is no customer yet.',
    );
  }
  const found = (await findCustomerByUid(db, which)) ?? (await findCustomerByEmail(db, which));
  if (!found) throw new AppError('not_found', `There is no customer "${which}".`);
  return found;
}

/** The campaign with that uid, whatever its customer. @throws AppError `not_found` */
export async function getCampaign(db: Db, uid: string): Promise<Campaign> {
  const campaign = await findCampaignOfAnybody(db, uid);
  if (!campaign) throw new AppError('not_found', `There is no campaign "${uid}".`);
  return campaign;
}
