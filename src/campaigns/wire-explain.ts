// Why an address was not mailed, as our extension of the interface shows it (wire contract, section 9).
import { z } from 'zod';
import type { FormObject } from '../http/form.ts';
import { readMembers, requiredText, successAnswer } from '../http/schema.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { throwFaults } from '../kernel/errors.ts';
import type { Explained } from './explain.ts';
import { CAUSES } from './explain-causes.ts';
import { relayNameOf } from './log-status.ts';

const MAX_EMAIL = 320;

/** The address asked for. @throws AppError `invalid` */
export function readAddress(query: FormObject): string {
  const { values, faults } = readMembers({ email: requiredText('Email', { max: MAX_EMAIL }) }, query);
  throwFaults(faults);
  return values.email ?? '';
}

export const explainQuery = z.object({ email: z.string().max(MAX_EMAIL).describe('The address in question.') });

/** Times are `Y-m-d H:i:s` in the customer's time zone; those in the sentence name theirs. */
export function toWireExplained(explained: Explained, email: string, timeZone: string) {
  const time = (at: number | null) => (at === null ? null : formatCalendarTime(at, timeZone));
  const { cause, text, subscriber, message, suppression, bounce, complaint } = explained;
  return {
    email,
    cause,
    explanation: text,
    subscriber: subscriber ? { subscriber_uid: subscriber.uid, status: subscriber.status } : null,
    message: message
      ? {
          state: message.state,
          message: message.reply ?? '',
          attempts: message.attempts,
          relay: relayNameOf(message),
          next_attempt_at: time(message.next_attempt_at),
          in_flight_at: time(message.in_flight_at),
          finished_at: time(message.finished_at),
          opened_at: time(message.opened_at),
          clicked_at: time(message.clicked_at),
          unsubscribed_at: time(message.unsubscribed_at),
        }
      : null,
    suppression: suppression
      ? {
          reason: suppression.reason,
          date_added: time(suppression.at),
          for_everybody: suppression.isForEverybody ? 'yes' : 'no',
        }
      : null,
    bounce: bounce ? { bounce_type: bounce.type, message: bounce.message, date_added: time(bounce.at) } : null,
    complaint: complaint ? { message: complaint.message, date_added: time(complaint.at) } : null,
  };
}

const time = z.string().nullable();

export const explainAnswer = successAnswer({
  data: z.strictObject({
    email: z.string(),
    cause: z.enum(CAUSES),
    explanation: z.string().describe('One sentence for people.'),
    subscriber: z.strictObject({ subscriber_uid: z.string(), status: z.string() }).nullable(),
    message: z
      .strictObject({
        state: z.string(),
        message: z.string(),
        attempts: z.int(),
        relay: z.string().nullable(),
        next_attempt_at: time,
        in_flight_at: time,
        finished_at: time,
        opened_at: time,
        clicked_at: time,
        unsubscribed_at: time,
      })
      .nullable(),
    suppression: z
      .strictObject({ reason: z.string(), date_added: z.string(), for_everybody: z.enum(['yes', 'no']) })
      .nullable(),
    bounce: z.strictObject({ bounce_type: z.string(), message: z.string(), date_added: z.string() }).nullable(),
    complaint: z.strictObject({ message: z.string(), date_added: z.string() }).nullable(),
  }),
});
