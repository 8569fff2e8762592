// The company block of a customer or a list (wire contract, section 8), both ways.

import { z } from 'zod';
import { type FormObject, type FormValue, isFormObject, scalarText } from '../http/form/decode.ts';
import * as declare from '../http/members/declare.ts';
import { said } from '../http/members/described.ts';
import { optional } from '../http/members/member.ts';
import { type ReadMembers, readMembers } from '../http/members/schema.ts';
import type { Faults } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { COMPANY_TEXTS, type Company, noCompany, toldOf } from './company.ts';
import { type Country, findCountry, findZone, type Zone, zonesOf } from './countries.ts';
import { countryByNumber, type Numbers, numbered, numberedZone, zoneNameByNumber } from './country-numbers.ts';

const text = (about: string, label?: string) =>
  declare.text(about, { max: 255, ...(label !== undefined && { label }) });
const TEXTS = {
  name: text('Company name.'),
  address_1: text('Street address.'),
  address_2: text('Second line of the address.'),
  zone_name: text('Name of the zone; need not be one of the listed zones.'),
  city: text('City.'),
  zip_code: text('Postal code.'),
  phone: text('Phone number.'),
  website: text('Website address.'),
  address_format: text('Layout of the postal address, with merge tags.'),
};
const members = optional({
  ...TEXTS,
  country: text('ISO 3166 code or English name. Alternatively, use `country_id`.'),
  country_id: text('Id of the country, from the list of countries.', 'Country'),
  zone: text('Code or name of a zone of the country. Alternatively, use `zone_id` or `zone_name`.'),
  zone_id: text('Id of a zone of the country, from the list of zones.', 'Zone'),
});
const REQUIRED = ['name', 'address_1', 'city', 'zip_code'] as const;
const LABELS = { name: 'Name', address_1: 'Address 1', city: 'City', zip_code: 'Zip code' };

type CompanyMembers = ReadMembers<typeof members>;

/**
 * Reads the block on top of the current company: the list's own, else the customer's. An empty text
 * clears an optional member. A form with only empty texts, or with the values of the customer's
 * company (a record that was read and is sent back), does not give a list a company of its own.
 * @param numbers which numbers the caller's countries have
 * @returns the list's own company; undefined when the customer's stays in effect
 */
export function readCompany(
  block: FormValue | undefined,
  { own, customers, numbers }: { own: Company | undefined; customers: Company | undefined; numbers: Numbers },
  faults: Faults,
): Company | undefined {
  const standing = own ?? (customers && toldOf(customers));
  const sent = flattened(isFormObject(block) ? block : {}, standing, numbers);
  const { values, faults: found } = readMembers(members, sent);
  const saysNothing = Object.keys(values).length === 0 && Object.keys(found).length === 0;
  if (saysNothing && !own && customers) return undefined;
  const company = { ...(standing ?? noCompany()) };
  for (const name of Object.keys(TEXTS) as (keyof typeof TEXTS)[]) {
    const cleared = sent[name] === '' && !REQUIRED.some((required) => required === name);
    company[name] = values[name] ?? (cleared ? '' : company[name]);
  }
  // Also an incomplete one, as the company of the first customer is until somebody sets it.
  if (!own && customers && Object.keys(found).length === 0 && !saysPlace(values) && isSame(company, customers))
    return undefined;
  for (const name of REQUIRED) if (company[name] === '') found[name] ??= say('member-blank', { label: LABELS[name] });
  readCountry(values, { company, numbers }, found);
  readZone(values, { company, numbers, moved: company.country.code !== standing?.country.code }, found);
  Object.assign(faults, found);
  return !own && customers && isSame(company, customers) ? undefined : company;
}

const saysPlace = ({ country, country_id, zone, zone_id }: CompanyMembers) =>
  (country ?? country_id ?? zone ?? zone_id) !== undefined;

function isSame(a: Company, b: Company): boolean {
  return a.country.code === b.country.code && COMPANY_TEXTS.every((name) => a[name] === b[name]);
}

/**
 * A record that is sent back has country and zone as objects: of their members the one counts that
 * differs from the current value.
 */
function flattened(block: FormObject, standing: Company | undefined, numbers: Numbers): FormObject {
  const flat: FormObject = Object.assign(Object.create(null), block);
  const blocks = toWirePlace(standing ?? noCompany(), numbers);
  for (const [name, id] of [
    ['country', 'country_id'],
    ['zone', 'zone_id'],
  ] as const) {
    const value = block[name];
    if (isFormObject(value) && [id, 'code', 'name'].some((member) => Object.hasOwn(value, member))) {
      const stands: Record<string, string> = blocks[name];
      const said = [id, 'code', 'name'].find((member) => isOther(value[member], stands[member]));
      delete flat[name];
      if (said !== undefined) flat[said === id ? id : name] = value[said] ?? null;
    } else if (Array.isArray(value) && value.length === 0) flat[name] = null;
  }
  return flat;
}

