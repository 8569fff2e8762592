// Paced destinations and limits as the interface answers them (wire contract, section 9).
import { z } from 'zod';
import { count, numberText, said, time, timeOrNull } from '../http/members/described.ts';
import { pageOf, successAnswer } from '../http/members/schema.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { Limits } from '../relays/usable.ts';
import type { Destination } from '../storage/tables/delivery.ts';
import { PERIODS, type PeriodName, periodOf, quotaOf } from './throttling/quotas/periods.ts';

/** A destination of a delivery server. Instants are in the caller's time zone. */
export function toWireDestination(row: Destination, timeZone: string) {
  return {
    name: row.name,
    state: row.state,
    rate_per_hour: row.per_hour === null ? null : String(row.per_hour),
    reason: row.reason,
    parked_until: row.parked_until === null ? null : formatCalendarTime(row.parked_until, timeZone),
    refusals: String(row.refusals),
    last_updated: formatCalendarTime(row.updated_at, timeZone),
  };
}

const destination = whenNeeded(() =>
  z
    .object({
      name: said('Group of recipient domains that share mail servers; `*` is the delivery server itself.'),
      state: z.enum(['slowed', 'parked']).describe('`slowed`: gets fewer messages; `parked`: gets none for a while.'),
      rate_per_hour: z
        .string()
        .nullable()
        .describe('Current rate in messages per hour; null if only concurrent messages are limited.'),
      reason: said('The response that caused it to be slowed.'),
      parked_until: timeOrNull(
        'No attempts are made until then, `Y-m-d H:i:s` in the customer’s time zone; null if not parked.',
      ),
      refusals: numberText('Number of refusals in a row.'),
      last_updated: time('When this last changed, `Y-m-d H:i:s` in the customer’s time zone.'),
    })
    .meta({ id: 'Destination', description: 'A destination that a delivery server sends to more slowly.' }),
);

export const destinationsAnswer = pageOf(destination);

const period = whenNeeded(() =>
  z
    .strictObject({
      period: z.enum(PERIODS).describe('In UTC: days start at 00:00, months on the first.'),
      from: said('When it began, ISO 8601 in UTC.'),
      until: said('When the next one begins, ISO 8601 in UTC.'),
      limit: count('Messages it may send in this period: the limit, or less during warm-up.'),
      used: count('Messages already sent, or about to be sent.'),
    })
    .meta({ id: 'DeliveryServerPeriod', description: 'A period for which a delivery server has a limit.' }),
);
export const usageAnswer = successAnswer(() => ({
  data: z.strictObject({ records: z.array(period()).describe('The periods that have a limit, shortest first.') }),
}));

/** The limits of a relay with what was used of them. */
export function toWireUsage(relay: Limits, used: ReadonlyMap<PeriodName, number>, at: number) {
  return PERIODS.flatMap((name) => {
    const limit = quotaOf(relay, name, at);
    if (limit === undefined) return [];
    const { startsAt, endsAt } = periodOf(name, at);
    return [
      { period: name, from: iso(startsAt), until: iso(endsAt), limit, used: Math.min(used.get(name) ?? 0, limit) },
    ];
  });
}

const iso = (at: number) => new Date(at).toISOString();
