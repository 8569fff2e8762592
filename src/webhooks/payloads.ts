// What is told of each type of event: its members, an example, and how the reference shows it.
import { z } from 'zod';
import { said } from '../http/members/described.ts';
import { saidIn, sentencesLike } from '../http/members/sentences.ts';
import { say, textOf } from '../kernel/sentences/sentence.ts';
import { EVENT_TYPES, EVENTS, type EventType } from './types.ts';

const orNull = (about: string) => z.string().nullable().describe(about);
const listUid = said('Id of the list.');
const listUidOrNull = orNull('Id of the list; null if deleted.');
const campaignUid = said('Id of the campaign, for an A/B test that of the part.');
const testedUid = orNull(
  'For a part of an A/B test: the campaign being tested (variant A), the same for each variant and the rest; otherwise null.',
);

const person = {
  subscriber_uid: said('Id of the subscriber.'),
  list_uid: listUidOrNull,
  email: said('The address.'),
  status: said('The new status: `confirmed`, `unconfirmed`, `unsubscribed`, `blacklisted` …'),
  source: said('How the subscriber was added: `api`, `web` or `import`.'),
};
const campaign = {
  campaign_uid: campaignUid,
  tested_campaign_uid: testedUid,
  list_uid: listUidOrNull,
  name: said('The name of the campaign.'),
};
const message = {
  campaign_uid: orNull('Id of the campaign, for an A/B test that of the part; null for a transactional email.'),
  tested_campaign_uid: testedUid,
  email_uid: orNull('Id of the transactional email; null for a campaign.'),
  list_uid: orNull('Id of the list; null for a transactional email, or if the subscriber was deleted.'),
  subscriber_uid: orNull('Id of the subscriber; null for a transactional email, or if the subscriber was deleted.'),
  email: orNull('The address; null if the subscriber was deleted.'),
};
const reply = orNull('The mail server’s own words, or null.');
const reason = orNull('The reason, as in the message log, or null.');
const machine = orNull('Null if it was a person. Otherwise the rule that identified a machine (docs/statistics.md).');

const domain = {
  domain_uid: said('Id of the sending domain.'),
  domain: said('Its name.'),
  purpose: z.enum(['dkim', 'spf', 'dmarc']).describe('Purpose of the record.'),
  record: said('The name of the DNS record.'),
  message: saidIn('The result.'),
  sentences: sentencesLike('message'),
  found: said('The content in DNS, one record per line; empty if nothing.'),
  wanted: said('The expected content.'),
};

const SHAPES: Readonly<Record<EventType, z.ZodRawShape>> = {
  'subscriber.added': person,
  'subscriber.confirmed': person,
  'subscriber.updated': person,
  'subscriber.unsubscribed': person,
  'campaign.started': campaign,
  'campaign.paused': campaign,
  'campaign.finished': campaign,
  'message.accepted': { ...message, reply },
  'message.deferred': { ...message, reply, reason },
  'message.rejected': { ...message, reply, reason },
  'message.opened': { ...message, machine },
  'message.clicked': { ...message, machine, url: orNull('The destination address of the link.') },
  'message.bounced': {
    ...message,
    bounce_type: z.enum(['hard', 'soft', 'internal']).describe('Type of bounce.'),
    code: orNull('The status code of RFC 3463, such as `5.1.1`, or null.'),
    text: said('Text of the report, shortened.'),
  },
  'message.complained': { ...message, text: said('Text of the report, shortened.') },
  'import.finished': {
    import_uid: said('Id of the import.'),
    list_uid: listUid.nullable(),
    state: z.enum(['done', 'failed', 'cancelled']).describe('The final state.'),
    reason: orNull('Why it failed; null if it did not.'),
    new: z.int().describe('Rows that added people.'),
    changed: z.int().describe('Rows that changed people.'),
    unchanged: z.int().describe('Rows whose people were already there and stayed unchanged.'),
    bad: z.int().describe('Rows that could not be stored.'),
  },
  'domain.broken': domain,
  'domain.healed': domain,
};

const MISSING = [say('spf-missing')];
const FOUND = [say('spf-found', { lookups: 2, most: 10 })];
const EXAMPLES: Readonly<Record<string, unknown>> = {
  subscriber_uid: 'ab1234567890c',
  list_uid: 'cd1234567890e',
  campaign_uid: 'ef1234567890g',
  email_uid: null,
  email: 'bob@example.com',
  status: 'confirmed',
  source: 'api',
  name: 'News of May',
  machine: null,
  reply: '250 2.0.0 Ok: queued as 4F2A',
  reason: null,
  url: 'https://example.com/news',
  bounce_type: 'hard',
  code: '5.1.1',
  text: '550 5.1.1 no such user',
  import_uid: 'gh1234567890i',
  state: 'done',
  new: 98,
  changed: 0,
  unchanged: 1,
  bad: 1,
  domain_uid: 'jk1234567890l',
  domain: 'example.com',
  purpose: 'spf',
  record: 'example.com',
  found: '',
  message: textOf(MISSING),
  sentences: MISSING,
  wanted: 'v=spf1 include:spf.relay.example -all',
};
const OTHERWISE: Partial<Record<EventType, Record<string, unknown>>> = {
  'subscriber.unsubscribed': { status: 'unsubscribed' },
  'message.deferred': { reply: '451 4.7.1 Please try again later', reason: 'answered' },
  'domain.healed': { message: textOf(FOUND), sentences: FOUND, found: 'v=spf1 include:spf.relay.example -all' },
  'message.rejected': { reply: '550 5.1.1 no such user', reason: 'refused' },
};

/** Example data of a type. */
export function exampleData(type: EventType): Record<string, unknown> {
  const own = OTHERWISE[type] ?? {};
  return Object.fromEntries(Object.keys(SHAPES[type]).map((name) => [name, own[name] ?? EXAMPLES[name] ?? null]));
}

/** The body of a request about one event of a type. */
function payloadOf(type: EventType): z.ZodType {
  return z
    .object({
      type: z.literal(type).describe('The type of the event.'),
      timestamp: said('When it happened: ISO 8601 in UTC, to the millisecond.'),
      data: z.object(SHAPES[type]).describe('What happened.'),
    })
    .describe(EVENTS[type]);
}

/** What the reference says of the requests that are sent, by type. */
export const PAYLOADS = EVENT_TYPES.map((type) => ({
  type,
  about: EVENTS[type],
  payload: payloadOf(type),
  example: { type, timestamp: '2026-11-21T12:00:00.000Z', data: exampleData(type) },
}));
