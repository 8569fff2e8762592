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
  include_uncertain: declare.yesNo('Also messages that may or may not have been accepted: they may arrive twice.', {
    default: 'no',
  }),
});

/**
 * Reads whether uncertain messages are retried as well; no by default. @throws AppError `invalid`
 */
export function readRetry(body: FormObject): { includeUncertain: boolean } {
  const { values, faults } = readMembers(retry, body);
  throwFaults(faults);
  return { includeUncertain: values.include_uncertain === 'yes' };
}

export const retryBody = whenNeeded(() => z.object(retry).describe('Which messages to send again.'));

const status = whenNeeded(() => z.enum(STATUSES).describe('Its status.'));
const delivery = whenNeeded(() =>
  z
    .strictObject({
      campaign_uid: uid('Id of the campaign.'),
      status: status(),
      uncertain_policy: z.enum(UNCERTAIN_POLICIES).describe(ABOUT_POLICY),
      max_per_minute: z.int().nullable().describe('Maximum number of messages per minute; null if unlimited.'),
      sending_window: windowAnswer(),
      window_opens_at: z
        .string()
        .nullable()
        .describe(
          'When it continues automatically, ISO 8601 in UTC, while the sending window is closed; null if it is open.',
        ),
      recipient_time_zone: recipientTimeAnswer(),
      recipient_times: z
        .strictObject({
          waiting: count('Recipients whose own time has not come yet.'),
          is_all: z.boolean().describe('Whether nothing else has to be done before the first of these times.'),
          times: z
            .array(
              z.strictObject({
                at: z.string().describe('Their time, ISO 8601 in UTC.'),
                people: count('Number of recipients who get it then.'),
              }),
            )
            .describe('When they get it, next ones first.'),
        })
        .nullable()
        .describe(
          'For a campaign that goes to each recipient at their own time, while it is being sent: who waits. Null if no one does.',
        ),
      audience: count('Number of recipients: always the sum of `messages`.'),
      messages: z
        .strictObject({
          pending: count('Not sent yet.'),
          claimed: count('Claimed by a worker.'),
          in_flight: count('Being handed to a mail server.'),
          deferred: count('Put off by the receiver, to be tried again.'),
          accepted: count('Accepted by a mail server.'),
          rejected: count('Rejected permanently, or given up.'),
          uncertain: count('Handed over without an answer: may or may not have been accepted.'),
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
        .describe('Subscribers of the list who are not in the audience, by reason. Not counted for autoresponders.'),
      next_attempt_at: timeOrNull(
        'When the first deferred message is tried again, `Y-m-d H:i:s` in the customer’s time zone; null if there is none.',
      ),
      waits: z
        .string()
        .nullable()
        .describe('Why nothing is being sent at the moment; null if something is, or if it is done.'),
      sentences: sentencesLike('waits'),
      held: held(),
    })
    .meta({ id: 'Delivery', description: 'How a campaign is delivered.' }),
);

export const deliveryAnswer = successAnswer(() => ({ data: delivery() }));

export const retryAnswer = successAnswer(() => ({
  data: z.strictObject({
    retried: count('Number of messages that are pending again.'),
    excluded: count('Failed messages that stay failed: unsubscribed, suppressed, or hard-bounced.'),
    status: status(),
  }),
}));
