// The record of a subscriber in every listing of them, also that of a segment's members.
import { formatCalendarTime } from '../kernel/clock.ts';
import type { ShownField, ShownPerson } from './search/shown.ts';
import { EMAIL_TAG, parseFieldValues, valueText } from './values/values.ts';

/**
 * A subscriber with one member per field of the list, in their order (wire contract, section 8).
 */
export function subscriberRecord(fields: readonly ShownField[], subscriber: ShownPerson) {
  const values = parseFieldValues(subscriber);
  const record: Record<string, string> = { subscriber_uid: subscriber.uid };
  // Tags are upper case, so none is a member of objects or one of ours.
  for (const { id, tag } of fields) record[tag] = tag === EMAIL_TAG ? subscriber.email : valueText(values[id]);
  record['status'] = subscriber.status;
  record['source'] = subscriber.source;
  record['ip_address'] = subscriber.ip_address ?? '';
  record['date_added'] = formatCalendarTime(subscriber.created_at);
  return record;
}
