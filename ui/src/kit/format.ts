// Numbers, shares and instants for a person, in their language and their customer's time zone.
import { DAY_MS, HOUR_MS, MINUTE_MS } from './local-time.ts';

export type Format = {
  number(value: number): string;
  /**
   * A share of `of`, as "40.1 %"; a dash where there is no whole. What is not nothing or all is not
   * rounded to it: "0.01 %", "99.9 %".
   */
  share(part: number, of: number): string;
  /** A difference of shares in percent, with its sign: "+3.2". */
  points(value: number): string;
  /** A difference of counts, with its sign: "+12"; of nothing "0". */
  change(value: number): string;
  /** Whole percent, as "64 %". */
  percent(value: number): string;
  /** An instant in ms since 1970 as date and time; where a change of clocks shows the time twice, with the zone. */
  instant(ms: number): string;
  day(ms: number): string;
  /** Day and month. */
  shortDay(ms: number): string;
  time(ms: number): string;
  /** A day, or a day and a time, of no time zone: `1999-01-10`; another text as it is. */
  calendar(text: string): string;
  /** Day and time, with its seconds: of what is compared. */
  second(ms: number): string;
  /** Day and hour, short. */
  hour(ms: number): string;
  /** How far an instant is from `now`, in the largest fitting unit: "3 minutes ago". */
  since(ms: number, now?: number): string;
};

export const NOTHING = '–';

/** A smaller share, in one decimal, would be none; as near to all it would be all. */
const LEAST_SHARE = 0.0005;

const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** By how much clocks are set back anywhere. */
const SET_BACK_MS = [30, 60, 120, 180].map((minutes) => minutes * MINUTE_MS);

const CALENDAR = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/;

type How = { language: string; locale: string; timeZone: string };

/** Browsers take about a millisecond to make them, and each row of a table asks for them. */
const made = new Map<string, Format>();

/**
 * @param how.language of words that stand within texts
 * @param how.locale how dates and numbers are written
 * @param how.timeZone IANA name
 * @returns the same object for the same
 */
export function formatFor(how: How): Format {
  const key = `${how.language} ${how.locale} ${how.timeZone}`;
  const known = made.get(key) ?? newFormat(how);
  made.set(key, known);
  return known;
}

function newFormat({ language, locale, timeZone }: How): Format {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const tiny = new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 1 });
  const signed = new Intl.NumberFormat(locale, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const changed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  const whole = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const instant = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const second = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' });
  const shortDay = new Intl.DateTimeFormat(locale, { timeZone, month: 'short', day: 'numeric' });
  const unzonedDay = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' });
  const unzoned = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' });
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const hour = new Intl.DateTimeFormat(locale, {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
  });
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  const zoneOf = (ms: number) => zone.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  /** What clocks show twice, when they are set back, with the zone: “2:30 AM GMT+2”. */
  const once = (how: Intl.DateTimeFormat) => (ms: number) => {
    const text = how.format(ms);
    const isTwice = SET_BACK_MS.some((by) => [ms - by, ms + by].some((other) => how.format(other) === text));
    return isTwice ? `${text} ${zoneOf(ms)}` : text;
  };
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    number: (value) => number.format(value),
    share(part, of) {
      if (of <= 0) return NOTHING;
      if (part > 0 && part / of < LEAST_SHARE) return tiny.format(part / of);
      return percent.format(part < of ? Math.min(part / of, 1 - 2 * LEAST_SHARE) : part / of);
    },
    points: (value) => signed.format(value).replace('-', '\u2212'), // a minus: as wide as the plus of other rows
    change: (value) => changed.format(value).replace('-', '\u2212'),
    percent: (value) => whole.format(value / 100),
    instant: once(instant),
    second: once(second),
    day: (ms) => day.format(ms),
    shortDay: (ms) => shortDay.format(ms),
    time: once(time),
    calendar(text) {
      const [, of, at] = CALENDAR.exec(text) ?? [];
      if (of === undefined) return text;
      const ms = Date.parse(`${of}T${at ?? '00:00:00'}Z`);
      return Number.isNaN(ms) ? text : (at === undefined ? unzonedDay : unzoned).format(ms);
    },
    hour: (ms) => hour.format(ms),
    since(ms, now = Date.now()) {
      const distance = ms - now;
      for (const [unit, size] of UNITS)
        if (Math.abs(distance) >= size) return relative.format(Math.round(distance / size), unit);
      return relative.format(0, 'second');
    },
  };
}

/** The instant in ms of `2026-11-22 14:00:00`, UTC, as records of the API carry it. */
export function instantOfUtc(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}
