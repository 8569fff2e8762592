// Names of what the audit is about, as they are now; of what is gone there are none.
import type { Db } from '../../storage/db.ts';
import { textSet } from '../../storage/dialect.ts';
import type { AuditEntry } from '../../storage/tables/people.ts';

/** Tables of a customer, by the kinds of things in them, and the column of their names. */
const NAMED = {
  campaign: ['campaign', 'name'],
  list: ['list', 'name'],
  segment: ['segment', 'name'],
  template: ['template', 'name'],
  subscriber: ['subscriber', 'email'],
  key: ['api_key', 'name'],
  domain: ['sending_domain', 'name'],
} as const;

/** @returns the names, by the kind and id of a thing (objectKey) */
export async function namesOf(
  db: Db,
  customerId: number,
  entries: readonly AuditEntry[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [kind, group] of Map.groupBy(entries, ({ object_kind }) => object_kind)) {
    const ids = [...new Set(group.map(({ object_id }) => object_id))];
    const rows = kind === 'user' ? await usersNamed(db, customerId, ids) : await thingsNamed(db, customerId, kind, ids);
    for (const { uid, name } of rows) names.set(objectKey(kind, uid), name);
  }
  return names;
}

export const objectKey = (kind: string, id: string): string => `${kind} ${id}`;

async function thingsNamed(db: Db, customerId: number, kind: string, ids: readonly string[]) {
  if (!Object.hasOwn(NAMED, kind)) return [];
  const [table, column] = NAMED[kind as keyof typeof NAMED];
  return db
    .selectFrom(table)
    .select(['uid', `${column} as name`])
    .where('customer_id', '=', customerId)
    .where('uid', 'in', textSet(db, ids))
    .execute() as Promise<{ uid: string; name: string }[]>;
}

/** Members, and those who are invited. */
async function usersNamed(db: Db, customerId: number, ids: readonly string[]) {
  const members = await db
    .selectFrom('user_account as user')
    .innerJoin('membership', 'membership.user_id', 'user.id')
    .select(['user.uid', 'user.name', 'user.email'])
    .where('membership.customer_id', '=', customerId)
    .where('user.uid', 'in', textSet(db, ids))
    .execute();
  const invited = await db
    .selectFrom('welcome_link')
    .select(['uid', 'name', 'email'])
    .where('customer_id', '=', customerId)
    .where('uid', 'in', textSet(db, ids))
    .execute();
  return [...members, ...invited].map(({ uid, name, email }) => ({ uid, name: name || email }));
}
