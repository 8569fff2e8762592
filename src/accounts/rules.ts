// Rules for a customer's data. Pure.

import { isMailAddress } from '../kernel/address.ts';
import { isTimeZone } from '../kernel/clock.ts';
import { AppError, type Faults, throwFaults } from '../kernel/errors.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';
import { COMPANY_TEXTS, type Company, noCompany } from './company.ts';
import { findCountry, findZone } from './countries.ts';

/** Company members as entered. `country` is a code or an English name. */
export type CompanyInput = { [member in Exclude<keyof Company, 'country'> | 'country']?: string | undefined };

/**
 * A customer as entered; absent members get defaults when it is created, and stay unchanged in an
 * update.
 */
export type CustomerInput = {
  name?: string | undefined;
  email?: string | undefined;
  timeZone?: string | undefined;
  locale?: string | undefined;
  status?: string | undefined;
  statistics?: string | undefined;
  company?: CompanyInput | undefined;
};

export type CheckedCustomer = {
  first_name: string;
  last_name: string;
  email: string;
  time_zone: string;
  locale: string;
  status: string;
  statistics: string;
  company: Company | undefined;
};

const MAX_TEXT = 255;

/** The error for a mail address that another customer has. @throws AppError `invalid` */
export function refuseAddress(): never {
  const fault = say('account-address-taken');
  throw new AppError('invalid', fault, { faults: { email: fault } });
}
const COMPANY_REQUIRED = ['name', 'address_1', 'city', 'zip_code'] as const;

/**
 * Checks a whole customer, all faults at once.
 * @param current the values of absent members
 * @throws AppError `invalid` with the faults
 */
export function checkCustomer(input: CustomerInput, current: CheckedCustomer): CheckedCustomer {
  const faults: Faults = {};
  const text = (value: string | undefined, stays: string) => (value === undefined ? stays : value.trim());
  const name = text(input.name, `${current.first_name} ${current.last_name}`.trim());
  if (name === '') faults['name'] = say('member-blank', { label: 'Name' });
  if (name.length > MAX_TEXT) faults['name'] = tooLong('Name');
  const email = text(input.email, current.email);
  if (email === '') faults['email'] = say('member-blank', { label: 'Email' });
  else if (!isMailAddress(email)) faults['email'] = say('member-address', { label: 'Email' });
  const timeZone = text(input.timeZone, current.time_zone);
  if (!isTimeZone(timeZone)) {
    faults['time-zone'] = say('account-time-zone-named', { zone: timeZone });
  }
  const locale = text(input.locale, current.locale);
  if (!isLocale(locale)) faults['locale'] = say('account-locale-named', { locale });
  const status = text(input.status, current.status);
  if (status !== 'active' && status !== 'inactive') faults['status'] = say('account-status');
  const statistics = text(input.statistics, current.statistics);
  if (statistics !== 'raw' && statistics !== 'filtered') faults['statistics'] = say('account-statistics');
  const company = checkCompany(input.company, current.company, faults);
  throwFaults(faults);
  const [first, last] = splitName(name);
  return { first_name: first, last_name: last, email, time_zone: timeZone, locale, status, statistics, company };
}

function checkCompany(
  input: CompanyInput | undefined,
  current: Company | undefined,
  faults: Faults,
): Company | undefined {
  if (input === undefined || Object.values(input).every((value) => value === undefined)) return current;
  const company = { ...(current ?? noCompany()) };
  for (const member of COMPANY_TEXTS) {
    const value = input[member];
    if (value !== undefined) company[member] = value.trim();
    if (company[member].length > MAX_TEXT) faults[`company.${member}`] = tooLong(`Company ${spoken(member)}`);
  }
  for (const member of COMPANY_REQUIRED) {
    if (company[member] === '')
      faults[`company.${member}`] = say('member-blank', { label: `Company ${spoken(member)}` });
  }
  if (input.country !== undefined) {
    const country = findCountry({ name: input.country });
    company.country = { code: country?.code ?? '', name: country?.name ?? '' };
    if (!country && input.country.trim() !== '') {
      faults['company.country'] = say('account-country', { country: input.country.trim() });
    }
  }
  if (company.country.code === '') faults['company.country'] ??= say('member-blank', { label: 'Company country' });
  // "CA" becomes "California" where the country has such a zone; anything else stays as written
  if (company.zone_name !== '') {
    company.zone_name = findZone(company.country.code, company.zone_name)?.name ?? company.zone_name;
  }
  return company;
}

function spoken(member: string): string {
  return member.replaceAll('_', ' ');
}

function tooLong(label: string): Told {
  return say('member-long', { label, max: MAX_TEXT });
}

/** Whether this runtime knows the language of a locale name. */
export function isLocale(name: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([name]).length > 0;
  } catch {
    return false;
  }
}

/** What stands before the first space, and the rest. */
export function splitName(name: string): [string, string] {
  const at = name.indexOf(' ');
  return at === -1 ? [name, ''] : [name.slice(0, at), name.slice(at + 1).trim()];
}
