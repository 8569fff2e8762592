// The record of a subscriber in every listing of them, also that of a segment's members.
import { formatCalendarTime } from '../kernel/clock.ts';
import type { ShownField, ShownPerson } from './search/shown.ts';
import { valuesByTag } from './values/values.ts';

/**
 * A subscriber with one member per field of the list, in their order (wire contract, section 8).
 */
export function subscriberRecord(fields: readonly ShownField[], subscriber: ShownPerson) {
  return {
    subscriber_uid: subscriber.uid,
    ...valuesByTag(fields, subscriber),
    status: subscriber.status,
    source: subscriber.source,
    ip_address: subscriber.ip_address ?? '',
    date_added: formatCalendarTime(subscriber.created_at),
  };
}
