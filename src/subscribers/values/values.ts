// A subscriber's field values: JSON in one column, keyed by field id, so that renaming a tag
// changes no rows.
import type { ListField, Subscriber } from '../../storage/tables.ts';

/** One value, or several of a multiselect or checkboxlist. */
export type FieldValue = string | string[];
/**
 * Field id → value; fields without a value are absent. EMAIL is not in here: the address has its
 * own column.
 */
export type FieldValues = { [fieldId: string]: FieldValue };

/** Tag of the field that every list has and whose value is the subscriber's address. */
export const EMAIL_TAG = 'EMAIL';

/** The values as stored. */
export function parseFieldValues(subscriber: Pick<Subscriber, 'field_values'>): FieldValues {
  return JSON.parse(subscriber.field_values) as FieldValues;
}

/** A value as one text: several are joined with ", "; an absent one is empty. */
export function valueText(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value : (value?.join(', ') ?? '');
}

/**
 * Tag → text of every field of the list, in the order of `fields`; EMAIL is the address as given.
 * The object has no prototype, so a tag may have any name.
 */
export function valuesByTag(
  fields: readonly Pick<ListField, 'id' | 'tag'>[],
  subscriber: Pick<Subscriber, 'email' | 'field_values'>,
): Record<string, string> {
  const values = parseFieldValues(subscriber);
  const byTag: Record<string, string> = Object.create(null);
  for (const field of fields) {
    byTag[field.tag] = field.tag === EMAIL_TAG ? subscriber.email : valueText(values[field.id]);
  }
  return byTag;
}
