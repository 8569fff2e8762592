// Between an instant and what a clock in a time zone shows, as fields of date and time want it. And
// durations, in milliseconds; days of a calendar may be shorter or longer than DAY_MS.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** @returns `2026-11-22T09:00` as clocks in the zone show the instant (ISO 8601) */
export function localOfInstant(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(iso));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '00';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/**
 * @returns when the day begins that is this many days after another one (2026-11-22), ISO 8601 in
 * UTC
 */
export function beginOfDay(day: string, later: number, timeZone: string): string {
  const wanted = new Date(Date.parse(day) + later * DAY_MS).toISOString().slice(0, 10);
  return instantOfLocal(`${wanted}T00:00`, timeZone);
}

/**
 * @param local `2026-11-22T09:00` in the zone; of a time that a change of clocks repeats the first
 *   one, one that it leaves out counts as the same distance after the change
 * @returns the instant, ISO 8601 in UTC
 */
export function instantOfLocal(local: string, timeZone: string): string {
  const [before, after] = nearChange(local, timeZone);
  return [before, after].find((instant) => localOfInstant(instant, timeZone) === local.slice(0, 16)) ?? before;
}

/**
 * @returns which of two instants (ISO 8601) it is at which clocks in the zone show the same;
 * undefined: it is alone
 */
export function whichOfTwo(iso: string, timeZone: string): 'first' | 'second' | undefined {
  const local = localOfInstant(iso, timeZone);
  const [first, second] = nearChange(local, timeZone);
  if (first === second || [first, second].some((instant) => localOfInstant(instant, timeZone) !== local))
    return undefined;
  return Date.parse(iso) < Date.parse(second) ? 'first' : 'second';
}

/**
 * What a local time is by the offsets of the zone before and after any change of clocks that is
 * near.
 */
function nearChange(local: string, timeZone: string): [before: string, after: string] {
  const asUtc = Date.parse(`${local}Z`);
  const by = (ms: number) => textOf(asUtc - offsetAt(asUtc + ms, timeZone));
  return [by(-DAY_MS), by(DAY_MS)];
}

const textOf = (ms: number) => new Date(ms).toISOString();

/** How far clocks in the zone are ahead of UTC at an instant, ms. */
function offsetAt(ms: number, timeZone: string): number {
  const whole = Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${localOfInstant(textOf(whole), timeZone)}Z`) - whole;
}
