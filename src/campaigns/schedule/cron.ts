// When a recurring campaign runs: five-field cron text in a time zone. Pure; croner parses the text
// and knows the calendar.
//
// The text names times of the local clock. A run starts at the first instant at which the local
// clock has reached such a time: for a time that is skipped when clocks are put forward, the first
// instant after the gap; for one that comes twice, once, at the earlier. Croner decides otherwise
// for texts with several hours, so it is only asked for local times, as if they were UTC.

import { Cron } from 'croner';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { remembered } from '../../kernel/recent.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';

/**
 * What is wrong with the cron text of a campaign; undefined when it can be used.
 * @param at instant in ms from which there must be a run
 */
export function cronFault(text: string, at: number): Told | undefined {
  if (text.trim().split(/\s+/).length !== 5) {
    return say('campaign-cron-fields');
  }
  try {
    const times = localTimes(text).nextRuns(3, new Date(at));
    if (times.length === 0) return say('campaign-cron-never');
    if (isWithin(times, HOUR_MS)) {
      return say('campaign-cron-often');
    }
    return undefined;
  } catch (error) {
    return say('campaign-cron-invalid', { error: readable(error) });
  }
}

/** Whether a valid cron text names several times of a day. @param at instant in ms */
export const isSeveralADay = (text: string, at: number): boolean =>
  isWithin(localTimes(text).nextRuns(3, new Date(at)), DAY_MS);

/**
 * True however the text is written: where an hour (or a day) has two times or more, two of any
 * three successive ones are in the same hour.
 */
function isWithin(times: readonly Date[], ms: number): boolean {
  return times.some((time, i) => time.getTime() - (times[i - 1]?.getTime() ?? -Infinity) < ms);
}

/** A cron text and the IANA time zone of its clock. */
export type Schedule = { cron: string; timeZone: string };

/** The next `count` instants (ms) after `after`, in order; fewer where the text names no more. */
export function nextInstants(schedule: Schedule, after: number, count: number): number[] {
  return instantsAfter(schedule, after).take(Math.max(0, count)).toArray();
}

/** The instants (ms) after `after`, in order, each looked for when it is asked for. */
export function* instantsAfter({ cron, timeZone }: Schedule, after: number): Generator<number, undefined> {
  const times = localTimes(cron);
  let last = after;
  // At `after`, the local clock has reached all times up to this one, so their instants are past.
  let local = times.nextRun(new Date(localTime(after, timeZone)));
  for (; local; local = times.nextRun(local)) {
    const instant = reached(local.getTime(), timeZone);
    if (instant <= last) continue; // the clock skips it, and an earlier one too
    last = instant;
    yield instant;
  }
}

/**
 * The last instants (ms) up to and including `until`, newest first: at most `count`, none before
 * `from`.
 */
export function lastInstants(
  { cron, timeZone }: Schedule,
  { from, until, count }: { from: number; until: number; count: number },
): number[] {
  const times = localTimes(cron);
  const instants = new Set<number>();
  const before = (time: Date) => times.previousRuns(1, time)[0];
  let local = before(new Date(latestLocalTime(until, timeZone) + 1)); // the start itself is not among the results
  for (; local && instants.size < count; local = before(local)) {
    const instant = reached(local.getTime(), timeZone);
    if (instant < from) break;
    if (instant <= until) instants.add(instant);
  }
  return [...instants];
}

/**
 * The instant from which a schedule goes on when its clock is set to another time zone: no local
 * time is left out, and none runs twice.
 * @param due instant in ms, the first that was not looked at on the clock of `from`
 * @returns the first instant to look at on the clock of `to`
 */
export function dueInZone(due: number, { from, to }: { from: string; to: string }): number {
  return reached(latestLocalTime(due - 1, from) + 1, to);
}

/**
 * Created paused: it is only asked for times and never runs anything. Reading a text takes as long
 * as dozens of its times, and what was read 83 KB: so few are kept. A calendar asks for those of a
 * thousand campaigns by their next run, which brings equal texts together.
 */
const localTimes = remembered(
  50,
  (text) => new Cron(text.trim().split(/\s+/).join(' '), { mode: '5-part', timezone: 'UTC', paused: true }),
);

const zoned = (at: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/** What the local clock shows, as if it were UTC: ms. */
function localTime(at: number, timeZone: string): number {
  return at + zoned(at, timeZone).offsetNanoseconds / 1e6;
}

/**
 * The latest time that the local clock has shown up to `at`: later than the present one while an
 * hour is repeated.
 */
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

function readable(error: unknown): string {
  const text = error instanceof Error ? error.message.replace(/^[\w ]*:\s*/, '') : '';
  return text === '' ? 'it cannot be read.' : `${text.replace(/\.$/, '')}.`;
}
