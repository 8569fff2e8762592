// The sending window of a campaign: hours of some days of the week, on the clocks of a time zone,
// outside of which none of its messages goes out. Pure.

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Day = (typeof DAYS)[number];

/** `from` and `to`: `HH:MM`; `to` is not in it any more, and may be `24:00`. */
export type SendingWindow = { days: Day[]; from: string; to: string; time_zone: string };

/** Whether a window is open, and the instant in ms at which that changes. */
export type WindowState = { isOpen: boolean; until: number };

/** The window in column `sending_window`; undefined: the campaign goes at any time. */
export const parsedWindow = (column: string | null): SendingWindow | undefined =>
  column === null ? undefined : (JSON.parse(column) as SendingWindow);

/** As column `sending_window` has it: equal windows are equal texts. */
export const toColumn = ({ days, from, to, time_zone }: SendingWindow): string =>
  JSON.stringify({ days: DAYS.filter((day) => days.includes(day)), from, to, time_zone });

/** Longer than any window is closed: also the one of a weekday whose clocks leave it out. */
const DAYS_AHEAD = 15;

/**
 * A window at an instant. On days on which clocks are changed, hours that do not exist begin when
 * the next ones do, and those that come twice begin with the first.
 */
export function windowAt(window: SendingWindow, at: number): WindowState {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(window.time_zone).toPlainDate();
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const date = today.add({ days: ahead });
    if (!window.days.includes(DAYS[date.dayOfWeek - 1] ?? 'mon')) continue;
    const [opens, closes] = [instantOf(date, window.from, window), instantOf(date, window.to, window)];
    if (opens >= closes || at >= closes) continue;
    return at < opens ? { isOpen: false, until: opens } : { isOpen: true, until: closes };
  }
  throw new RangeError('a sending window opens on a day of the week');
}

function instantOf(date: Temporal.PlainDate, time: string, { time_zone: timeZone }: SendingWindow): number {
  const isEnd = time === '24:00';
  const plainTime = isEnd ? undefined : Temporal.PlainTime.from(time);
  const zoned = (isEnd ? date.add({ days: 1 }) : date).toZonedDateTime({ timeZone, ...(plainTime && { plainTime }) });
  return zoned.epochMilliseconds;
}

/** From when on a campaign may send, ms: now, or when its window opens. */
export function opensAt(column: string | null, at: number): number {
  const window = parsedWindow(column);
  const state = window && windowAt(window, at);
  return state && !state.isOpen ? state.until : at;
}

/** What keeps a campaign whose sending window is closed; undefined: it is open, or it has none. */
export function closedText(column: string | null, at: number): string | undefined {
  const window = parsedWindow(column);
  const opens = opensAt(column, at);
  if (!window || opens <= at) return undefined;
  const time = Temporal.Instant.fromEpochMilliseconds(opens).toZonedDateTimeISO(window.time_zone);
  const day = time.toLocaleString('en', { weekday: 'short' });
  return `The campaign waits for ${time.toPlainTime().toString({ smallestUnit: 'minute' })} ${day} (${window.time_zone}): its sending window is closed.`;
}

const MOST_OPENINGS = 400;

/**
 * How long it takes, in ms, until `ms` of work are done inside the window; undefined:
 * more than a year.
 */
export function timeWithin(window: SendingWindow, at: number, ms: number): number | undefined {
  let [now, left] = [at, ms];
  for (let n = 0; n < MOST_OPENINGS; n += 1) {
    const { isOpen, until } = windowAt(window, now);
    if (isOpen && until - now >= left) return now + left - at;
    if (isOpen) left -= until - now;
    now = until;
  }
  return undefined;
}
