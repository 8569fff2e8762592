// The recipient's own time: when each of a campaign's recipients gets it. The send time is read as
// a time of the clocks where they are, or they get it at the hour of their last open. Pure.
import { HOUR_MS } from '../../kernel/durations.ts';
import type { Campaign } from '../../storage/tables.ts';

/**
 * `field`: tag of the field of the list with the recipient's time zone; null: none. `last_open`:
 * who has no zone there gets it at the hour of the last open. `time_zone`: where the clocks show
 * the send time, and the zone of everybody else.
 */
export type RecipientTime = { field: string | null; last_open: boolean; time_zone: string };

/** What is in column `recipient_time_zone`; undefined: all get it at the same instant. */
export const parsedRecipientTime = (column: string | null): RecipientTime | undefined =>
  column === null ? undefined : (JSON.parse(column) as RecipientTime);

/** As column `recipient_time_zone` has it: equal ones are equal texts. */
export const toColumn = ({ field, last_open, time_zone }: RecipientTime): string =>
  JSON.stringify({ field, last_open, time_zone });

/** The clocks that are ahead of all others. */
const FIRST = { zone: '+14:00', minutes: 14 * 60 };
const LAST_MINUTES = -12 * 60;
/** No campaign begins longer before: clocks differ by so much, and a day of summer time. */
export const EARLIEST_MS = 27 * HOUR_MS;

/**
 * So long before its send time (ms) a campaign begins: when the first clocks of the world show it.
 * 0: with its send time.
 */
export function beginsEarly(sendAt: number | null, time: RecipientTime | undefined): number {
  if (sendAt === null || !time || time.field === null) return 0;
  return Math.max(0, sendAt - dueInZone(sendAt, FIRST.zone, time));
}

/** Whoever has just said when it is sent can take it back so long (ms), as with any campaign. */
const GRACE_MS = 30_000;

/**
 * As beginsEarly, of a campaign that is saved at `at` (ms): one whose first clocks are past its
 * send time begins a moment later.
 */
export function beginsEarlyFrom(sendAt: number | null, time: RecipientTime, at: number): number {
  if (sendAt === null) return 0;
  const first = sendAt - beginsEarly(sendAt, time);
  return sendAt - Math.max(first, Math.min(sendAt, at + GRACE_MS));
}

/**
 * When a campaign begins, ms: at its send time, or before; of a recurring one its next run.
 * Infinity: it has no time.
 */
export const beginsAt = ({
  send_at,
  next_run_at,
  begins_early,
}: Pick<Campaign, 'send_at' | 'next_run_at' | 'begins_early'>): number =>
  (next_run_at ?? send_at ?? Number.POSITIVE_INFINITY) - begins_early;

/**
 * When the clocks of a zone show the send time, ms. A time that they skip moves forward, of one
 * that comes twice it is the first.
 */
export function dueInZone(sendAt: number, zone: string, { time_zone }: RecipientTime): number {
  return wallTime(sendAt, time_zone).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/**
 * When somebody gets it who opened a mail in this hour (ms): at the same time of day, within the 24
 * hours from the send time on.
 */
export function dueAtHour(sendAt: number, openedAt: number, { time_zone: zone }: RecipientTime): number {
  const [from, opened] = [wallTime(sendAt, zone), wallTime(openedAt, zone)];
  const time = opened.toPlainTime();
  const day = from.toPlainDate();
  const isLater = Temporal.PlainTime.compare(time, from.toPlainTime()) >= 0;
  const due = (isLater ? day : day.add({ days: 1 })).toZonedDateTime({ timeZone: zone, plainTime: time });
  return Math.max(sendAt, due.epochMilliseconds);
}

const wallTime = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();

const OFFSET = /^(?:utc|gmt)? ?([+-])(\d{1,2})(?::?([0-5]\d))?$/;
const NAME = /^[a-z][a-z0-9_+-]*(?:\/[a-z0-9_+-]+)*$/;

/**
 * The time zone that a field's value names, in any case: a name of the IANA database
 * (`Europe/Berlin`), or how far its clocks are from UTC (`+02:00`, `UTC+2`).
 * @returns undefined where it names none
 */
export function readZone(value: string): string | undefined {
  const text = value.trim().toLowerCase();
  const offset = OFFSET.exec(text);
  if (offset) {
    const [, sign = '+', hours = '', minutes = '00'] = offset;
    const all = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    return all < LAST_MINUTES || all > FIRST.minutes ? undefined : `${sign}${hours.padStart(2, '0')}:${minutes}`;
  }
  if (!NAME.test(text)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    return undefined;
  }
}

/** The hour of an instant, for sums; `hourStart` is when it began (ms). */
export const hourStart = (hour: number): number => hour * HOUR_MS;
