// The merge tags of a mail without list and campaign: its recipient, the company, the moment.
import { companyOf, fullAddress } from '../../accounts/company.ts';
import type { Customer } from '../../storage/tables.ts';
import { nowTags } from './dates.ts';
import { COMPANY_TAGS, FIXED_TAGS, SIGN_TAGS } from './tags.ts';
import type { MergeLookup } from './values.ts';

/** Values for a mail of the customer to this address. `at`: when it is sent, in ms. */
export function valuesWithoutCampaign(mail: {
  customer: Pick<Customer, 'company' | 'time_zone'>;
  email: string;
  at: number;
}): MergeLookup {
  const { customer, email, at } = mail;
  const company = companyOf(customer);
  const own = new Map<string, () => string | undefined>([
    ['EMAIL', () => email],
    ['EMAIL_NAME', () => email.slice(0, email.lastIndexOf('@'))],
    ['EMAIL_DOMAIN', () => email.slice(email.lastIndexOf('@') + 1)],
  ]);
  for (const [tag, give] of COMPANY_TAGS) own.set(tag, () => give(company, fullAddress(company)) ?? '');
  for (const [tag, sign] of SIGN_TAGS) own.set(tag, () => sign);
  for (const [tag, give] of nowTags) own.set(tag, () => give({ at, customer }));
  return (tag) => own.get(tag)?.();
}

/** Whether a tag has a value in the messages of campaigns alone. */
export function needsCampaign(tag: string): boolean {
  return FIXED_TAGS.has(tag);
}
