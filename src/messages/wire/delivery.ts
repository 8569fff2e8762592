// Reads and shows how a campaign is delivered, an extension of the interface (wire contract,
// section 9).
import { z } from 'zod';
import { leftOutOf } from '../../campaigns/counters.ts';
import { ABOUT_POLICY, type DeliveryChange, readDeliveryBlock } from '../../campaigns/delivery/delivery-change.ts';
import { heldIn } from '../../campaigns/delivery/held.ts';
import { heldAnswer as held } from '../../campaigns/delivery/held-answer.ts';
import { recipientTimeAnswer, toWireRecipientTime } from '../../campaigns/recipient-time/members.ts';
import { STATUSES, UNCERTAIN_POLICIES } from '../../campaigns/rules.ts';
import { toWireWindow, windowAnswer } from '../../campaigns/window/members.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, timeOrNull, uid } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { sentencesLike, toWireSentences } from '../../http/members/sentences.ts';
import { formatCalendarTime, formatInstant, isoOrNull } from '../../kernel/clock.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { DeliveryState } from '../explain/delivery-state.ts';

/** Settings and progress. Times are `Y-m-d H:i:s` in the customer's time zone. */
export function toWireDelivery(
  campaign: Campaign,
  { states, counters, nextAttemptAt, windowOpensAt, later, waitsForTimes, waits, sentences }: DeliveryState,
  timeZone: string,
) {
  return {
    campaign_uid: campaign.uid,
    status: campaign.status,
    uncertain_policy: campaign.uncertain_policy,
    max_per_minute: campaign.max_per_minute,
    sending_window: toWireWindow(campaign.sending_window),
    window_opens_at: isoOrNull(windowOpensAt),
    recipient_time_zone: toWireRecipientTime(campaign.recipient_time_zone),
    recipient_times: toWireTimes(later, waitsForTimes),
    audience: counters.audience,
    messages: {
      pending: states.pending,
      claimed: states.claimed,
      in_flight: states.in_flight,
      deferred: states.deferred,
      accepted: states.accepted,
      rejected: states.rejected,
      uncertain: states.uncertain,
      skipped: states.skipped,
    },
    left_out: leftOutOf(counters),
    next_attempt_at: nextAttemptAt === null ? null : formatCalendarTime(nextAttemptAt, timeZone),
    waits,
    sentences: toWireSentences(sentences),
    ...heldIn(states.uncertain, campaign.uid),
  };
}

function toWireTimes(later: DeliveryState['later'], isAll: boolean) {
  if (later.length === 0) return null;
  const waiting = later.reduce((sum, { people }) => sum + people, 0);
  return { waiting, is_all: isAll, times: later.map(({ at, people }) => ({ at: formatInstant(at), people })) };
}

/**
 * Reads a change; 0 or null removes the limit, an empty text leaves it as it is. @throws AppError
 * `invalid` with all faults
 */
export function readDeliveryChange(body: FormObject, timeZone: string): DeliveryChange {
  const faults: Faults = {};
  const change = readDeliveryBlock(body, { prefix: '', timeZone }, faults);
  throwFaults(faults);
  return change;
}

const retry = optional({
  include_uncertain: declare.yesNo(
    'Also messages of which nobody knows whether they were accepted: they may arrive twice.',
    { default: 'no' },
  ),
});

/**
 * Reads whether uncertain messages are retried as well; no by default. @throws AppError `invalid`
 */
export function readRetry(body: FormObject): { includeUncertain: boolean } {
  const { values, faults } = readMembers(retry, body);
  throwFaults(faults);
  return { includeUncertain: values.include_uncertain === 'yes' };
}

export const retryBody = whenNeeded(() => z.object(retry).describe('Which messages are meant.'));

const status = whenNeeded(() => z.enum(STATUSES).describe('Where the campaign stands.'));
const delivery = whenNeeded(() =>
  z
    .strictObject({
      campaign_uid: uid('Id of the campaign.'),
      status: status(),
      uncertain_policy: z.enum(UNCERTAIN_POLICIES).describe(ABOUT_POLICY),
      max_per_minute: z.int().nullable().describe('Most messages a minute; null: as fast as it goes.'),
      sending_window: windowAnswer(),
      window_opens_at: z
        .string()
        .nullable()
        .describe('When it goes on by itself, ISO 8601 in UTC, while the sending window is closed; null: it is open.'),
      recipient_time_zone: recipientTimeAnswer(),
      recipient_times: z
        .strictObject({
          waiting: count('Recipients whose own time is still to come.'),
          is_all: z.boolean().describe('Whether nothing else is to do before the first of these times.'),
          times: z
            .array(
              z.strictObject({
                at: z.string().describe('Their time, ISO 8601 in UTC.'),
                people: count('Recipients who get it then.'),
              }),
            )
            .describe('When they get it, the next ones first.'),
        })
        .nullable()
        .describe('Of a campaign that goes to each at their own time, while it is sent: who waits; null: nobody does.'),
      audience: count('Who is to get it: always the sum of `messages`.'),
      messages: z
        .strictObject({
          pending: count('Still to go.'),
          claimed: count('In the hands of a worker.'),
          in_flight: count('Being handed to a mail server.'),
          deferred: count('Put off by the receiver; tried again.'),
          accepted: count('A mail server took it.'),
          rejected: count('Refused for good, or given up.'),
          uncertain: count('Handed over, and no answer came.'),
          skipped: count('Not sent, with a reason.'),
        })
        .describe('Messages by state.'),
      left_out: z
        .strictObject({
          unconfirmed: count('Not confirmed.'),
          unsubscribed: count('Unsubscribed.'),
          blacklisted: count('Blacklisted.'),
          suppressed: count('On the suppression list.'),
          segment: count('Not in the segment.'),
          duplicate: count('Get it through an earlier one of several lists.'),
          other: count('For other reasons.'),
        })
        .describe(
          'Subscribers of the list that are not in the audience, by reason. Of an autoresponder nobody is counted.',
        ),
      next_attempt_at: timeOrNull(
        'When the first of the deferred messages is tried again, `Y-m-d H:i:s` in the time zone of the customer; null: there is none.',
      ),
      waits: z
        .string()
        .nullable()
        .describe('Why nothing goes out at the moment; null when something does, or it is done.'),
      sentences: sentencesLike('waits'),
      held: held(),
    })
    .meta({ id: 'Delivery', description: 'How a campaign is delivered.' }),
);

export const deliveryAnswer = successAnswer(() => ({ data: delivery() }));

export const retryAnswer = successAnswer(() => ({
  data: z.strictObject({
    retried: count('Messages that are pending again.'),
    excluded: count('Failed ones that stay: unsubscribed, suppressed, or bounced for good.'),
    status: status(),
  }),
}));
