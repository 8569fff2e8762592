// The periods that quotas count in, all in UTC: a minute, an hour, a day from 00:00, a month from
// the first at 00:00.
import { minuteText } from '../../../kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { type Sentence, say } from '../../../kernel/sentences/sentence.ts';
import type { Limits, UsableRelay } from '../../../relays/usable.ts';
import { warmUpCeiling } from './warm-up.ts';

export type PeriodName = 'minute' | 'hour' | 'day' | 'month';

/** From `startsAt` up to, and without, `endsAt`. */
export type Period = { name: PeriodName; startsAt: number; endsAt: number };

export const PERIODS: readonly PeriodName[] = ['minute', 'hour', 'day', 'month'];

const LENGTHS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const;

/** The period of that name that holds the instant. */
export function periodOf(name: PeriodName, at: number): Period {
  if (name === 'month') {
    const date = new Date(at);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { name, startsAt: Date.UTC(year, month, 1), endsAt: Date.UTC(year, month + 1, 1) };
  }
  const length = LENGTHS[name];
  const startsAt = Math.floor(at / length) * length;
  return { name, startsAt, endsAt: startsAt + length };
}

/** What a relay may send at most in that period around `at`; undefined = no limit. */
export function quotaOf(relay: Limits, name: PeriodName, at: number): number | undefined {
  const { perMinute, perHour, perDay, perMonth } = relay.quotas;
  if (name === 'minute') return perMinute ?? undefined;
  if (name === 'hour') return perHour ?? undefined;
  if (name === 'month') return perMonth ?? undefined;
  const ceiling = relay.warmUp ? warmUpCeiling(relay.warmUp, at) : undefined;
  if (perDay === null) return ceiling;
  return ceiling === undefined ? perDay : Math.min(perDay, ceiling);
}

/** Whether a limit is that of the warm-up plan, which is lower than the quota of a day. */
const isOfWarmUp = ({ quotas }: UsableRelay, { name }: Period, limit: number): boolean =>
  name === 'day' && limit !== quotas.perDay;

/** Which quota is used up, and when the next period begins: why messages do not leave now. */
export function usedUp(relay: UsableRelay, period: Period, limit: number): Sentence {
  const values = { relay: relay.label, limit, at: minuteText(period.endsAt) };
  return say(isOfWarmUp(relay, period, limit) ? 'relay-used-warm-up' : USED[period.name], values);
}

const USED = {
  minute: 'relay-used-minute',
  hour: 'relay-used-hour',
  day: 'relay-used-day',
  month: 'relay-used-month',
} as const;
