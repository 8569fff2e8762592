// Paced destinations as the interface answers them (wire contract, section 9).
import { z } from 'zod';
import { numberText, said, time, timeOrNull } from '../http/members/described.ts';
import { pageOf } from '../http/members/schema.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import type { Destination } from '../storage/tables/delivery.ts';

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

const destination = z
  .object({
    name: said('Group of recipient domains behind the same mail servers; `*` is the delivery server itself.'),
    state: z.enum(['slowed', 'parked']).describe('`slowed`: it gets fewer messages; `parked`: none for a while.'),
    rate_per_hour: z
      .string()
      .nullable()
      .describe('Messages an hour it is given now; null when only their number at a time is limited.'),
    reason: said('The answer that slowed it.'),
    parked_until: timeOrNull(
      'Until then nothing is tried, `Y-m-d H:i:s` in the time zone of the customer; null: not parked.',
    ),
    refusals: numberText('How often it refused in a row.'),
    last_updated: time('When this changed last, `Y-m-d H:i:s` in the time zone of the customer.'),
  })
  .meta({ id: 'Destination', description: 'Receivers that a delivery server sends to slower than it could.' });

export const destinationsAnswer = pageOf(destination);
