// One person: everything of an address in all lists of a customer, and what happened to it.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import type { ListField, Subscriber } from '../../storage/tables.ts';
import { EVERYBODY } from '../../suppression/rules.ts';

/** One list that the address is or was on. */
export type Membership = Subscriber & { list_uid: string; list_name: string; fields: Pick<ListField, 'id' | 'tag'>[] };

/** An address of a customer. */
export type PersonName = Pick<Subscriber, 'customer_id' | 'email_key' | 'email'>;

/** A person. `suppressions`: the customer's own first. */
export type PersonFacts = {
  subscriber: PersonName;
  memberships: Membership[];
  suppressions: { reason: string; detail: string; at: number; isForEverybody: boolean }[];
};

/** Everything of an address, in all lists of the customer. */
export async function personOf(db: Db, subscriber: PersonName): Promise<PersonFacts> {
  const memberships = await membershipsOf(db, subscriber);
  const suppressions = await db
    .selectFrom('suppression')
    .select(['customer_id', 'reason', 'detail', 'created_at'])
    .where('customer_id', 'in', [subscriber.customer_id, EVERYBODY])
    .where('email_key', '=', subscriber.email_key)
    .orderBy('customer_id', 'desc')
    .execute();
  return {
    subscriber,
    memberships,
    suppressions: suppressions.map(({ customer_id, reason, detail, created_at }) => ({
      reason,
      detail,
      at: created_at,
      isForEverybody: customer_id === EVERYBODY,
    })),
  };
}

async function membershipsOf(db: Db, { customer_id, email_key }: PersonName): Promise<Membership[]> {
  const { rows } = await sql<
    Omit<Membership, 'fields'>
  >`select subscriber.*, list.uid as list_uid, list.name as list_name
    from subscriber join list on list.customer_id = subscriber.customer_id and list.id = subscriber.list_id
    where subscriber.customer_id = ${customer_id} and subscriber.email_key = ${email_key} and list.status = 'active'
    order by subscriber.id`.execute(db);
  if (rows.length === 0) return [];
  const fields = await db
    .selectFrom('list_field')
    .select(['id', 'tag', 'list_id'])
    .where('customer_id', '=', customer_id)
    .where(
      'list_id',
      'in',
      numberSet(
        db,
        rows.map(({ list_id }) => list_id),
      ),
    )
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  const ofList = Map.groupBy(fields, ({ list_id }) => list_id);
  return rows.map((row) => ({ ...row, fields: ofList.get(row.list_id) ?? [] }));
}
