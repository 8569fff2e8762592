// The send time of a campaign in a request (wire contract, section 6): a calendar time in
// `send_at`, an instant in `send_at_iso`, or the unchanged text of a loaded record, which asks for
// nothing.

import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { INSTANT } from '../../http/members/time-patterns.ts';
import { formatInstant, formatShortTime, parseCalendarTime, parseInstant } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Campaign } from '../../storage/tables.ts';

type Around = { timeZone: string; locale: string; at: number };

const SENDING = {
  send_at: declare.time(
    '`Y-m-d H:i:s` in the customer’s time zone; a past time means immediately. Defaults to the send time that it has, else to now.',
  ),
  send_at_iso: declare.text('Instead of `send_at`: an instant, ISO 8601 with `Z` or an offset.', { json: INSTANT }),
};
const sendAt = optional(SENDING).send_at;
const NO_TIME = say('campaign-send-at');
const NO_INSTANT = say('campaign-send-at-iso');
const TWO_TIMES = say('campaign-send-at-two');

/**
 * Reads the send time; adds to `faults`.
 * @param status that the campaign is to have; `isDraft`: it may be without a time (draft.ts), as
 * may a loaded record whose `send_at_iso` is null
 * @returns ms, null: none
 */
export function readSendAt(
  sent: FormObject,
  {
    around,
    before,
    status,
    isDraft,
  }: { around: Around; before: Pick<Campaign, 'send_at'> | undefined; status: string; isDraft: boolean },
  faults: Faults,
): number | null {
  const stands = before?.send_at ?? null;
  const instant = readInstant(sent, stands, faults);
  const result = sendAt.safeParse(sent['send_at']);
  const text = result.success ? result.data : '';
  if (text !== undefined) {
    const time = parseCalendarTime(text, around.timeZone);
    if (time === undefined && !isShown(text, [instant ?? null, stands], around)) faults['send_at'] = NO_TIME;
    if (time !== undefined && (typeof instant !== 'number' || instant === time)) return time;
    // When a record was loaded and changed, the member that differs from the record counts.
    if (time !== undefined && instant === stands) return time;
    if (time !== undefined && time !== stands) faults['send_at_iso'] ??= TWO_TIMES;
  }
  const at = instant === undefined ? stands : instant;
  const mayBeNone = isDraft || (status === 'draft' && instant === null);
  if (at === null && !mayBeNone && !faults['send_at_iso'])
    faults['send_at'] ??= say('member-blank', { label: 'Send at' });
  return at;
}

/**
 * Returns undefined when it is absent. An empty text, as forms write null, does not remove the
 * time.
 */
function readInstant(sent: FormObject, stands: number | null, faults: Faults): number | null | undefined {
  const value = Object.hasOwn(sent, 'send_at_iso') ? sent['send_at_iso'] : undefined;
  if (value === undefined || value === null) return value;
  if (value === '') return stands === null ? null : undefined;
  const at = typeof value === 'string' ? parseInstant(value.trim()) : undefined;
  if (at === undefined) faults['send_at_iso'] = NO_INSTANT;
  return at;
}

/**
 * Whether a record with one of these times shows this text; a record without a time shows the time
 * at which it was loaded.
 */
function isShown(text: string, times: readonly (number | null)[], { timeZone, locale, at }: Around): boolean {
  const shown = (time: number) => formatShortTime(time, timeZone, locale);
  const given = times.filter((time) => time !== null);
  if (given.some((time) => shown(time) === text)) return true;
  const form = (some: string) => some.replace(/\d+/g, '0');
  return given.length === 0 && [at, at + 12 * HOUR_MS].some((time) => form(shown(time)) === form(text));
}

/**
 * Reads a request to send a campaign as the change that schedules it: for the time that the request
 * names, else for the campaign's send time, else at once (`at`, ms).
 */
export function readSendRequest(sent: FormObject, before: Pick<Campaign, 'send_at'>, at: number): FormObject {
  const changes: FormObject = Object.assign(Object.create(null), { status: 'pending-sending' });
  for (const name of ['send_at', 'send_at_iso']) {
    const value = sent[name];
    if (value !== undefined && value !== null && value !== '') changes[name] = value;
  }
  if (Object.keys(changes).length === 1 && before.send_at === null) changes['send_at_iso'] = formatInstant(at);
  return changes;
}

export const sendBody = whenNeeded(() => z.object(optional(SENDING)).describe('When to send it.'));
