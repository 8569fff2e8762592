// Durations in milliseconds. A day is 24 hours: days of a calendar, which are shorter or longer
// when the clocks change, are Temporal's.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
