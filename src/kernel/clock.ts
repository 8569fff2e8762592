// Instants are numbers: milliseconds since 1970 UTC. Calendar texts exist only in input and output
// and always have a time zone.

import { DAY_MS } from './durations.ts';
import { newRecent, type Recent } from './recent.ts';
import { agreed, notAhead } from './store-time.ts';

/** The source of "now", a parameter so that tests can set it. `agreed`: see agreedNow. */
export type Clock = { now(): number; agreed?(): number };

/** The machine's clock; of a store on a server at most two seconds ahead of the server's. */
export const systemClock: Clock = { now: () => notAhead(Date.now()), agreed: () => agreed(Date.now()) };

/**
 * Now, in ms, for what others compare with their own clocks: signatures, and what expires at other
 * nodes too. A machine that is behind goes by the store's clock there, which `now` does not, as
 * nothing may begin before it is due by both.
 */
export const agreedNow = (clock: Clock): number => clock.agreed?.() ?? clock.now();

const CALENDAR = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/**
 * Parses `Y-m-d H:i:s` as wall-clock time of `timeZone` (IANA name). A time that DST skips moves
 * forward, one that occurs twice is the earlier (Temporal's "compatible").
 * @returns the instant in ms, or undefined when the text is no real calendar time
 */
export function parseCalendarTime(text: string, timeZone: string): number | undefined {
  const parts = CALENDAR.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (second > 59) return undefined; // Temporal would take a leap second as :59
  try {
    const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }, { overflow: 'reject' });
    return wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** From 1970 to 9999: there Date, which takes a tenth of the time, writes what Temporal does. */
const isUsual = (at: number) => at >= 0 && at < 253_402_300_800_000;

const PADDED = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
/** The day written last: rows that are read together are often of one day. */
let lastDay = { day: 0, text: '1970-01-01' };

function dateText(at: number): string {
  const day = Math.floor(at / DAY_MS);
  if (day !== lastDay.day) lastDay = { day, text: new Date(at).toISOString().slice(0, 10) };
  return lastDay.text;
}

function clockTimeText(at: number): string {
  const seconds = Math.floor((at % DAY_MS) / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${PADDED[Math.floor(minutes / 60)]}:${PADDED[minutes % 60]}:${PADDED[seconds % 60]}`;
}

/** The text written last: rows that are read together were often made together. */
let lastText = { at: 0, text: '1970-01-01 00:00:00' };

/** In one piece: a text put together of others takes JSON off its fast way. */
function calendarText(at: number): string {
  if (at !== lastText.at) lastText = { at, text: [dateText(at), clockTimeText(at)].join(' ') };
  return lastText.text;
}

/** The instant as `Y-m-d H:i:s` in `timeZone` (default UTC). */
export function formatCalendarTime(at: number, timeZone = 'UTC'): string {
  if (timeZone === 'UTC' && isUsual(at)) return calendarText(at);
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/** The minute of an instant in a sentence, `2026-11-21 15:05 UTC`, as readers may be anywhere. */
export function minuteText(at: number): string {
  return `${formatCalendarTime(at).slice(0, 16)} UTC`;
}

/**
 * The instant as ISO 8601 in UTC, `2026-11-21T15:05:00Z`; to the millisecond where it is not a
 * whole second.
 */
export function formatInstant(at: number): string {
  if (at % 1_000 === 0 && isUsual(at)) return [dateText(at), 'T', clockTimeText(at), 'Z'].join('');
  return Temporal.Instant.fromEpochMilliseconds(at).toString();
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * The instant (ms) of ISO 8601 text with `Z` or an offset, in years of four digits; undefined when
 * invalid.
 */
export function parseInstant(text: string): number | undefined {
  if (!INSTANT.test(text)) return undefined;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return undefined;
  }
}

type ShortFormat = { format: Intl.DateTimeFormat; texts: Recent<number, string> };
const shortFormats = new Map<string, ShortFormat>();
const SHORT_TEXTS = 500;

/**
 * Short locale text, in English `11/21/26, 3:05 PM`; all spaces are ordinary ones (wire contract,
 * section 6).
 */
export function formatShortTime(at: number, timeZone: string, locale: string): string {
  const key = `${locale} ${timeZone}`;
  let known = shortFormats.get(key);
  if (!known) {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone });
    known = { format, texts: newRecent(SHORT_TEXTS) };
    shortFormats.set(key, known);
  }
  let text = known.texts.get(at);
  if (text === undefined) {
    text = known.format.format(at).replace(/[\u202f\u00a0\u2009]/g, ' ');
    known.texts.set(at, text);
  }
  return text;
}

/** Whether this runtime knows the IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An instant in ms as ISO 8601 in UTC, to the millisecond; null where there is none. */
export function isoOrNull(at: number | null | undefined): string | null {
  return at == null ? null : new Date(at).toISOString();
}
