// The member names of bounces, unsubscribes and complaints, both ways (wire contract, section 9).
import { z } from 'zod';
import type { FormObject } from '../http/form.ts';
import { optionalChoice, optionalText, pageOf, readMembers, requiredText, successAnswer } from '../http/schema.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { throwFaults } from '../kernel/errors.ts';
import type { WithSubscriber } from './listing.ts';
import { BOUNCE_TYPES, type BounceType, MESSAGE_LENGTH } from './rules.ts';

const members = {
  message: optionalText('Message', { max: MESSAGE_LENGTH }),
  bounce_type: optionalChoice('Bounce type', BOUNCE_TYPES, (text) => text.toLowerCase()),
  subscriber_uid: requiredText('Subscriber uid'),
};

export const bounceBody = z.object({
  message: z.string().max(MESSAGE_LENGTH).optional().describe('Why it came back.'),
  bounce_type: z.enum(BOUNCE_TYPES).optional().describe('Default internal.'),
  subscriber_uid: z.string(),
});

/** A bounce as a client program knows it. */
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

const subscriber = z
  .looseObject({ subscriber_uid: z.string(), email: z.string() })
  .describe('Empty texts for a subscriber who was removed.');
const bounce = z.looseObject({
  message: z.string(),
  processed: z.literal('no'),
  bounce_type: z.enum(BOUNCE_TYPES),
  subscriber,
});
const unsubscribe = z.looseObject({
  ip_address: z.string(),
  user_agent: z.string(),
  reason: z.string(),
  note: z.string(),
  date_added: z.string().describe('Y-m-d H:i:s in the time zone of the customer.'),
  subscriber,
});
const complaint = z.looseObject({ message: z.string(), subscriber });

export const bouncesAnswer = pageOf(bounce);
export const bounceAnswer = successAnswer({ data: z.looseObject({ record: bounce }) });
export const unsubscribesAnswer = pageOf(unsubscribe);
export const complaintsAnswer = pageOf(complaint);

const subscriberOf = ({ subscriber_uid, email }: { subscriber_uid: string | null; email: string | null }) => ({
  subscriber_uid: subscriber_uid ?? '',
  email: email ?? '',
});

export function toWireBounce(row: WithSubscriber<{ message: string; type: string }>) {
  return { message: row.message, processed: 'no', bounce_type: row.type, subscriber: subscriberOf(row) };
}

type UnsubscribeRow = {
  ip_address: string | null;
  user_agent: string | null;
  reason: string;
  note: string;
  at: number;
};

export function toWireUnsubscribe(row: WithSubscriber<UnsubscribeRow>, timeZone: string) {
  return {
    ip_address: row.ip_address ?? '',
    user_agent: row.user_agent ?? '',
    reason: row.reason,
    note: row.note,
    date_added: formatCalendarTime(row.at, timeZone),
    subscriber: subscriberOf(row),
  };
}

export function toWireComplaint(row: WithSubscriber<{ message: string }>) {
  return { message: row.message, subscriber: subscriberOf(row) };
}
