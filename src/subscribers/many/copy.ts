// Copies people into another list: values go to the fields of the same tag that take them.
import { newUids } from '../../kernel/ids.ts';
import type { List, ListField, Subscriber, Tx } from '../../storage/tables.ts';
import { noteConsents } from '../consent/record.ts';
import { findByEmails } from '../queries.ts';
import { insertSubscribers } from '../queries-write.ts';
import { countByStatus } from '../status.ts';
import { checkedFields, checkNewValue, givenAtOf, isCountry, putValue } from '../values/field-input.ts';
import { createFolder } from '../values/folded.ts';
import { type FieldValues, parseFieldValues } from '../values/values.ts';
import { tellAdded } from '../webhook-facts.ts';

/**
 * Copies people with their status into a list whose change has begun.
 * @returns the addresses (as keys) that it had already: they are left as they are
 */
export async function copyPeople(
  tx: Tx,
  fields: readonly ListField[],
  target: { list: Pick<List, 'id' | 'customer_id'>; fields: readonly ListField[] },
  rows: readonly Subscriber[],
  at: number,
): Promise<Set<string>> {
  const { list } = target;
  const keys = rows.map(({ email_key }) => email_key);
  const there = new Set((await findByEmails(tx, list.customer_id, list.id, keys)).keys());
  const wanted = rows.filter(({ email_key }) => !there.has(email_key));
  const carry = carrier(fields, target.fields, at);
  const fold = createFolder(target.fields);
  const uids = newUids(wanted.length);
  const copies = wanted.map((row, i) => {
    const values = carry(parseFieldValues(row));
    const { email, email_key, status, ip_address } = row;
    // They did not subscribe to this list: its autoresponders follow them as people of a file.
    const own = { uid: uids[i] ?? '', email, email_key, status, source: 'import' as const, ip_address };
    return { ...own, field_values: JSON.stringify(values), ...fold(email, values) };
  });
  if (copies.length > 0) {
    await insertSubscribers(tx, list, copies, { at });
    await tellAdded(tx, list, () => copies, at);
  }
  const deltas = new Map<string, number>();
  for (const { status } of copies) deltas.set(status, (deltas.get(status) ?? 0) + 1);
  await countByStatus(tx, list, deltas, at);
  for (const [status, some] of Map.groupBy(copies, (copy) => copy.status)) {
    const copied = some.map(({ email_key }) => email_key);
    await noteConsents(tx, list, copied, { status, at }, { way: 'bulk' });
  }
  return there;
}

/** Makes the function that takes values of one list over into another. */
function carrier(from: readonly ListField[], to: readonly ListField[], at: number) {
  const byTag = new Map(from.map((field) => [field.tag, field]));
  const pairs = checkedFields(to).map((field) => ({ field, source: byTag.get(field.tag) }));
  return (values: FieldValues): FieldValues => {
    const carried: FieldValues = {};
    let country: string | undefined;
    for (const { field, source } of pairs) {
      const checked = checkNewValue(field, source && values[source.id], { at, country });
      const before = source && givenAtOf(values, source.id); // a consent was given then, not now
      const givenAt = checked.givenAt && (before ?? checked.givenAt);
      if (checked.fault === undefined) putValue(carried, field.id, { ...checked, givenAt });
      if (isCountry(field) && typeof checked.value === 'string') country ??= checked.value;
    }
    return carried;
  };
}
