// The preferences page: the lists of a customer that an address is on or has left, and changes to
// them.
import { compareNames } from '../../kernel/text/names.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Subscriber, Tx } from '../../storage/tables.ts';
import type { Evidence } from '../consent/record.ts';
import { findSubscriberById } from '../queries.ts';
import { canComeBack } from '../rules.ts';
import { beginChange, setStatus, unsubscribe } from '../status.ts';

/** A subscriber, as far as needed to find the same address on other lists. */
export type Person = Pick<Subscriber, 'customer_id' | 'list_id' | 'email_key'>;

/** A list that the address is on (`isOn`), or left. */
export type Membership = Pick<Subscriber, 'id' | 'customer_id' | 'list_id'> & {
  listUid: string;
  listName: string;
  isOn: boolean;
};

const MEMBERSHIPS_MAX = 200; // what a page can show

/**
 * The lists of the customer that the address is on or has left, by the names that are shown:
 * public lists, and the one that the person came from. Lists that the address was never on, or
 * never confirmed, are not shown.
 */
export async function membershipsOf(db: Db, person: Person): Promise<Membership[]> {
  const rows = await db
    .selectFrom('subscriber')
    .innerJoin('list', (on) =>
      on.onRef('list.customer_id', '=', 'subscriber.customer_id').onRef('list.id', '=', 'subscriber.list_id'),
    )
    .select(['subscriber.id', 'subscriber.customer_id', 'subscriber.list_id', 'subscriber.status'])
    .select(['list.uid', 'list.name', 'list.display_name'])
    .where('subscriber.customer_id', '=', person.customer_id)
    .where('subscriber.email_key', '=', person.email_key)
    .where('list.status', '=', 'active')
    .where((is) => is.or([is('list.visibility', '=', 'public'), is('list.id', '=', person.list_id)]))
    .where((is) =>
      is.or([
        is('subscriber.status', '=', 'confirmed'),
        is.and([is('subscriber.status', '=', 'unsubscribed'), is('subscriber.confirmed_at', 'is not', null)]),
      ]),
    )
    .orderBy('list.id')
    .limit(MEMBERSHIPS_MAX)
    .execute();
  const memberships = rows.map(({ uid, name, display_name, status, ...row }) => ({
    id: row.id,
    customer_id: row.customer_id,
    list_id: row.list_id,
    listUid: uid,
    listName: display_name || name,
    isOn: status === 'confirmed',
  }));
  return memberships.sort((a, b) => compareNames(a.listName, b.listName));
}

/**
 * Changes which lists an address is on.
 * @param wish.shown uids of the lists that the page showed; others stay as they are
 * @param wish.wanted uids of those that were chosen
 * @param at now, ms
 * @returns on how many lists that changed something
 */
export function changeMemberships(
  db: Db,
  person: Person,
  wish: { shown: ReadonlySet<string>; wanted: ReadonlySet<string> },
  at: number,
  ip: string | null = null,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const asked = (await membershipsOf(tx, person)).filter(({ listUid }) => wish.shown.has(listUid));
    let changed = 0;
    for (const membership of asked.sort((a, b) => a.list_id - b.list_id)) {
      // every transaction locks lists in this order
      const wants = wish.wanted.has(membership.listUid);
      if (wants === membership.isOn) continue;
      if (await (wants ? resubscribe : unsubscribe)(tx, membership, at, { way: 'page', ip })) changed += 1;
    }
    return changed;
  });
}

/**
 * Subscribes somebody again who left the list and was confirmed before: the address needs no other
 * proof.
 * @returns whether anything changed
 */
export async function resubscribe(
  tx: Tx,
  subscriber: Pick<Subscriber, 'id' | 'customer_id' | 'list_id'>,
  at: number,
  evidence: Evidence = { way: 'page' },
): Promise<boolean> {
  await beginChange(tx, { id: subscriber.list_id, customer_id: subscriber.customer_id });
  const current = await findSubscriberById(tx, subscriber.customer_id, subscriber.id);
  return current !== undefined && canComeBack(current) && setStatus(tx, current, { status: 'confirmed', at, evidence });
}
