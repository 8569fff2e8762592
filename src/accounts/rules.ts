// Rules for a customer's data. Pure.

import { isMailAddress } from '../kernel/address.ts';
import { isTimeZone } from '../kernel/clock.ts';
import { AppError, type Faults, throwFaults } from '../kernel/errors.ts';
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
  const fault = 'This email address belongs to another customer.';
  throw new AppError('invalid', fault, { email: fault });
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
  if (name === '') faults['name'] = 'Name cannot be blank.';
  if (name.length > MAX_TEXT) faults['name'] = tooLong('Name');
  const email = text(input.email, current.email);
  if (email === '') faults['email'] = 'Email cannot be blank.';
  else if (!isMailAddress(email)) faults['email'] = 'Email is not a valid email address.';
  const timeZone = text(input.timeZone, current.time_zone);
  if (!isTimeZone(timeZone)) {
    faults['time-zone'] = `Time zone "${timeZone}" is not known; give a name like Europe/Paris.`;
  }
  const locale = text(input.locale, current.locale);
  if (!isLocale(locale)) faults['locale'] = `Locale "${locale}" is not known; give a name like en or de-CH.`;
  const status = text(input.status, current.status);
  if (status !== 'active' && status !== 'inactive') faults['status'] = 'Status must be active or inactive.';
  const statistics = text(input.statistics, current.statistics);
  if (statistics !== 'raw' && statistics !== 'filtered') faults['statistics'] = 'Statistics must be raw or filtered.';
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
    if (company[member] === '') faults[`company.${member}`] = `Company ${spoken(member)} cannot be blank.`;
  }
  if (input.country !== undefined) {
    const country = findCountry({ name: input.country });
    company.country = { code: country?.code ?? '', name: country?.name ?? '' };
    if (!country && input.country.trim() !== '') {
      faults['company.country'] =
        `Company country "${input.country.trim()}" is not known; give an ISO code or an English name.`;
    }
  }
  if (company.country.code === '') faults['company.country'] ??= 'Company country cannot be blank.';
  // "CA" becomes "California" where the country has such a zone; anything else stays as written
  if (company.zone_name !== '') {
    company.zone_name = findZone(company.country.code, company.zone_name)?.name ?? company.zone_name;
  }
  return company;
}

function spoken(member: string): string {
  return member.replaceAll('_', ' ');
}

function tooLong(label: string): string {
  return `${label} is too long (maximum is ${MAX_TEXT} characters).`;
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
