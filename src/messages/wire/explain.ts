// Shows why an address was not mailed, an extension of the interface (wire contract, section 9).
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, timeOrNull, uid, yesNo } from '../../http/members/described.ts';
import { required } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { CAUSES } from '../explain/causes.ts';
import type { MessageExplanation } from '../explain/explain.ts';
import { relayNameOf } from '../log/status.ts';
import { wordsOf } from '../reasons.ts';

const asked = required({ email: declare.text('The address in question.', { max: 320 }) });

/** Reads the address to explain. @throws AppError `invalid` */
export function readAddress(query: FormObject): string {
  const { values, faults } = readMembers(asked, query);
  throwFaults(faults);
  return values.email ?? '';
}

export const explainQuery = whenNeeded(() => z.object(asked));

/** Times are `Y-m-d H:i:s` in the customer's time zone; those in the sentence name theirs. */
export function toWireExplained(explained: MessageExplanation, email: string, timeZone: string) {
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
          message: wordsOf(message) ?? '',
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

const at = (about: string) => timeOrNull(`${about} \`Y-m-d H:i:s\` in the customer’s time zone, or null.`);
const added = at('When.');

export const explainAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      email: said('The address in question.'),
      cause: z.enum(CAUSES).describe('The reason as a code.'),
      explanation: said('The reason as a sentence.'),
      subscriber: z
        .strictObject({
          subscriber_uid: uid('Id of the subscriber.'),
          status: said('Whether emails are sent to this subscriber.'),
        })
        .nullable()
        .describe('The subscriber; null if the list has none with this address.'),
      message: z
        .strictObject({
          state: said('Its outcome.'),
          message: said('Last answer of the mail server, or what happened instead.'),
          attempts: count('Number of attempts.'),
          relay: z.string().nullable().describe('The delivery server that answered last.'),
          next_attempt_at: at('When it is tried again; if it waits for the recipient’s own time, that time.'),
          in_flight_at: at('When it was last handed to a mail server.'),
          finished_at: at('When its outcome was known.'),
          opened_at: at('When it was first opened.'),
          clicked_at: at('When a link was first clicked.'),
          unsubscribed_at: at('When the subscriber unsubscribed through it.'),
        })
        .nullable()
        .describe('The message; null if there is none.'),
      suppression: z
        .strictObject({
          reason: said('Why.'),
          date_added: added,
          for_everybody: yesNo('Whether it applies to all customers.'),
        })
        .nullable()
        .describe('The entry of the suppression list; null if there is none.'),
      bounce: z
        .strictObject({ bounce_type: said('hard, soft or internal.'), message: said('Why.'), date_added: added })
        .nullable()
        .describe('The last bounce of a message to it; null if never.'),
      complaint: z
        .strictObject({ message: said('What the report said.'), date_added: added })
        .nullable()
        .describe('The last spam report; null if never.'),
    })
    .meta({ id: 'Explanation', description: 'Why an address was not mailed, or what happened to its message.' }),
}));
