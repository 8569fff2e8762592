// The interface's members of a new customer (wire contract, section 9).

import { z } from 'zod';
import type { Dialect } from '../http/dialect.ts';
import { type FormObject, isFormObject } from '../http/form/decode.ts';
import * as declare from '../http/members/declare.ts';
import { optionalWarnings, said, uid } from '../http/members/described.ts';
import { optional, required } from '../http/members/member.ts';
import { type ReadMembers, readMembers, successAnswer } from '../http/members/schema.ts';
import { DAY_ALONE } from '../http/members/time-patterns.ts';
import { isMailAddress } from '../kernel/address.ts';
import { isTimeZone, parseCalendarTime } from '../kernel/clock.ts';
import { type Faults, throwFaults, type Warning } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { Company } from './company.ts';
import { companyBody, readCompany } from './company-members.ts';
import type { RequestedCustomer } from './create.ts';

const MAX_NAME = 100;
const MAX_ADDRESS = 254;
const PASSWORD = { min: 6, max: 100 };

const oneLine = (sent: string, label: string) => (/\p{Cc}/u.test(sent) ? say('member-one-line', { label }) : undefined);

const MEMBERS = {
  ...required({
    first_name: declare.text('First name. One line.', { max: MAX_NAME, check: oneLine }),
    last_name: declare.text('Last name. One line.', { max: MAX_NAME, check: oneLine }),
    email: declare.address('Email address; must be unique among customers.', {
      max: MAX_ADDRESS,
      isAddress: isMailAddress,
    }),
  }),
  ...optional({
    confirm_email: declare.text('If present, must equal `email`.'),
    password: declare.text('Checked but not stored, with a warning: API keys give all access.', PASSWORD),
    confirm_password: declare.text('If present, must equal `password`.'),
    timezone: declare.text('Such as Europe/Paris. Defaults to UTC. Send times are in it.', {
      check: (sent) => (isTimeZone(sent) ? undefined : say('account-time-zone')),
    }),
    birthDate: declare.text('`Y-m-d`. Checked but not stored, with a warning.', {
      check: (sent) =>
        parseCalendarTime(`${sent} 00:00:00`, 'UTC') === undefined ? say('account-birth-date') : undefined,
      json: DAY_ALONE,
    }),
  }),
};

/**
 * Reads a new customer: its members under `customer` or directly, its company beside them. A
 * password and a birth date are validated and dropped: nobody logs in with a password here, and no
 * age is needed.
 * @throws AppError `invalid` with every faulty member at once, by block
 */
export function readCustomer(body: FormObject, dialect: Dialect): { input: RequestedCustomer; warnings: Warning[] } {
  const sent = body['customer'];
  const members = isFormObject(sent) ? sent : body;
  const { values, faults } = readMembers(MEMBERS, members);
  compare(values, faults);
  const companyFaults: Faults = {};
  const company = companyOf(body['company'] ?? members['company'], dialect, companyFaults);
  if (sent !== undefined && sent !== null && sent !== '' && !isFormObject(sent))
    faults['first_name'] = say('member-block-customer');
  throwFaults(blocksOf({ customer: faults, company: companyFaults }));
  const { first_name = '', last_name = '', email = '', timezone } = values;
  const input = { first_name, last_name, email, company, ...(timezone !== undefined && { time_zone: timezone }) };
  return { input, warnings: passedOver(values) };
}

/** Faults in the blocks of this interface. */
function blocksOf(blocks: Record<string, Faults>): Faults {
  return Object.fromEntries(Object.entries(blocks).filter(([, found]) => Object.keys(found).length > 0));
}

/** Puts a fault of the address found while storing under its block too. */
export const inBlock = (faults: Faults): Faults => blocksOf({ customer: faults });

function compare(values: ReadMembers<typeof MEMBERS>, faults: Faults): void {
  const { email, confirm_email, password, confirm_password } = values;
  if (confirm_email !== undefined && email !== undefined && confirm_email.toLowerCase() !== email.toLowerCase())
    faults['confirm_email'] ??= say('account-email-again');
  if (confirm_password !== password && !Object.hasOwn(faults, 'password') && confirm_password !== undefined)
    faults['confirm_password'] ??= say('account-password-again');
}

function companyOf(sent: FormObject[string] | undefined, dialect: Dialect, faults: Faults): Company | undefined {
  const isAbsent = sent === undefined || sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0);
  if (isAbsent) return undefined;
  if (!isFormObject(sent)) {
    faults['name'] = say('member-block-company');
    return undefined;
  }
  const isBlank = Object.values(sent).every((value) => value === '' || value === null);
  if (isBlank) return undefined; // a form without values
  return readCompany(sent, { own: undefined, customers: undefined, numbers: dialect.countryNumbers }, faults);
}

function passedOver(values: ReadMembers<typeof MEMBERS>): Warning[] {
  const told = {
    password: 'It was not kept: nothing here is signed in to with a password, an API key opens everything.',
    birthDate: 'It was not kept: nothing here asks for an age.',
  };
  return Object.entries(told).flatMap(([member, message]) =>
    values[member as keyof typeof told] === undefined ? [] : [{ member: `customer.${member}`, message }],
  );
}

const person = whenNeeded(() => z.object(MEMBERS));

/** The body of a new customer. */
export const newCustomerBody = whenNeeded(() =>
  z.object({
    customer: person().meta({
      id: 'CustomerInput',
      description: 'A new customer; these members may also be sent at the top level.',
    }),
    company: companyBody().nullish(),
  }),
);

/** The same without the block, or with the company in it. */
export const directCustomerBody = whenNeeded(() =>
  person().extend({
    company: companyBody().nullish(),
    customer: z.object({ company: companyBody().nullish() }),
  }),
);

export const createdAnswer = successAnswer(() => ({
  customer_uid: uid('Id of the customer.'),
  api_key: said(
    'A key of the new customer, shown only once. Present only if an operator’s key created the customer.',
  ).optional(),
  warnings: optionalWarnings,
}));
