// Paced destinations as the interface answers them (wire contract, section 9).
import { z } from 'zod';
import { pageOf } from '../http/schema.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import type { Destination } from '../storage/tables-delivery.ts';

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

export const destinationsAnswer = pageOf(
  z.object({
    name: z
      .string()
      .describe('Group of recipient domains behind the same mail servers; * is the delivery server itself.'),
    state: z.enum(['slowed', 'parked']),
    rate_per_hour: z
      .string()
      .nullable()
      .describe('Messages an hour it is given now; null when only their number at a time is limited.'),
    reason: z.string().describe('The answer that slowed it.'),
    parked_until: z.string().nullable().describe('Until then nothing is tried.'),
    refusals: z.string(),
    last_updated: z.string(),
  }),
);
