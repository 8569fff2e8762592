// Takes back what an import did, as far as nothing happened since.
import { sql } from 'kysely';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { rowsOf } from '../../storage/dialect/rows-of.ts';
import type { List, Subscriber, Tx } from '../../storage/tables.ts';
import { subscribersOfIds } from '../queries.ts';
import { deleteSubscribers, insertSubscribers } from '../queries-write.ts';
import { beginChange, countByStatus } from '../status.ts';
import { keptValues } from '../values/field-input.ts';
import { createFolder } from '../values/folded.ts';
import { parseFieldValues } from '../values/values.ts';
import { tellChanged } from '../webhook-facts.ts';
import { REPLACED } from './import.ts';

type Owner = Pick<List, 'id' | 'customer_id'>;

/**
 * Removes those of the subscribers with these uids who did nothing since they were made: nobody
 * changed them, and they answered no mail (opened, clicked, unsubscribed).
 * @param at now, ms
 * @returns how many were removed, and how many of them are still there
 */
export async function removeImported(tx: Tx, list: Owner, uids: readonly string[], at: number) {
  await beginChange(tx, list);
  const same = { customer_id: list.customer_id };
  const rows = await tx
    .selectFrom(rowsOf<Subscriber>(tx, 'subscriber', { among: { column: 'uid', texts: uids }, same }).as('subscriber'))
    .select(['id', 'status'])
    .select([answered(list, 'open').as('opened'), answered(list, 'click').as('clicked')])
    .select(sql<number>`case when updated_at = created_at then 1 else 0 end`.as('untouched'))
    .where('list_id', '=', list.id)
    .execute();
  const gone = rows.filter((row) => Number(row.untouched) === 1 && !row.opened && !row.clicked);
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) await deleteSubscribers(tx, list, ids);
  const deltas = new Map<string, number>();
  for (const { status } of gone) deltas.set(status, (deltas.get(status) ?? 0) - 1);
  await countByStatus(tx, list, deltas, at);
  return { removed: gone.length, kept: rows.length - gone.length };
}

const answered = ({ customer_id }: Owner, table: 'open' | 'click') =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} as event
    where event.customer_id = ${customer_id} and event.subscriber_id = subscriber.id)`;

/** The values that an import replaced at `at`: by the subscriber's id. */
export type ValuesBefore = { at: number; rows: [id: number, field_values: string][] };

/**
 * Puts values back where nobody changed the subscriber since; values of fields that are gone stay
 * away.
 * @returns how many have theirs again, and how many are still there otherwise
 */
export async function restoreValues(tx: Tx, list: Owner, { at: changedAt, rows }: ValuesBefore, at: number) {
  await beginChange(tx, list);
  const fields = await fieldsOf(tx, list.customer_id, list.id);
  const before = new Map(rows);
  const found = await subscribersOfIds(tx, list.customer_id, [...before.keys()]);
  const there = found.filter((row) => row.list_id === list.id);
  const fold = createFolder(fields);
  const restored = there
    .filter((row) => row.updated_at === changedAt)
    .map((row): Subscriber => {
      const values = keptValues(parseFieldValues({ field_values: before.get(row.id) ?? row.field_values }), fields);
      return { ...row, field_values: JSON.stringify(values), ...fold(row.email, values) };
    });
  if (restored.length > 0) {
    await insertSubscribers(tx, list, restored, { at, replaced: REPLACED });
    await tellChanged(tx, list, () => restored.map((row) => ({ before: row.status, after: row })), at);
  }
  return { restored: restored.length, notRestored: there.length - restored.length };
}
