// Statements on the revision of a list, which tells whether what is known of its people and fields
// is still so. Each locks the list's row until the transaction ends.
import { sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { statement } from '../storage/statement.ts';
import type { List, Tx } from '../storage/tables.ts';
import { type ListToAdd, TO_ADD } from './queries.ts';

/**
 * Increases the list's revision when its subscribers change, so that cached counts are out of date.
 */
export async function bumpRevision(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<void> {
  await bump(tx, { customerId: list.customer_id, listId: list.id });
}

const bump = statement<{ customerId: number; listId: number }>(
  (_, { value }) => sql`update list set revision = revision + 1
    where customer_id = ${value('customerId')} and id = ${value('listId')}`,
);

/**
 * The same when its fields change: whoever knows them from before finds out (`fields_revision`).
 */
export async function bumpFields(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<void> {
  await bumpOfFields(tx, { customerId: list.customer_id, listId: list.id });
}

const bumpOfFields = statement<{ customerId: number; listId: number }>(
  (_, { value }) => sql`update list set revision = revision + 1, fields_revision = revision + 1
    where customer_id = ${value('customerId')} and id = ${value('listId')}`,
);

/**
 * As bumpRevision for who adds people, which nobody may once the list is being removed: they would
 * come after those who are taken away, and stay where nobody finds them.
 * @returns the list as it is now
 * @throws AppError `not_found`
 */
export async function bumpRevisionToAdd(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<ListToAdd> {
  const [now] = (await bumpActive(tx, { customerId: list.customer_id, listId: list.id })).rows;
  if (!now) throw new AppError('not_found', say('list-missing'));
  return now;
}

const bumpActive = statement<{ customerId: number; listId: number }, ListToAdd>(
  (_, { value }) => sql`update list set revision = revision + 1
    where customer_id = ${value('customerId')} and id = ${value('listId')} and status = 'active'
    returning ${sql.join(TO_ADD.map((name) => sql.ref(name)))}`,
);
