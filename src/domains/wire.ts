// The interface's members of sending domains (wire contract, section 9), both ways.
import { z } from 'zod';
import type { FormObject } from '../http/form/decode.ts';
import * as declare from '../http/members/declare.ts';
import { said, time, timeOrNull, uid } from '../http/members/described.ts';
import { optional, required } from '../http/members/member.ts';
import { pageOf, readMembers, recordOf, successAnswer } from '../http/members/schema.ts';
import { saidIn, sentencesLike, toWireSentences } from '../http/members/sentences.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { parseSentences, type Sentence, textOf } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { DomainChange } from '../storage/tables/delivery.ts';
import { type DomainView, describeDomain } from './describe.ts';
import { bitsOf } from './dns/check-dkim.ts';
import { STATUSES } from './dns/verdict.ts';
import { asStrings } from './records.ts';
import { RSA_BITS } from './rules.ts';
import type { BrokenRecord } from './watch/queries.ts';
import { CHANGES, RECORD_STATES } from './watch/rules.ts';

const PURPOSES = ['dkim', 'spf', 'dmarc'] as const;
const bits = optional({
  rsa_bits: {
    ...declare.integer('Size of the RSA key. Defaults to 2048.', { min: 1024, max: 4096, label: 'RSA bits' }),
    json: { enum: RSA_BITS }, // create.ts says so, with the other faults of the domain
  },
});
const members = { ...required({ name: declare.text('Such as example.com.', { max: 1000 }) }), ...bits };

/** Reads a new domain; create.ts checks its name and key size. @throws AppError `invalid` */
export function readNewDomain(body: FormObject): { name: string; rsaBits?: number | undefined } {
  const { values, faults } = readMembers(members, body);
  throwFaults(faults);
  return { name: values.name ?? '', rsaBits: values.rsa_bits };
}

/** Reads a request for new keys. @throws AppError `invalid` */
export function readNewKeys(body: FormObject): { rsaBits?: number | undefined } {
  const { values, faults } = readMembers(bits, body);
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

const told = (sentences: readonly Sentence[]) => {
  return { message: textOf(sentences), sentences: toWireSentences(sentences) };
};

/** A single domain. */
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
    records: view.records.map(({ purpose, name, value, status, sentences, at, lately, standing }) => {
      return {
        purpose,
        name,
        type: 'TXT',
        value,
        strings: asStrings(value),
        status,
        ...told(sentences),
        date_found: at === null ? null : formatCalendarTime(at),
        lately: lately && { status: lately.status, ...told(lately.sentences), date: formatCalendarTime(lately.at) },
        standing: standing && { state: standing.state, since: formatCalendarTime(standing.since), was: standing.was },
      };
    }),
    summary: describeDomain(view),
  };
}

const status = whenNeeded(() =>
  z
    .enum(STATUSES)
    .describe('DNS status: `unknown` if DNS did not respond, `unchecked` if it has not been looked up yet.'),
);

const shared = whenNeeded(() => ({
  domain_uid: uid('Id of the sending domain.'),
  name: said('Lower case; characters beyond ASCII as IDNA A-labels.'),
  status: status(),
  date_checked: timeOrNull('When it was last looked up in DNS, `Y-m-d H:i:s`, UTC; null if never.'),
  date_added: time('When it was added, `Y-m-d H:i:s`, UTC.'),
}));
const entry = whenNeeded(() =>
  z.strictObject(shared()).meta({ id: 'SendingDomainEntry', description: 'A sending domain in a list.' }),
);

