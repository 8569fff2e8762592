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
      'Tag of the field of the list with each recipient’s time zone: names of the IANA database as `Europe/Berlin`, or offsets as `+02:00`; null: none.',
      { max: 50 },
    ),
  ),
  last_open: declare.yesNo(
    'Whether those without a time zone in the field get it at the hour at which they opened the last mail of the list, within the 24 hours from the send time on. Not with a cronjob that names several times of a day.',
    { default: 'no' },
  ),
  time_zone: declare.text(
    'IANA name of the time zone in which the send time is what all clocks show, and of those without any; absent: that of the customer, which a recurring campaign must have.',
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
      'Each recipient gets it when their own clocks show the send time. It begins when the first clocks of the world do (UTC+14), and who is past that time gets it at once. Of a recurring campaign each run, with the time of the cronjob. Of a regular campaign without an A/B test and a sending window, until it begins. Null or 0: all get it at the same instant.',
    ),
);

/** The member of answers. */
export const recipientTimeAnswer = whenNeeded(() =>
  z
    .strictObject({
      field: z.string().nullable().describe('Tag of the field with the time zone; null: none.'),
      last_open: z.enum(['yes', 'no']).describe('Whether the others get it at the hour of their last open.'),
      time_zone: z.string().describe('Time zone of the send time, and of those without any.'),
    })
    .meta({ id: 'RecipientTimeZone', description: 'What each recipient’s own time comes from.' })
    .nullable()
    .describe('Whether each recipient gets it at their own time; null: all at the same instant.'),
);
