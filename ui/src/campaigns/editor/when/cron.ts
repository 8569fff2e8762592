// The five cron fields of a recurring campaign as people choose them, and back. Pure.

export type Rhythm =
  | { kind: 'daily' | 'monthly' | 'weekly'; time: string; weekdays: readonly number[]; day: number }
  | { kind: 'own'; cron: string };

/** Monday is 1, Sunday 0, as in cron. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;
const BEGIN: Rhythm = { kind: 'weekly', time: '09:00', weekdays: [1], day: 1 };

/** What a cron text says; `own`: more than people can choose here. */
export function rhythmOf(cron: string | null): Rhythm {
  if (cron === null || cron.trim() === '') return BEGIN;
  const own: Rhythm = { kind: 'own', cron };
  const [minute = '', hour = '', day = '', month, weekday = ''] = cron.trim().split(/\s+/);
  if (!isNumber(minute, 59) || !isNumber(hour, 23) || month !== '*') return own;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (day === '*' && weekday === '*') return { kind: 'daily', time, weekdays: [1], day: 1 };
  if (isNumber(day, 31) && weekday === '*') return { kind: 'monthly', time, weekdays: [1], day: Number(day) };
  const named = weekday.split(',');
  if (day === '*' && named.every((one) => isNumber(one, 7)))
    return { kind: 'weekly', time, weekdays: [...new Set(named.map((one) => Number(one) % 7))], day: 1 };
  return own;
}

/** The cron text of a rhythm. */
export function cronOf(rhythm: Rhythm): string {
  if (rhythm.kind === 'own') return rhythm.cron;
  const [hour, minute] = rhythm.time.split(':').map(Number);
  const at = `${minute} ${hour}`;
  if (rhythm.kind === 'daily') return `${at} * * *`;
  if (rhythm.kind === 'monthly') return `${at} ${rhythm.day} * *`;
  return `${at} * * ${WEEKDAYS.filter((day) => rhythm.weekdays.includes(day)).join(',')}`;
}

function isNumber(text: string, most: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= most;
}