const key = whenNeeded(() =>
  z
    .strictObject({
      selector: said('Its selector: the first label of its DNS record’s name.'),
      algorithm: z.enum(['rsa-sha256', 'ed25519-sha256']).describe('Its signing algorithm.'),
      bits: z.int().nullable().describe('Its size in bits.'),
      status: z
        .enum(['active', 'next', 'retired'])
        .describe('`active`: signs; `next`: signs as soon as a check has found the records of all new keys.'),
      date_added: time('When it was created, `Y-m-d H:i:s`, UTC.'),
      date_retired: timeOrNull('When it stopped signing, `Y-m-d H:i:s`, UTC; null if it has not.'),
    })
    .meta({ id: 'DkimKey', description: 'A key that signs emails of the domain.' }),
);
const found = whenNeeded(() => ({ message: saidIn('The result.'), sentences: sentencesLike('message') }));
const dnsRecord = whenNeeded(() =>
  z
    .strictObject({
      purpose: z.enum(PURPOSES).describe('Purpose of the record.'),
      name: said('Its name in DNS.'),
      type: z.literal('TXT').describe('Always TXT.'),
      value: said('The value to publish; for SPF and DMARC a suggestion.'),
      strings: said('The value in zone file format: quoted strings of at most 255 bytes.'),
      status: status(),
      ...found(),
      date_found: timeOrNull('When this was found, `Y-m-d H:i:s`, UTC; null if never.'),
      lately: z
        .strictObject({
          status: z.enum(STATUSES).describe('What DNS returned.'),
          ...found(),
          date: time('When, `Y-m-d H:i:s`, UTC.'),
        })
        .nullable()
        .describe(
          'Result of the last look-up, if it does not count yet because DNS did not respond or a second look-up has to confirm it. Null if none.',
        ),
      standing: z
        .strictObject({
          state: z
            .enum(RECORD_STATES)
            .describe(
              '`open`: never right yet; `right`; `broken`: was right, and two look-ups found it missing or wrong.',
            ),
          since: time('Since when, `Y-m-d H:i:s`, UTC.'),
          was: said('Its content when it was last right, one record per line; empty if there is none yet.'),
        })
        .nullable()
        .describe('Its state over time; null if it has not been looked up yet.'),
    })
    .meta({ id: 'DnsRecord', description: 'A DNS record to publish.' }),
);
const record = whenNeeded(() =>
  z
    .strictObject({
      ...shared(),
      keys: z.array(key()).describe('Its keys.'),
      records: z.array(dnsRecord()).describe('The DNS records to publish.'),
      summary: said('All of it as readable text.'),
    })
    .meta({
      id: 'SendingDomain',
      description: 'A domain that emails come from. Its status is the worst of its records.',
    }),
);

export const entriesAnswer = pageOf(entry);
export const recordAnswer = recordOf(record);
export const createdAnswer = successAnswer(() => ({
  domain_uid: uid('Id of the new sending domain.'),
  data: z.strictObject({ record: record() }),
}));
export const doneAnswer = successAnswer({});

export const newDomainBody = whenNeeded(() =>
  z.object(members).meta({ id: 'NewSendingDomain', description: 'A new sending domain.' }),
);
export const newKeysBody = whenNeeded(() => z.object(bits).describe('Settings of the new keys.'));

/** A change of a record. */
export function toWireChange({ at, what, purpose, name, sentences, found, wanted }: DomainChange) {
  return { date: formatCalendarTime(at), what, purpose, name, ...told(parseSentences(sentences)), found, wanted };
}

const change = whenNeeded(() =>
  z
    .strictObject({
      date: time('When it was noticed, `Y-m-d H:i:s`, UTC.'),
      what: z
        .enum(CHANGES)
        .describe(
          '`found`: right for the first time; `broken`: two look-ups found it missing or wrong; `healed`: right again.',
        ),
      purpose: z.enum(PURPOSES).describe('Purpose of the record.'),
      name: said('Its name in DNS.'),
      ...found(),
      found: said('The content in DNS, one record per line; empty if nothing.'),
      wanted: said('The expected content: what was there while it was right, or what the key requires.'),
    })
    .meta({ id: 'DnsRecordChange', description: 'A change of a sending domain’s DNS record.' }),
);
export const changesAnswer = successAnswer(() => ({
  data: z.strictObject({ records: z.array(change()).describe('Newest first, at most 100.') }),
}));

/** A record that broke. */
export function toWireBroken({ uid, domain, purpose, name, since }: BrokenRecord) {
  return { domain_uid: uid, domain, purpose, name, since: formatCalendarTime(since) };
}

const broken = whenNeeded(() =>
  z
    .strictObject({
      domain_uid: shared().domain_uid,
      domain: said('The sending domain.'),
      purpose: z.enum(PURPOSES).describe('Purpose of the record.'),
      name: said('Its name in DNS.'),
      since: time('Since when, `Y-m-d H:i:s`, UTC.'),
    })
    .meta({ id: 'BrokenDnsRecord', description: 'A DNS record that was right, and is now missing or wrong.' }),
);
export const brokenAnswer = successAnswer(() => ({
  data: z.strictObject({ records: z.array(broken()).describe('Longest broken first, at most 100.') }),
}));
