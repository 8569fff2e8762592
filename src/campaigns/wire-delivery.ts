// How a campaign is delivered, as our extension of the interface shows and takes it (wire contract, section 9).
import { z } from 'zod';
import type { FormObject } from '../http/form.ts';
import { optionalChoice, optionalInteger, optionalYesNo, readMembers, successAnswer } from '../http/schema.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import type { Campaign } from '../storage/tables.ts';
import type { DeliveryChange } from './change-delivery.ts';
import type { DeliveryState } from './delivery-state.ts';
import { heldIn } from './held.ts';
import { STATUSES, UNCERTAIN_POLICIES } from './rules.ts';
import { held } from './wire-held.ts';

const MOST_PER_MINUTE = 10_000_000;

/** Settings and progress. Times are `Y-m-d H:i:s` in the customer's time zone. */
export function toWireDelivery(
  campaign: Campaign,
  { states, counters, nextAttemptAt, waits }: DeliveryState,
  timeZone: string,
) {
  return {
    campaign_uid: campaign.uid,
    status: campaign.status,
    uncertain_policy: campaign.uncertain_policy,
    max_per_minute: campaign.max_per_minute,
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
    left_out: {
      unconfirmed: counters.left_unconfirmed,
      unsubscribed: counters.left_unsubscribed,
      blacklisted: counters.left_blacklisted,
      suppressed: counters.left_suppressed,
      segment: counters.left_segment,
      other: counters.left_other,
    },
    next_attempt_at: nextAttemptAt === null ? null : formatCalendarTime(nextAttemptAt, timeZone),
    waits,
    ...heldIn(states.uncertain, campaign.uid),
  };
}

const changes = {
  uncertain_policy: optionalChoice('Uncertain policy', UNCERTAIN_POLICIES, (text) => text.toLowerCase()),
  max_per_minute: optionalInteger('Max per minute', { min: 0, max: MOST_PER_MINUTE }),
};

/** Reads a change; 0 or null takes the limit away, an empty text leaves it as it is. @throws AppError `invalid` with all faults */
export function readDeliveryChange(body: FormObject): DeliveryChange {
  const faults: Faults = {};
  const change = readDeliveryBlock(body, '', faults);
  throwFaults(faults);
  return change;
}

/** The same of a block of a request whose members are named with `prefix`; adds to `faults`. */
export function readDeliveryBlock(body: FormObject, prefix: string, faults: Faults): DeliveryChange {
  const { values, faults: found } = readMembers(changes, body, prefix);
  Object.assign(faults, found);
  const isTakenAway = Object.hasOwn(body, 'max_per_minute') && body['max_per_minute'] === null;
  const maxPerMinute = isTakenAway || values.max_per_minute === 0 ? null : values.max_per_minute;
  return { uncertainPolicy: values.uncertain_policy, maxPerMinute };
}

/** Whether uncertain messages are to be retried as well; no unless it is said. @throws AppError `invalid` */
export function readRetry(body: FormObject): { includeUncertain: boolean } {
  const { values, faults } = readMembers({ include_uncertain: optionalYesNo('Include uncertain') }, body);
  throwFaults(faults);
  return { includeUncertain: values.include_uncertain === 'yes' };
}

export const deliveryBody = z.object({
  uncertain_policy: z
    .enum(UNCERTAIN_POLICIES)
    .optional()
    .describe(
      'For messages of which nobody knows whether they were accepted: hold (never sent again by itself), resend (may arrive twice), skip. Also for those that are uncertain already.',
    ),
  max_per_minute: z
    .int()
    .min(0)
    .max(MOST_PER_MINUTE)
    .nullable()
    .optional()
    .describe('Most messages a minute; 0 or null: as fast as delivery servers and receivers allow.'),
});

export const retryBody = z.object({
  include_uncertain: z
    .enum(['yes', 'no'])
    .optional()
    .describe('Also messages of which nobody knows whether they were accepted: they may arrive twice. Default no.'),
});

const count = z.int().min(0);

export const deliveryAnswer = successAnswer({
  data: z.strictObject({
    campaign_uid: z.string(),
    status: z.enum(STATUSES),
    uncertain_policy: z.enum(UNCERTAIN_POLICIES),
    max_per_minute: z.int().nullable(),
    audience: count.describe('Always the sum of `messages`.'),
    messages: z.strictObject({
      pending: count,
      claimed: count,
      in_flight: count,
      deferred: count,
      accepted: count,
      rejected: count,
      uncertain: count,
      skipped: count,
    }),
    left_out: z
      .strictObject({
        unconfirmed: count,
        unsubscribed: count,
        blacklisted: count,
        suppressed: count,
        segment: count,
        other: count,
      })
      .describe(
        'Subscribers of the list that are not in the audience, by reason. Of an autoresponder nobody is counted.',
      ),
    next_attempt_at: z
      .string()
      .nullable()
      .describe(
        'When the first of the deferred messages is tried again, Y-m-d H:i:s in the time zone of the customer.',
      ),
    waits: z
      .string()
      .nullable()
      .describe('Why nothing goes out at the moment; null when something does, or it is done.'),
    held,
  }),
});

export const retryAnswer = successAnswer({
  data: z.strictObject({
    retried: count.describe('Messages that are pending again.'),
    excluded: count.describe('Failed ones that stay: unsubscribed, suppressed, or bounced for good.'),
    status: z.enum(STATUSES),
  }),
});
