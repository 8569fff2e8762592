// When a recurring campaign runs: five-field cron text in a time zone. Pure; croner reads the text and knows the calendar.
//
// The text names times of the local clock. A run starts at the first instant at which the local clock has reached such a
// time: one that is skipped when clocks are put forward, at the first instant after the gap; one that comes twice when
// they are put back, once, at the earlier. Croner decides otherwise for texts with several hours, so it is asked for local
// times only, as if they were UTC.
import { Cron } from 'croner';

/**
 * What is wrong with the cron text of a campaign; undefined when it can be used.
 * @param at instant in ms from which there must be a run
 */
export function cronFault(text: string, at: number): string | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return 'Cronjob must have five fields: minute, hour, day of month, month, day of week.';
  if (runsWithinTheHour(fields[0] ?? '')) {
    return 'Cronjob must not run more often than once an hour: name the minute, as in "0 9 * * 1" (Mondays at 9:00).';
  }
  try {
    return localTimes(text).nextRun(new Date(at)) ? undefined : 'Cronjob never runs: there is no such day.';
  } catch (error) {
    return `Cronjob is not valid: ${readable(error)}`;
  }
}

/** A cron text and the IANA time zone whose clock it speaks of. */
export type Schedule = { cron: string; timeZone: string };

/** The next `count` instants (ms) behind `after`, in order; fewer where the text names no more. */
export function nextInstants({ cron, timeZone }: Schedule, after: number, count: number): number[] {
  const times = localTimes(cron);
  const instants = new Set<number>();
  // At `after` the local clock has reached all times up to this one: their instants are past.
  let local = times.nextRun(new Date(localTime(after, timeZone)));
  for (; local && instants.size < count; local = times.nextRun(local)) {
    const instant = reached(local.getTime(), timeZone);
    if (instant > after) instants.add(instant);
  }
  return [...instants];
}

/** The last instants (ms) up to and including `until`, newest first: at most `count`, none before `from`. */
export function lastInstants(
  { cron, timeZone }: Schedule,
  { from, until, count }: { from: number; until: number; count: number },
): number[] {
  const times = localTimes(cron);
  const instants = new Set<number>();
  const before = (time: Date) => times.previousRuns(1, time)[0];
  let local = before(new Date(latestLocalTime(until, timeZone) + 1)); // a time at the start is not given
  for (; local && instants.size < count; local = before(local)) {
    const instant = reached(local.getTime(), timeZone);
    if (instant < from) break;
    if (instant <= until) instants.add(instant);
  }
  return [...instants];
}

/** Paused: it is asked for times and never runs anything. */
function localTimes(text: string): Cron {
  return new Cron(text.trim().split(/\s+/).join(' '), { mode: '5-part', timezone: 'UTC', paused: true });
}

const zoned = (at: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/** What the local clock shows, as if it were UTC: ms. */
function localTime(at: number, timeZone: string): number {
  return at + zoned(at, timeZone).offsetNanoseconds / 1e6;
}

/** The latest time that the local clock has shown up to `at`: behind the present one while a doubled hour comes again. */
function latestLocalTime(at: number, timeZone: string): number {
  const transition = zoned(at, timeZone).getTimeZoneTransition('previous')?.epochMilliseconds;
  const shown = localTime(at, timeZone);
  return transition === undefined ? shown : Math.max(shown, localTime(transition - 1, timeZone));
}

/** The first instant at which the local clock has reached a time. */
function reached(local: number, timeZone: string): number {
  const time = zoned(local, 'UTC').toPlainDateTime();
  const before = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (before.toPlainDateTime().equals(time)) return before.epochMilliseconds;
  return (before.getTimeZoneTransition('next') ?? before).epochMilliseconds; // the clock skips it
}

/** Every minute, or a step under an hour, or a range of minutes, which is the same written another way. */
function runsWithinTheHour(minute: string): boolean {
  return minute.split(',').some((part) => {
    const [range = '', step] = part.split('/');
    if (range === '*' || range === '?') return step === undefined || Number(step) < 60;
    return range.includes('-');
  });
}

function readable(error: unknown): string {
  const text = error instanceof Error ? error.message.replace(/^[\w ]*:\s*/, '') : '';
  return text === '' ? 'it cannot be read.' : `${text.replace(/\.$/, '')}.`;
}
