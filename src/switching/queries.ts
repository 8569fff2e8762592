// Statements on former servers, the steps of a run, and what became of what.

import type { Db, Tx } from '../storage/db.ts';
import { textSet } from '../storage/dialect.ts';
import type { FormerObject, FormerServerRow, FormerStep } from '../storage/tables/former.ts';
import type { List } from '../storage/tables.ts';
import { IS_PERSON } from '../subscribers/consent/record.ts';

/** What names a former server among those of all customers. */
export type Owner = { customerId: number; serverId: number };

const own = ({ customerId, serverId }: Owner) => ({ customer_id: customerId, server_id: serverId });

export function findServer(
  db: Db | Tx,
  customerId: number,
  { kind, name }: { kind: string; name: string },
): Promise<FormerServerRow | undefined> {
  return db
    .selectFrom('former_server')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
}

export function insertServer(
  tx: Tx,
  customerId: number,
  { kind, name }: { kind: string; name: string },
  at: number,
): Promise<FormerServerRow> {
  return tx
    .insertInto('former_server')
    .values({ customer_id: customerId, kind, name, started_at: at, finished_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Begins or ends a run. */
export async function updateServer(
  tx: Tx,
  { customerId, serverId }: Owner,
  changes: { started_at?: number; finished_at: number | null },
): Promise<void> {
  await tx
    .updateTable('former_server')
    .set(changes)
    .where('customer_id', '=', customerId)
    .where('id', '=', serverId)
    .execute();
}

/** The steps of the last run. */
export function stepsOf(db: Db | Tx, { customerId, serverId }: Owner): Promise<FormerStep[]> {
  return db
    .selectFrom('former_step')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('server_id', '=', serverId)
    .execute();
}

export async function deleteSteps(tx: Tx, { customerId, serverId }: Owner): Promise<void> {
  await tx.deleteFrom('former_step').where('customer_id', '=', customerId).where('server_id', '=', serverId).execute();
}

/** Notes how far a step is. */
export async function putStep(
  tx: Tx,
  owner: Owner,
  { step, position, isDone, progress }: { step: string; position: string; isDone: boolean; progress: unknown },
): Promise<void> {
  const set = { position, is_done: isDone ? (1 as const) : (0 as const), progress: JSON.stringify(progress) };
  await tx
    .insertInto('former_step')
    .values({ ...own(owner), step, ...set })
    .onConflict((is) => is.columns(['customer_id', 'server_id', 'step']).doUpdateSet(set))
    .execute();
}

/** What something of the former server became. */
export function findObject(
  db: Db | Tx,
  { customerId, serverId }: Owner,
  kind: string,
  former: string,
): Promise<FormerObject | undefined> {
  return db
    .selectFrom('former_object')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('server_id', '=', serverId)
    .where('kind', '=', kind)
    .where('former', '=', former)
    .executeTakeFirst();
}

/** Notes what something became, in place of what was noted before. */
export async function putObject(
  tx: Tx,
  owner: Owner,
  object: Pick<FormerObject, 'kind' | 'former' | 'object_id' | 'digest' | 'stored_at'>,
): Promise<void> {
  const { customerId, serverId } = owner;
  await tx
    .deleteFrom('former_object')
    .where('customer_id', '=', customerId)
    .where('server_id', '=', serverId)
    .where('kind', '=', object.kind)
    .where('former', '=', object.former)
    .execute();
  await tx
    .insertInto('former_object')
    .values({ ...own(owner), ...object })
    .execute();
}

/** Notes the lists of mailings; known ones stay. */
export async function putMailings(
  tx: Tx,
  owner: Owner,
  mailings: readonly { former: string; listId: number }[],
  at: number,
): Promise<void> {
  if (mailings.length === 0) return;
  const rows = mailings.map(({ former, listId }) => {
    return { ...own(owner), kind: 'mailing', former, object_id: listId, digest: '', stored_at: at };
  });
  const insert = tx.insertInto('former_object').values(rows);
  await insert.onConflict((is) => is.doNothing()).execute();
}

/** Who people of a list became, by their names at the former server. */
export async function knownPeople(
  tx: Tx,
  { customerId, serverId }: Owner,
  listId: number,
  keys: readonly string[],
): Promise<Map<string, { subscriberId: number; digest: string }>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
    .selectFrom('former_person')
    .select(['former', 'subscriber_id', 'digest'])
    .where('customer_id', '=', customerId)
    .where('server_id', '=', serverId)
    .where('list_id', '=', listId)
    .where('former', 'in', textSet(tx, keys))
    .execute();
  return new Map(rows.map((row) => [row.former, { subscriberId: row.subscriber_id, digest: row.digest }]));
}

export type KnownPerson = { former: string; subscriberId: number; digest: string };

const ROWS_A_STATEMENT = 500;

/** Notes who people of a list are here. */
export async function putPeople(tx: Tx, owner: Owner, listId: number, people: readonly KnownPerson[]): Promise<void> {
  for (let from = 0; from < people.length; from += ROWS_A_STATEMENT) {
    const rows = people.slice(from, from + ROWS_A_STATEMENT).map(({ former, subscriberId, digest }) => {
      return { ...own(owner), former, list_id: listId, subscriber_id: subscriberId, digest };
    });
    const insert = tx.insertInto('former_person').values(rows);
    await insert
      .onConflict((is) =>
        is.columns(['customer_id', 'server_id', 'former', 'list_id']).doUpdateSet(({ ref }) => ({
          subscriber_id: ref('excluded.subscriber_id'),
          digest: ref('excluded.digest'),
        })),
      )
      .execute();
  }
}

/** Somebody who was taken over, on one list. */
export type KnownMember = { former: string; list_id: number; subscriber_id: number };

/**
 * The next ones after a position, `<former> <list id>`, in the order of their key: by bytes, on
 * both engines.
 */
export function membersAfter(
  db: Db,
  { customerId, serverId }: Owner,
  position: string,
  limit: number,
): Promise<KnownMember[]> {
  const space = position.lastIndexOf(' ');
  const [former, list] = space === -1 ? ['', 0] : [position.slice(0, space), Number(position.slice(space + 1))];
  return db
    .selectFrom('former_person')
    .select(['former', 'list_id', 'subscriber_id'])
    .where('customer_id', '=', customerId)
    .where('server_id', '=', serverId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('former', 'list_id'), '>', tuple(former, list)))
    .orderBy('former')
    .orderBy('list_id')
    .limit(limit)
    .execute();
}

/** Those of some addresses who became confirmed on a list by anything but an import. */
export async function whoSubscribedHere(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx
    .selectFrom('consent')
    .select('email_key')
    .where('customer_id', '=', list.customer_id)
    .where('list_id', '=', list.id)
    .where('email_key', 'in', textSet(tx, keys))
    .where(IS_PERSON)
    .where('status', '=', 'confirmed')
    .where('way', '!=', 'import')
    .execute();
  return new Set(rows.map(({ email_key }) => email_key));
}

/** Forgets who people with these ids were. */
export async function forgetPeople(tx: Tx, customerId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('former_person')
    .where('customer_id', '=', customerId)
    .where('subscriber_id', 'in', ids)
    .execute();
}