function isOther(value: FormValue | undefined, stands: string | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && scalarText(value) !== stands;
}

type CompanyContext = { company: Company; numbers: Numbers };

/** Programs with classic numbers also put them in place of the code or name. */
const isNumber = (text: string | undefined, numbers: Numbers) => numbers === 'classic' && /^\d+$/.test(text ?? '');

function readCountry(values: CompanyMembers, { company, numbers }: CompanyContext, faults: Faults): void {
  const name = values.country;
  const id = values.country_id ?? (isNumber(name, numbers) ? name : undefined);
  if (id !== undefined || name !== undefined) {
    const country = id !== undefined ? countryByNumber(id, numbers) : findCountry({ name });
    if (country) company.country = { code: country.code, name: country.name };
    else if (values.country_id !== undefined) faults['country_id'] ??= say('account-country-unknown');
    else faults['country'] ??= say('account-country-name');
  } else if (company.country.code === '') faults['country'] ??= say('member-blank', { label: 'Country' });
}

function readZone(
  values: CompanyMembers,
  { company, numbers, moved }: CompanyContext & { moved: boolean },
  faults: Faults,
): void {
  const given = values.zone ?? values.zone_name;
  if (!moved && values.zone_id === undefined && given === company.zone_name) return;
  const id = values.zone_id ?? (isNumber(given, numbers) ? given : undefined);
  const { code } = company.country;
  const name = id !== undefined ? zoneNameByNumber(code, id, numbers) : given && findZone(code, given)?.name;
  if (name !== undefined) company.zone_name = name;
  else if (values.zone_id !== undefined) faults['zone_id'] ??= say('account-zone');
  else if (given !== undefined) company.zone_name = given;
  else if (moved) company.zone_name = ''; // a zone of the previous country
}

/**
 * The block of a record; without a company it has empty texts, and is always an object, as typed
 * clients expect.
 */
export function toWireCompany(
  company: Company,
  { countryNumbers, isFull }: { countryNumbers: Numbers; isFull: boolean },
) {
  const { name, address_1, address_2, zone_name, city, zip_code, phone, website, address_format } = company;
  return {
    name,
    address_1,
    address_2,
    zone_name,
    city,
    zip_code,
    phone,
    address_format,
    ...toWirePlace(company, countryNumbers),
    ...(isFull && { website }),
  };
}

const NOWHERE: Country & Zone = { id: '', name: '', code: '' };

function toWirePlace(company: Pick<Company, 'country' | 'zone_name'>, numbers: Numbers) {
  const found = findCountry({ code: company.country.code });
  const named = found && zonesOf(found.code).find(({ name }) => name === company.zone_name);
  const country = found ? numbered(found, numbers) : NOWHERE;
  const zone = found && named ? numberedZone(found, named, numbers) : NOWHERE;
  return {
    country: { country_id: country.id, name: country.name, code: country.code },
    zone: { zone_id: zone.id, name: zone.name, code: zone.code },
  };
}

/** The block in a request. */
export const companyBody = whenNeeded(() =>
  z.object(members).meta({
    id: 'CompanyInput',
    description:
      'For a list, absent members default to the customer’s company. The result must have a name, country, address_1, city and zip_code.',
  }),
);

const country = whenNeeded(() =>
  z
    .strictObject({
      country_id: said('Id of the country.'),
      name: said('English name.'),
      code: said('ISO 3166-1 alpha-2 code.'),
    })
    .meta({ id: 'CompanyCountry', description: 'The country of a company; empty strings if there is none.' }),
);
const zone = whenNeeded(() =>
  z
    .strictObject({
      zone_id: said('Id of the zone.'),
      name: said('Name of the zone.'),
      code: said('ISO 3166-2 code without the country prefix.'),
    })
    .meta({
      id: 'CompanyZone',
      description: 'The zone of the country that matches `zone_name`; empty strings if none does.',
    }),
);
/** The block in an answer. */
export const companyAnswer = whenNeeded(() =>
  z
    .strictObject({
      name: said('Company name.'),
      address_1: said('Street address.'),
      address_2: said('Second line of the address.'),
      zone_name: said('State, province or similar.'),
      city: said('City.'),
      zip_code: said('Postal code.'),
      phone: said('Phone number.'),
      address_format: said('Layout of the postal address, with merge tags. If empty, the default layout is used.'),
      country: country(),
      zone: zone(),
      website: said('Website address; for a list only with `full=1`.').optional(),
    })
    .meta({
      id: 'Company',
      description: 'A company with its postal address: the list’s own if it has one, otherwise the customer’s.',
    }),
);
