// Reads and shows the sending window of a campaign.
import { z } from 'zod';
import { type FormValue, isFormObject } from '../../http/form/decode.ts';
import { isTimeZone } from '../../kernel/clock.ts';
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { DAYS, parsedWindow, type SendingWindow } from './rules.ts';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * Reads member `sending_window`; adds to `faults`, which name its members.
 * @param prefix of the names of members, as `delivery.`
 * @param timeZone where the request names none
 * @returns null: none; undefined: it stays as it is
 */
export function readWindow(
  value: FormValue | undefined,
  { prefix, timeZone }: { prefix: string; timeZone: string },
  faults: Faults,
): SendingWindow | null | undefined {
  if (value === undefined || value === '') return undefined;
  if (value === null || value === 0 || value === '0') return null;
  const name = `${prefix}sending_window`;
  if (!isFormObject(value)) {
    faults[name] = say('campaign-window-form');
    return undefined;
  }
  const found: Faults = {};
  const from = timeOf(value['from'], '00:00');
  if (!TIME.test(from)) found[`${name}.from`] = say('campaign-window-from');
  const to = timeOf(value['to'], '24:00');
  if (!TIME.test(to) && to !== '24:00') found[`${name}.to`] = say('campaign-window-to');
  else if (found[`${name}.from`] === undefined && to <= from) found[`${name}.to`] = say('campaign-window-order');
  const sent = wordsIn(value['days']);
  const days = sent.length === 0 ? [...DAYS] : DAYS.filter((day) => sent.includes(day));
  const unknown = sent.find((day) => !DAYS.some((known) => known === day));
  if (unknown !== undefined) found[`${name}.days`] = say('campaign-window-days', { days: DAYS.join(', ') });
  const zoneSent = value['time_zone'] ?? '';
  const time_zone = typeof zoneSent === 'string' ? zoneSent.trim() || timeZone : '';
  if (!isTimeZone(time_zone)) found[`${name}.time_zone`] = say('member-time-zone');
  Object.assign(faults, found);
  return Object.keys(found).length > 0 ? undefined : { days, from, to, time_zone };
}

/** `9:00` as `09:00`. */
function timeOf(value: FormValue | undefined, absent: string): string {
  if (value === undefined || value === null || value === '') return absent;
  return typeof value === 'string' ? value.trim().replace(/^(\d):/, '0$1:') : 'no text';
}

function wordsIn(value: FormValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) || isFormObject(value)) return Object.values(value).flatMap(wordsIn);
  const words = String(value).toLowerCase().split(',');
  return words.map((word) => word.trim()).filter((word) => word !== '');
}

/** The window for an answer. */
export const toWireWindow = (column: string | null): SendingWindow | null => parsedWindow(column) ?? null;

const days = whenNeeded(() => z.enum(DAYS).meta({ id: 'Weekday', description: 'A day of the week.' }));
const to = whenNeeded(() =>
  z.string().describe('Until this time of day, such as `17:00`, later than `from`; `24:00` is the end of the day.'),
);
const zone = 'IANA name of the time zone of these times';

/** The member of requests for the API reference. */
export const windowMember = whenNeeded(() =>
  z
    .object({
      days: z
        .union([z.array(days()), z.string()])
        .nullish()
        .describe(`Days of the week (${DAYS.join(', ')}), as an array or separated by commas. Defaults to all.`),
      from: z.string().nullish().describe('From this time of day, such as `09:00`. Defaults to `00:00`.'),
      to: z
        .string()
        .nullish()
        .describe(
          'Until this time of day, such as `17:00`, later than `from`. Defaults to `24:00`, the end of the day.',
        ),
      time_zone: z.string().nullish().describe(`${zone}. Defaults to the customer’s.`),
    })
    .nullish()
    .describe(
      'When messages may go out: only at these hours on these days. Outside them the campaign waits, and continues automatically. Null or 0: at any time. Can be changed at any time.',
    ),
);

/** The member of answers. */
export const windowAnswer = whenNeeded(() =>
  z
    .strictObject({
      days: z.array(days()).describe('Days of the week.'),
      from: z.string().describe('From this time of day.'),
      to: to(),
      time_zone: z.string().describe(`${zone}.`),
    })
    .meta({ id: 'SendingWindow', description: 'Hours of the week in a time zone.' })
    .nullable()
    .describe('When its messages may go out; null for any time.'),
);
