// Reads and shows bounces, unsubscribes and complaints (wire contract, section 9).
import { z } from 'zod';
import type { Through } from '../campaigns/several-lists/through.ts';
import type { FormObject } from '../http/form/decode.ts';
import * as declare from '../http/members/declare.ts';
import { said, time, uid } from '../http/members/described.ts';
import { optional, required } from '../http/members/member.ts';
import { pageOf, readMembers, recordOf, successAnswer } from '../http/members/schema.ts';
import { formatCalendarTime, formatInstant } from '../kernel/clock.ts';
import { throwFaults } from '../kernel/errors.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { Returned } from './latest.ts';
import type { WithSubscriber } from './listing.ts';
import { BOUNCE_TYPES, type BounceType, MESSAGE_LENGTH } from './rules.ts';

const members = {
  ...optional({
    message: declare.text('Why it came back.', { max: MESSAGE_LENGTH }),
    bounce_type: declare.oneOf('`hard`: for good; `soft`: for now; `internal`: our side.', BOUNCE_TYPES, {
      fold: declare.lower,
      default: 'internal',
    }),
  }),
  ...required({ subscriber_uid: declare.uid('The subscriber whose message came back.') }),
};

export const bounceBody = whenNeeded(() =>
  z.object(members).meta({ id: 'NewBounce', description: 'A message that came back.' }),
);

/** A bounce in a request. */
export type BounceInput = { subscriberUid: string; type: BounceType; message: string };

/** Reads a bounce. @throws AppError `invalid` with all faults */
export function readBounce(body: FormObject): BounceInput {
  const { values, faults } = readMembers(members, body);
  throwFaults(faults);
  return {
    subscriberUid: values.subscriber_uid ?? '',
    type: values.bounce_type ?? 'internal',
    message: values.message ?? '',
  };
}

const subscriber = whenNeeded(() =>
  z
    .looseObject({
      subscriber_uid: uid('Id of the subscriber.'),
      list_uid: uid(
        'Of a campaign to several lists, the one through which the subscriber got it; absent: to one list, or removed.',
      ).optional(),
      email: said('Address.'),
    })
    .meta({ id: 'CampaignSubscriber', description: 'The subscriber; empty texts for one who was removed.' }),
);
const bounce = whenNeeded(() =>
  z
    .looseObject({
      message: said('Why it came back.'),
      processed: z.literal('no').describe('Always no.'),
      bounce_type: z.enum(BOUNCE_TYPES).describe('`hard`: for good; `soft`: for now; `internal`: our side.'),
      subscriber: subscriber(),
      counted: z
        .enum(['yes', 'no'])
        .describe('Whether statistics count it: not that of a message which no mail server had accepted.'),
    })
    .meta({ id: 'Bounce', description: 'A message that came back.' }),
);
const unsubscribe = whenNeeded(() =>
  z
    .looseObject({
      ip_address: said('Address of the person; empty: not known.'),
      user_agent: said('Program of the person; empty: not known.'),
      reason: said('What the person gave for a reason; empty: nothing.'),
      note: said('How it came: by which page, mail or call.'),
      date_added: time('When, `Y-m-d H:i:s` in the time zone of the customer.'),
      subscriber: subscriber(),
    })
    .meta({ id: 'Unsubscribe', description: 'Somebody who unsubscribed from a campaign.' }),
);
const complaint = whenNeeded(() =>
  z
    .looseObject({ message: said('What the report said.'), subscriber: subscriber() })
    .meta({ id: 'Complaint', description: 'Somebody who reported a campaign as spam.' }),
);

export const bouncesAnswer = pageOf(bounce);
export const bounceAnswer = recordOf(bounce);
export const unsubscribesAnswer = pageOf(unsubscribe);
export const complaintsAnswer = pageOf(complaint);

type Row = Through & { subscriber_uid: string | null; email: string | null };

const subscriberOf = ({ subscriber_uid, list_uid, email }: Row) => ({
  subscriber_uid: subscriber_uid ?? '',
  ...(list_uid !== undefined && { list_uid }),
  email: email ?? '',
});

export function toWireBounce(row: WithSubscriber<{ message: string; type: string; counted: 0 | 1 }> & Through) {
  const counted = row.counted === 1 ? 'yes' : 'no';
  return { message: row.message, processed: 'no', bounce_type: row.type, subscriber: subscriberOf(row), counted };
}

type UnsubscribeRow = {
  ip_address: string | null;
  user_agent: string | null;
  reason: string;
  note: string;
  at: number;
};

export function toWireUnsubscribe(row: WithSubscriber<UnsubscribeRow> & Through, timeZone: string) {
  return {
    ip_address: row.ip_address ?? '',
    user_agent: row.user_agent ?? '',
    reason: row.reason,
    note: row.note,
    date_added: formatCalendarTime(row.at, timeZone),
    subscriber: subscriberOf(row),
  };
}

export function toWireComplaint(row: WithSubscriber<{ message: string }> & Through) {
  return { message: row.message, subscriber: subscriberOf(row) };
}

/** A message that came back, of any campaign. */
export function toWireReturned({ kind, at, type, enhanced, message, email, campaign, subscriber }: Returned) {
  return {
    kind,
    at: formatInstant(at),
    type,
    code: enhanced,
    message,
    email,
    campaign: campaign && { campaign_uid: campaign.uid, name: campaign.name },
    subscriber: subscriber && { subscriber_uid: subscriber.uid, list_uid: subscriber.list },
  };
}

const returned = whenNeeded(() =>
  z
    .strictObject({
      kind: z.enum(['bounce', 'complaint']).describe('`bounce`: it came back; `complaint`: it was reported as spam.'),
      at: said('When that was heard, ISO 8601 in UTC.'),
      type: z.string().nullable().describe('Of a bounce `hard`, `soft` or `internal`; null: a complaint.'),
      code: z.string().nullable().describe('The status code of RFC 3463, such as `5.1.1`; null: none was given.'),
      message: said('What the receiver said, shortened.'),
      email: z.string().nullable().describe('The address; null: removed since.'),
      campaign: z
        .strictObject({ campaign_uid: uid('Id of the campaign.'), name: said('Its name.') })
        .nullable()
        .describe('Null: a single mail.'),
      subscriber: z
        .strictObject({ subscriber_uid: uid('Id of the subscriber.'), list_uid: uid('Id of the list.') })
        .nullable()
        .describe('Null: a single mail, or removed since.'),
    })
    .meta({ id: 'ReturnedMessage', description: 'A message that came back or was reported as spam.' }),
);
export const returnedAnswer = successAnswer(() => ({
  data: z.strictObject({ records: z.array(returned()).describe('Newest first, at most 100.') }),
}));
