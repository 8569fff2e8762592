// Reads and shows whether each recipient of a campaign gets it at their own time.
import { z } from 'zod';
import { type FormObject, type FormValue, isFormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { isTimeZone } from '../../kernel/clock.ts';
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { parsedRecipientTime, type RecipientTime } from './rules.ts';

const MEMBERS = {
  field: declare.clearable(
    declare.text(
      'Tag of the list field with each recipient’s time zone: IANA names such as `Europe/Berlin`, or offsets such as `+02:00`; null if none.',
      { max: 50 },
    ),
  ),
  last_open: declare.yesNo(
    'Whether recipients without a time zone in the field get it at the hour at which they last opened an email of the list, within the 24 hours after the send time. Not available with a cronjob that has several times per day.',
    { default: 'no' },
  ),
  time_zone: declare.text(
    'IANA name of the time zone in which the send time gives the time on every recipient’s clock; also used for recipients without a time zone. Defaults to the customer’s time zone, which a recurring campaign must use.',
    { max: 100 },
  ),
};
const members = optional(MEMBERS);

/**
 * Reads member `recipient_time_zone`; adds to `faults`, which name its members.
 * @param prefix of the names of members, as `delivery.`
 * @param timeZone where the request names none
 * @returns null: none; undefined: it stays as it is
 */
export function readRecipientTime(
  value: FormValue | undefined,
  { prefix, timeZone }: { prefix: string; timeZone: string },
  faults: Faults,
): RecipientTime | null | undefined {
  if (value === undefined || value === '') return undefined;
  if (value === null || value === 0 || value === '0') return null;
  const name = `${prefix}recipient_time_zone`;
  if (!isFormObject(value)) {
    faults[name] = say('campaign-zone-form');
    return undefined;
  }
  const { values, faults: found } = readMembers(members, value as FormObject, `${name}.`);
  const field = values.field?.replace(/^\[|\]$/g, '').toUpperCase() ?? null;
  const last_open = values.last_open === 'yes';
  if (field === null && !last_open && Object.keys(found).length === 0) found[name] = say('campaign-zone-needs');
  const time_zone = values.time_zone ?? timeZone;
  if (!isTimeZone(time_zone)) found[`${name}.time_zone`] ??= say('member-time-zone');
  Object.assign(faults, found);
  return Object.keys(found).length > 0 ? undefined : { field, last_open, time_zone };
}

/** The member for an answer. */
export function toWireRecipientTime(column: string | null) {
  const time = parsedRecipientTime(column);
  return time ? { ...time, last_open: time.last_open ? ('yes' as const) : ('no' as const) } : null;
}

/** The member of requests for the API reference. */
export const recipientTimeMember = whenNeeded(() =>
  z
    .object(members)
    .nullish()
    .describe(
      'Sends to each recipient when their own clock shows the send time. The campaign begins when the first time zone reaches it (UTC+14); recipients who are already past it get it immediately. For a recurring campaign this applies to each run, with the time of the cronjob. For a regular campaign it requires that there is no A/B test and no sending window, and can be set until it begins. Null or 0: everyone gets it at the same instant.',
    ),
);

/** The member of answers. */
export const recipientTimeAnswer = whenNeeded(() =>
  z
    .strictObject({
      field: z.string().nullable().describe('Tag of the field with the time zone; null if none.'),
      last_open: z.enum(['yes', 'no']).describe('Whether the others get it at the hour of their last open.'),
      time_zone: z.string().describe('Time zone of the send time, and of recipients without one.'),
    })
    .meta({ id: 'RecipientTimeZone', description: 'Where each recipient’s own time comes from.' })
    .nullable()
    .describe('Whether each recipient gets it at their own time; null if all get it at the same instant.'),
);
