// Reads what owners change about their customer, and shows it.
import { z } from 'zod';
import type { Dialect } from '../../http/dialect.ts';
import { type FormObject, isFormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said, uid } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, recordOf } from '../../http/members/schema.ts';
import { isMailAddress } from '../../kernel/address.ts';
import { isTimeZone } from '../../kernel/clock.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Customer } from '../../storage/tables.ts';
import { type Company, companyOf, hasNoAddress, parseCompany, toldOf } from '../company.ts';
import { companyAnswer, companyBody, readCompany, toWireCompany } from '../company-members.ts';
import { type CustomerInput, isLocale } from '../rules.ts';

const MAX_EMAIL = 254;

const members = optional({
  email: declare.address('Email address of the customer, used as the sender of emails to its users.', {
    max: MAX_EMAIL,
    isAddress: isMailAddress,
  }),
  timezone: declare.text('Time zone, such as Europe/Paris. Send times of campaigns are in it.', {
    check: (sent) => (isTimeZone(sent) ? undefined : say('account-time-zone')),
  }),
  locale: declare.text('Locale for dates and numbers, such as en, en-GB or de-CH.', {
    check: (sent) => (isLocale(sent) ? undefined : say('account-locale')),
  }),
});
export const profileBody = whenNeeded(() => z.object({ ...members, company: companyBody().nullish() }));

/** Reads a change of a customer. @throws AppError `invalid` with all faults */
export function readProfile(body: FormObject, customer: Customer, dialect: Dialect): CustomerInput {
  const { values, faults } = readMembers(members, body);
  const company = companyIn(body['company'], ownCompany(customer), dialect, faults);
  throwFaults(faults);
  const { email, timezone, locale } = values;
  return {
    email,
    timeZone: timezone,
    locale,
    ...(company && { company: { ...company, country: company.country.code } }),
  };
}

function companyIn(sent: FormObject[string] | undefined, own: Company, dialect: Dialect, faults: Faults) {
  if (sent === undefined || sent === null || sent === '') return undefined;
  if (!isFormObject(sent) && !(Array.isArray(sent) && sent.length === 0)) {
    faults['company'] = say('member-block-company');
    return undefined;
  }
  const found: Faults = {};
  const company = readCompany(sent, { own, customers: undefined, numbers: dialect.countryNumbers }, found);
  for (const [name, fault] of Object.entries(found)) faults[`company.${name}`] = fault;
  return company;
}

function ownCompany(customer: Customer): Company {
  return toldOf(parseCompany(customer.company) ?? companyOf(customer));
}

const record = whenNeeded(() =>
  z
    .strictObject({
      customer_uid: uid('Id of the customer.'),
      email: said('Email address of the customer.'),
      timezone: said('Time zone of the send times of campaigns.'),
      locale: said('Locale for dates and numbers.'),
      has_address: z
        .boolean()
        .describe('Whether there is a postal address. Emails must contain one, so campaigns wait until there is.'),
      company: companyAnswer(),
    })
    .meta({ id: 'Profile', description: 'A customer as its owners see it.' }),
);
export const profileAnswer = recordOf(record);

/** The record of a customer. */
export function toWireProfile(customer: Customer, { countryNumbers }: Dialect) {
  const company = ownCompany(customer);
  return {
    customer_uid: customer.uid,
    email: customer.email,
    timezone: customer.time_zone,
    locale: customer.locale,
    has_address: !hasNoAddress(company),
    company: toWireCompany(company, { countryNumbers, isFull: true }),
  };
}
