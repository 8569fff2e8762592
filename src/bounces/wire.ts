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
    message: declare.text('Reason of the bounce.', { max: MESSAGE_LENGTH }),
    bounce_type: declare.oneOf(
      '`hard`: permanent; `soft`: temporary; `internal`: a problem on our side.',
      BOUNCE_TYPES,
      {
        fold: declare.lower,
        default: 'internal',
      },
    ),
  }),
  ...required({ subscriber_uid: declare.uid('The subscriber whose message bounced.') }),
};

export const bounceBody = whenNeeded(() =>
  z.object(members).meta({ id: 'NewBounce', description: 'A bounced message.' }),
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
        'For a campaign to several lists, the list through which the subscriber got it. Absent for a campaign to one list, or if the subscriber was deleted.',
      ).optional(),
      email: said('Address.'),
    })
    .meta({ id: 'CampaignSubscriber', description: 'The subscriber; empty strings for a deleted one.' }),
);
const bounce = whenNeeded(() =>
  z
    .looseObject({
      message: said('Reason of the bounce.'),
      processed: z.literal('no').describe('Always `no`.'),
      bounce_type: z
        .enum(BOUNCE_TYPES)
        .describe('`hard`: permanent; `soft`: temporary; `internal`: a problem on our side.'),
      subscriber: subscriber(),
      counted: z
        .enum(['yes', 'no'])
        .describe(
          'Whether statistics count it. A bounce of a message that no mail server had accepted is not counted.',
        ),
    })
    .meta({ id: 'Bounce', description: 'A bounced message.' }),
);
const unsubscribe = whenNeeded(() =>
  z
    .looseObject({
      ip_address: said('IP address of the person; empty if not known.'),
      user_agent: said('User agent of the person; empty if not known.'),
      reason: said('Reason given by the person; empty if none.'),
      note: said('Source of the unsubscribe: which page, email or call.'),
      date_added: time('When, `Y-m-d H:i:s` in the customer’s time zone.'),
      subscriber: subscriber(),
    })
    .meta({ id: 'Unsubscribe', description: 'Someone who unsubscribed from a campaign.' }),
);
const complaint = whenNeeded(() =>
  z
    .looseObject({ message: said('Text of the report.'), subscriber: subscriber() })
    .meta({ id: 'Complaint', description: 'Someone who reported a campaign as spam.' }),
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
      kind: z.enum(['bounce', 'complaint']).describe('`bounce`: it bounced; `complaint`: it was reported as spam.'),
      at: said('When this was received, ISO 8601 in UTC.'),
      type: z.string().nullable().describe('For a bounce `hard`, `soft` or `internal`; null for a complaint.'),
      code: z.string().nullable().describe('The status code of RFC 3463, such as `5.1.1`; null if none was given.'),
      message: said('The receiver’s response, shortened.'),
      email: z.string().nullable().describe('The address; null if deleted since.'),
      campaign: z
        .strictObject({ campaign_uid: uid('Id of the campaign.'), name: said('Its name.') })
        .nullable()
        .describe('Null for a transactional email.'),
      subscriber: z
        .strictObject({ subscriber_uid: uid('Id of the subscriber.'), list_uid: uid('Id of the list.') })
        .nullable()
        .describe('Null for a transactional email, or if deleted since.'),
    })
    .meta({ id: 'ReturnedMessage', description: 'A message that bounced or was reported as spam.' }),
);
export const returnedAnswer = successAnswer(() => ({
  data: z.strictObject({ records: z.array(returned()).describe('Newest first, at most 100.') }),
}));
