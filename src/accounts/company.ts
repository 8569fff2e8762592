// A company with its postal address: of a customer, or of a list with its own. It fills
// [COMPANY_FULL_ADDRESS].
import { remembered } from '../kernel/recent.ts';
import type { Customer, List } from '../storage/tables.ts';

/** Absent texts are empty. `address_format`: an optional template; empty: the usual form. */
export type Company = {
  name: string;
  address_1: string;
  address_2: string;
  zone_name: string;
  city: string;
  zip_code: string;
  phone: string;
  website: string;
  address_format: string;
  country: { code: string; name: string };
};

/** What stands for the first customer's company until somebody sets it, by language. */
const UNSET = {
  en: { name: 'First customer', address_1: 'Postal address not set' },
  de: { name: 'Erster Kunde', address_1: 'Postanschrift nicht eingetragen' },
} as const;
export const PLACEHOLDERS: readonly string[] = Object.values(UNSET).map(({ address_1 }) => address_1);

/** The company of a customer who has not told theirs. */
export function unsetCompany(language: string): Company {
  return { ...noCompany(), ...(language === 'de' ? UNSET.de : UNSET.en) };
}

/** The name that somebody has given; '' while there is only the placeholder. */
export const givenName = ({ name }: Company): string =>
  Object.values(UNSET).some((unset) => unset.name === name.trim()) ? '' : name;

/** Whether nobody has set the address yet. */
export const isUnset = ({ address_1 }: Company): boolean => PLACEHOLDERS.includes(address_1.trim());

/** The company as people gave it, without the placeholders that stand there until they do. */
export const toldOf = (company: Company): Company =>
  isUnset(company) ? { ...company, name: givenName(company), address_1: '' } : company;

/**
 * Whether a company has no postal address: unset, or empty. Name, country, phone and web site alone
 * are no address.
 */
export function hasNoAddress(company: Company): boolean {
  if (isUnset(company)) return true;
  const place = { ...company, name: '', phone: '', website: '', country: { code: '', name: '' } };
  return !/[\p{L}\p{N}]/u.test(fullAddress(place));
}

/** The text members of a company. */
export const COMPANY_TEXTS = [
  'name',
  'address_1',
  'address_2',
  'zone_name',
  'city',
  'zip_code',
  'phone',
  'website',
  'address_format',
] as const;

/** Parses a company from its stored JSON; missing members are empty. Undefined for null. */
export function parseCompany(json: string | null): Company | undefined {
  if (json === null) return undefined;
  const stored = JSON.parse(json) as Record<string, unknown>;
  const company = { country: { code: '', name: '' } } as Company;
  for (const name of COMPANY_TEXTS) company[name] = textOf(stored[name]);
  const country = stored['country'];
  if (typeof country === 'object' && country !== null) {
    const { code, name } = country as Record<string, unknown>;
    company.country = { code: textOf(code), name: textOf(name) };
  }
  return company;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The JSON text to store. */
export function companyJson(company: Company): string {
  return JSON.stringify(company);
}

/**
 * The company named in a list's messages: the list's own, else its customer's, else one with empty
 * texts.
 */
export function companyOf(customer: Pick<Customer, 'company'>, list?: Pick<List, 'company'>): Readonly<Company> {
  return knownCompany(list?.company ?? customer.company ?? '{}');
}

const knownCompany = remembered(500, (json) => parseCompany(json) ?? noCompany());

/** A company with empty texts. */
export function noCompany(): Company {
  return parseCompany('{}') as Company;
}

/**
 * The postal address in lines: name / address_1 address_2 / city zone zip / country / website;
 * empty ones are left out. A company's `address_format` is used instead, with `[NAME]`,
 * `[ADDRESS_1]`, `[CITY]` and so on filled in.
 */
export function fullAddress(company: Company): string {
  const format = company.address_format.trim() || DEFAULT_FORMAT;
  return format
    .split(/\r\n|[\r\n]|<br\s*\/?>/i)
    .map((line) => filled(line, company))
    .filter((line) => line !== '')
    .join('\n');
}

const DEFAULT_FORMAT = '[NAME]\n[ADDRESS_1] [ADDRESS_2]\n[CITY] [ZONE] [ZIP]\n[COUNTRY]\n[WEBSITE]';

function filled(line: string, company: Company): string {
  const values: Record<string, string> = {
    NAME: company.name,
    ADDRESS_1: company.address_1,
    ADDRESS_2: company.address_2,
    CITY: company.city,
    ZONE: company.zone_name,
    ZIP: company.zip_code,
    COUNTRY: company.country.name,
    COUNTRY_CODE: company.country.code,
    PHONE: company.phone,
    WEBSITE: company.website,
  };
  return line
    .replace(/\[(?:COMPANY_)?([A-Z_0-9]+)\]/g, (tag, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : tag,
    )
    .replace(/\s+/g, ' ')
    .trim();
}
