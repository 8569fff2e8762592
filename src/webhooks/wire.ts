// Shows webhooks and their deliveries in answers.
import { z } from 'zod';
import { count, said, time, timeOrNull, uid } from '../http/members/described.ts';
import { keysetPage } from '../http/members/keyset.ts';
import { pageOf, recordOf, successAnswer } from '../http/members/schema.ts';
import { reasonsLike, toWireSentences } from '../http/members/sentences.ts';
import { formatCalendarTime, formatInstant } from '../kernel/clock.ts';
import { parseSentences, type Sentence, textOf } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { Webhook, WebhookDelivery, WebhookLane } from '../storage/tables/webhooks.ts';
import { isOffReason, OFF_REASONS } from './rules.ts';
import { ALL, EVENT_TYPES } from './types.ts';

const WORDS = [...EVENT_TYPES, ALL] as const;
const REASONS = Object.keys(OFF_REASONS) as [string, ...string[]];

const shape = whenNeeded(() => ({
  webhook_uid: uid('Id of the webhook.'),
  url: said('Where requests are sent.'),
  description: said('Its purpose.'),
  events: z.array(z.enum(WORDS)).describe('The types of events it receives.'),
  batch_size: z.int().min(1).describe('Maximum number of events per request; 1: each is sent separately.'),
  status: z.enum(['on', 'off']).describe('Whether it is on.'),
  off_reason: z
    .enum(REASONS)
    .nullable()
    .describe(
      'Why the server switched it off: `gone` (it answered 410), `failed` (for three days), `behind` (by seven days); null if it did not.',
    ),
  off_detail: z.string().nullable().describe('The same as a sentence, or null.'),
  date_off: timeOrNull('When it was switched off, `Y-m-d H:i:s`, UTC; null if it is on.'),
  waiting: count('Number of events it has not processed yet, of any type.'),
  failing_since: timeOrNull('Since when requests have failed, `Y-m-d H:i:s`, UTC; null if they have not.'),
  date_next: timeOrNull('When the next retry is due, `Y-m-d H:i:s`, UTC; null if none is pending.'),
  date_overlap: timeOrNull('Until when the previous secret also signs, `Y-m-d H:i:s`, UTC; null if there is none.'),
  date_added: time('When it was added, `Y-m-d H:i:s`, UTC.'),
}));
const record = whenNeeded(() =>
  z.strictObject(shape()).meta({ id: 'Webhook', description: 'A receiver of events by HTTP requests.' }),
);

export const listAnswer = pageOf(record);
export const recordAnswer = recordOf(record);
const secret = whenNeeded(() => said('The secret that signs requests (`whsec_…`), shown only once.'));
export const createdAnswer = successAnswer(() => ({
  webhook_uid: uid('Id of the new webhook.'),
  secret: secret(),
  data: z.strictObject({ record: record() }),
}));
export const rotatedAnswer = successAnswer(() => ({ secret: secret(), data: z.strictObject({ record: record() }) }));
export const doneAnswer = successAnswer({});
export const replayAnswer = successAnswer(() => ({
  events: count('Number of events from then on, of any type.'),
  data: z.strictObject({ record: record() }),
}));

const calendarOrNull = (at: number | null) => (at === null ? null : formatCalendarTime(at));

/**
 * The record of a webhook. @param next the number of the customer's next event @param at now, ms
 */
export function toWireWebhook(webhook: Webhook, lanes: readonly WebhookLane[], next: number, at: number) {
  const { reason, off_at, old_until } = webhook;
  const failing = lanes.flatMap(({ failing_since }) => failing_since ?? []);
  const later = lanes.filter(({ failures }) => failures > 0).map(({ next_at }) => next_at);
  const position = Math.min(next, ...lanes.map((lane) => lane.position));
  const isOn = webhook.status === 'on';
  return {
    webhook_uid: webhook.uid,
    url: webhook.url,
    description: webhook.description,
    events: JSON.parse(webhook.events) as string[],
    batch_size: webhook.batch_size,
    status: isOn ? 'on' : 'off',
    off_reason: reason,
    off_detail: isOffReason(reason) ? OFF_REASONS[reason] : null,
    date_off: calendarOrNull(off_at),
    waiting: next - position,
    failing_since: failing.length === 0 ? null : formatCalendarTime(Math.min(...failing)),
    date_next: isOn && later.length > 0 ? formatCalendarTime(Math.min(...later)) : null,
    date_overlap: old_until !== null && old_until > at ? formatCalendarTime(old_until) : null,
    date_added: formatCalendarTime(webhook.created_at),
  };
}

const delivery = whenNeeded(() =>
  z
    .strictObject({
      delivery_id: uid('Id of the delivery.'),
      webhook_id: said('The header `webhook-id` of the request, the same in every retry.'),
      at: said('When it was sent: ISO 8601 in UTC.'),
      types: z.array(z.string()).describe('The types of its events.'),
      events: z.int().describe('Number of its events.'),
      attempt: z.int().describe('Number of the attempt.'),
      is_test: z.boolean().describe('Whether it was sent as a test.'),
      ok: z.boolean().describe('Whether the receiver accepted it.'),
      status: z.int().nullable().describe('The status that it answered; null if there was no answer.'),
      duration_ms: count('Duration, ms.'),
      answer: said('The first 500 characters of the answer.'),
      fault: z.string().nullable().describe('Why it failed, as a sentence; null if it did not.'),
      sentences: reasonsLike('Why there was no answer'),
    })
    .meta({ id: 'WebhookDelivery', description: 'A request that was sent to a webhook.' }),
);

export const deliveriesAnswer = keysetPage(delivery);
export const deliveryAnswer = recordOf(delivery);

export function toWireDelivery(row: WebhookDelivery) {
  const { id, message_id, at, types, events, attempt, is_test, status, ms, answer, fault } = row;
  const reasons = fault === null ? [] : parseSentences(fault);
  return {
    delivery_id: String(id),
    webhook_id: message_id,
    at: formatInstant(at),
    types: types.split(','),
    events,
    attempt,
    is_test: is_test === 1,
    ok: fault === null,
    status,
    duration_ms: ms,
    answer,
    fault: fault === null ? null : faultText(status, reasons),
    sentences: toWireSentences(reasons),
  };
}

function faultText(status: number | null, reasons: readonly Sentence[]): string {
  if (status === null) return `There was no answer: ${textOf(reasons)}.`;
  return status >= 300 && status <= 399
    ? `It answered ${status}: redirects are not followed.`
    : `It answered ${status}.`;
}
