// Sending domains as the interface names them (wire contract, section 9), both ways.
import { z } from 'zod';
import type { FormObject } from '../http/form.ts';
import { optionalInteger, optionalText, pageOf, readMembers, successAnswer } from '../http/schema.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { bitsOf } from './check-dkim.ts';
import { type DomainView, describeDomain } from './describe.ts';
import { asStrings } from './records.ts';
import { STATUSES } from './verdict.ts';

const MEMBERS = {
  name: optionalText('Name', { max: 1000 }),
  rsa_bits: optionalInteger('RSA bits', { min: 1024, max: 4096 }),
};

/** Reads a new domain; whether its name and size of key will do, create.ts says. @throws AppError `invalid` */
export function readNewDomain(body: FormObject): { name: string; rsaBits?: number | undefined } {
  const { values, faults } = readMembers(MEMBERS, body);
  if (values.name === undefined) faults['name'] ??= 'Name cannot be blank.';
  throwFaults(faults);
  return { name: values.name ?? '', rsaBits: values.rsa_bits };
}

/** Reads a wish for new keys. @throws AppError `invalid` */
export function readNewKeys(body: FormObject): { rsaBits?: number | undefined } {
  const { values, faults } = readMembers({ rsa_bits: MEMBERS.rsa_bits }, body);
  throwFaults(faults as Faults);
  return { rsaBits: values.rsa_bits };
}

/** A domain in a listing. */
export function toWireEntry({ domain, status }: DomainView) {
  return {
    domain_uid: domain.uid,
    name: domain.name,
    status,
    date_checked: domain.checked_at === null ? null : formatCalendarTime(domain.checked_at),
    date_added: formatCalendarTime(domain.created_at),
  };
}

/** A domain by itself. */
export function toWireRecord(view: DomainView) {
  return {
    ...toWireEntry(view),
    keys: view.keys.map((key) => ({
      selector: key.selector,
      algorithm: key.algorithm,
      bits: key.algorithm === 'rsa-sha256' ? (bitsOf(key.public_key) ?? null) : 256,
      status: key.status,
      date_added: formatCalendarTime(key.created_at),
      date_retired: key.retired_at === null ? null : formatCalendarTime(key.retired_at),
    })),
    records: view.records.map(({ purpose, name, value, status, text }) => {
      return { purpose, name, type: 'TXT', value, strings: asStrings(value), status, message: text };
    }),
    summary: describeDomain(view),
  };
}

const moment = z.string().describe('`Y-m-d H:i:s`, UTC.');
const status = z
  .enum(STATUSES)
  .describe(
    'The worst of its records: `unknown` means that DNS did not answer, `unchecked` that nobody has looked yet.',
  );

const entry = z.strictObject({
  domain_uid: z.string(),
  name: z.string().describe('Lower case; letters beyond ASCII as IDNA A-labels.'),
  status,
  date_checked: moment.nullable(),
  date_added: moment,
});

const record = z.strictObject({
  ...entry.shape,
  keys: z.array(
    z.strictObject({
      selector: z.string(),
      algorithm: z.enum(['rsa-sha256', 'ed25519-sha256']),
      bits: z.int().nullable(),
      status: z
        .enum(['active', 'next', 'retired'])
        .describe('`active` signs; `next` signs as soon as a check has found the records of all new keys.'),
      date_added: moment,
      date_retired: moment.nullable(),
    }),
  ),
  records: z.array(
    z.strictObject({
      purpose: z.enum(['dkim', 'spf', 'dmarc']),
      name: z.string(),
      type: z.literal('TXT'),
      value: z.string().describe('What to publish; a suggestion for SPF and DMARC.'),
      strings: z.string().describe('The value as zone files have it: strings of at most 255 bytes in quotation marks.'),
      status,
      message: z.string(),
    }),
  ),
  summary: z.string().describe('All of it as text for people.'),
});

export const entriesAnswer = pageOf(entry);
export const recordAnswer = successAnswer({ data: z.strictObject({ record }) });
export const createdAnswer = successAnswer({ domain_uid: z.string(), data: z.strictObject({ record }) });
export const doneAnswer = successAnswer({});

const rsaBits = z.int().optional().describe('Size of the RSA key: 1024, 2048 (default), 3072 or 4096.');
export const newDomainBody = z.object({ name: z.string().describe('Such as example.com.'), rsa_bits: rsaBits });
export const newKeysBody = z.object({ rsa_bits: rsaBits });
