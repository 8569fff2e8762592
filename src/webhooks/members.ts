// Reads webhooks from requests.

import { z } from 'zod';
import type { FormObject } from '../http/form/decode.ts';
import { isFormObject } from '../http/form/decode.ts';
import type { FormValue } from '../http/form/value.ts';
import * as declare from '../http/members/declare.ts';
import { type KeysetRequest, keysetQuery, readKeyset } from '../http/members/keyset.ts';
import { optional, required } from '../http/members/member.ts';
import { readMembers } from '../http/members/schema.ts';
import { DAY_AND_TIME_OR_INSTANT } from '../http/members/time-patterns.ts';
import { parseCalendarTime, parseInstant } from '../kernel/clock.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { ALLOW_NOTHING, allowed, type FetchAllow } from '../network/fetch-allow.ts';
import { FetchError, parseTarget, refuseClosed } from '../network/guarded.ts';
import type { WebhookSettings } from './change.ts';
import { exampleData } from './payloads.ts';
import { LONGEST_URL, MOST_IN_BATCH } from './rules.ts';
import { ALL, EVENT_TYPES, type EventType, TEST_TYPE } from './types.ts';

const WORDS: readonly string[] = [...EVENT_TYPES, ALL];

/** Names of types: an array, what forms make of one, or a text with commas. */
const events: declare.Declaration<string[]> = {
  about: `The types of events to send, or \`${ALL}\` for all, including those of later versions.`,
  read(value) {
    const listed = isFormObject(value as FormValue) ? Object.values(value as FormObject) : value;
    const sent = typeof listed === 'string' ? listed.split(',') : listed;
    if (!Array.isArray(sent)) return sent === null ? undefined : sent;
    const names = sent.map((one) => (typeof one === 'string' ? one.trim().toLowerCase() : one));
    const given = [...new Set(names)].filter((one) => one !== '' && one !== null);
    return given.length === 0 ? undefined : given;
  },
  fault: (value, label) => {
    if (!Array.isArray(value)) return say('webhook-types-form', { label });
    const unknown = value.filter((one) => !WORDS.includes(one as string));
    return unknown.length === 0 ? undefined : say('webhook-types-of', { label, types: WORDS.join(', ') });
  },
  json: { type: 'array', items: { type: 'string', enum: WORDS }, minItems: 1, maxItems: 100 },
};

const url = declare.line('Where requests are sent: an http or https address.', {
  max: LONGEST_URL,
  label: 'URL',
  check(text) {
    try {
      parseTarget(text);
      return undefined;
    } catch (error) {
      return error instanceof FetchError ? say('webhook-url-why', { why: error.message }) : say('webhook-url');
    }
  },
});
const MEMBERS = {
  description: declare.line('Its purpose, for people.', { max: 200 }),
  batch_size: declare.integer(
    'Maximum number of events per request. 1: each is sent separately; more: requests are of the type `batch`.',
    { min: 1, max: MOST_IN_BATCH },
  ),
  status: declare.oneOf('Whether it is on.', ['on', 'off'], { fold: declare.lower }),
};
const newMembers = { ...required({ url, events }), ...optional(MEMBERS) };
const changeMembers = optional({ url, events, ...MEMBERS });

export const newBody = whenNeeded(() => z.object(newMembers).meta({ id: 'NewWebhook', description: 'A new webhook.' }));
export const changeBody = whenNeeded(() =>
  z
    .object(changeMembers)
    .meta({ id: 'WebhookChanges', description: 'Changes to a webhook. Absent members stay unchanged.' }),
);

/** Reads a new webhook. @throws AppError `invalid` */
export function readNew(body: FormObject, allow: FetchAllow | undefined): WebhookSettings {
  const { values, faults } = readMembers(newMembers, body);
  throwFaults({ ...faults, ...faultOfReach(values.url, allow) });
  const { batch_size: batchSize = 1, description = '', status = 'on' } = values;
  return { url: values.url ?? '', events: values.events ?? [], description, batchSize, status };
}

/** Reads changes; an empty description removes it. @throws AppError `invalid` */
export function readChanges(body: FormObject, allow: FetchAllow | undefined) {
  const { values, faults } = readMembers(changeMembers, body);
  throwFaults({ ...faults, ...faultOfReach(values.url, allow) });
  const sent = body['description'];
  const isCleared = Object.hasOwn(body, 'description') && (sent === '' || sent === null);
  const { url: address, events: types, batch_size: batchSize, status } = values;
  return { url: address, events: types, batchSize, status, description: isCleared ? '' : values.description };
}

/** An address of this machine's own network is refused before anything is sent there in vain. */
function faultOfReach(address: string | undefined, allow: FetchAllow = ALLOW_NOTHING): Faults {
  if (address === undefined) return {};
  const target = parseTarget(address);
  try {
    refuseClosed(target, allowed(allow));
    return {};
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { url: say('webhook-url-closed', { host: target.hostname }) };
  }
}

const testMembers = optional({
  type: declare.oneOf('The type of the example to send.', [TEST_TYPE, ...EVENT_TYPES], {
    fold: declare.lower,
    default: TEST_TYPE,
  }),
});
export const testBody = whenNeeded(() => z.object(testMembers).describe('What to send.'));

/** Which event is sent as a test, with its data. @throws AppError `invalid` */
export function readTest(body: FormObject, uid: string): { type: string; data: unknown } {
  const { values, faults } = readMembers(testMembers, body);
  throwFaults(faults);
  const { type = TEST_TYPE } = values;
  return { type, data: type === TEST_TYPE ? { webhook_uid: uid } : exampleData(type as EventType) };
}

const replayMembers = required({
  from: declare.text('The instant: `Y-m-d H:i:s` in UTC, or ISO 8601 with a zone. Events are kept for seven days.', {
    max: 40,
    json: DAY_AND_TIME_OR_INSTANT,
  }),
});
export const replayBody = whenNeeded(() => z.object(replayMembers).describe('From when to send events again.'));

/** The instant from which events are sent again, ms. @throws AppError `invalid` */
export function readReplay(body: FormObject): number {
  const { values, faults } = readMembers(replayMembers, body);
  const { from = '' } = values;
  const at = parseInstant(from) ?? parseCalendarTime(from, 'UTC');
  if (at === undefined) faults['from'] ??= say('webhook-from');
  throwFaults(faults);
  return at ?? 0;
}

const PER_PAGE = 50;
const filters = optional({
  only: declare.oneOf('`failed`: only those that were not delivered.', ['all', 'failed'], { default: 'all' }),
});
const paging = keysetQuery({ otherwise: PER_PAGE });
export const deliveriesQuery = whenNeeded(() => z.object({ ...filters, ...paging }));

/** Which deliveries are asked for. @throws AppError `invalid` */
export function readDeliveries(query: FormObject): { failed: boolean; request: KeysetRequest } {
  const { values, faults } = readMembers({ ...filters, ...paging }, query);
  const request = readKeyset(values, ['number'], faults, PER_PAGE);
  throwFaults(faults);
  return { failed: values.only === 'failed', request };
}
