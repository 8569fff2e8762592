// Statements on table api_key.
import type { Insertable } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { reading, type ValuePlace } from '../../storage/statement.ts';
import type { ApiKeyTable } from '../../storage/tables.ts';

/** A key without the key itself. */
export type ApiKey = {
  id: number;
  uid: string;
  customer_id: number;
  hint: string;
  name: string;
  scope: string;
  allow: string;
  expires_at: number | null;
  last_used_at: number | null;
  rate_limit: number | null;
  dialect: string;
  created_at: number;
  revoked_at: number | null;
};

const KEY_COLUMNS = [
  ...(['id', 'uid', 'customer_id', 'hint', 'name', 'scope', 'allow', 'expires_at'] as const),
  ...(['last_used_at', 'rate_limit', 'dialect', 'created_at', 'revoked_at'] as const),
] as const;

/** The keys of a customer, or of all, oldest first. */
export function listKeyRows(db: Db, customerId?: number): Promise<ApiKey[]> {
  let query = db.selectFrom('api_key').select(KEY_COLUMNS).orderBy('id');
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  return query.execute();
}

/** The key with this hash. */
export function findKeyByHash(db: Db, hash: string): Promise<ApiKey | undefined> {
  return db.selectFrom('api_key').select(KEY_COLUMNS).where('hash', '=', hash).executeTakeFirst();
}

/** The key with this id. */
export function findKeyById(db: Db, id: number): Promise<ApiKey | undefined> {
  return db.selectFrom('api_key').select(KEY_COLUMNS).where('id', '=', id).executeTakeFirst();
}

type NewKey = Omit<Insertable<ApiKeyTable>, 'id' | 'revoked_at' | 'last_used_at'>;

/** Inserts a key. @returns its ids, undefined when one with this hash exists */
export function insertKey(db: Db, key: NewKey): Promise<{ id: number; uid: string } | undefined> {
  return db
    .insertInto('api_key')
    .values({ ...key, revoked_at: null })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning(['id', 'uid'])
    .executeTakeFirst();
}

/** A customer's oldest key. */
export function findFirstKey(db: Db, customerId: number): Promise<ApiKey | undefined> {
  return db
    .selectFrom('api_key')
    .select(KEY_COLUMNS)
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** What can be changed of a key. */
export type KeyChanges = Partial<Pick<ApiKey, 'name' | 'scope' | 'allow' | 'expires_at' | 'rate_limit' | 'dialect'>>;

/** Updates a key. @returns it as it is now; undefined when it was revoked meanwhile */
export function updateKey(
  db: Db,
  key: Pick<ApiKey, 'id' | 'customer_id' | 'revoked_at'>,
  changes: KeyChanges,
): Promise<ApiKey | undefined> {
  return db
    .updateTable('api_key')
    .set({ ...changes, revoked_at: key.revoked_at })
    .where('customer_id', '=', key.customer_id)
    .where('id', '=', key.id)
    .where('revoked_at', key.revoked_at === null ? 'is' : '=', key.revoked_at)
    .returning(KEY_COLUMNS)
    .executeTakeFirst();
}

/** Notes that a key was used at `at`, ms; a later use that another process noted stands. */
export async function updateLastUse(db: Db, key: Pick<ApiKey, 'id' | 'customer_id'>, at: number): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: at })
    .where('customer_id', '=', key.customer_id)
    .where('id', '=', key.id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', at)]))
    .execute();
}

/** Marks a key as revoked at `at`, ms. @returns false when it was already */
export async function updateKeyRevoked(db: Db, key: Pick<ApiKey, 'id' | 'customer_id'>, at: number): Promise<boolean> {
  const result = await db
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('customer_id', '=', key.customer_id)
    .where('id', '=', key.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The caller with the key of this hash: one read, by unique index. */
export async function findCallerByKeyHash(db: Db, hash: string) {
  const [row] = await callerByKeyHash(db, { hash });
  return row;
}

const callerByKeyHash = reading((db, value: ValuePlace<{ hash: string }>) =>
  db
    .selectFrom('api_key')
    .innerJoin('customer', 'customer.id', 'api_key.customer_id')
    .select([
      'api_key.id as key_id',
      'api_key.uid as key_uid',
      'api_key.name as key_name',
      'api_key.hash',
      'api_key.dialect',
      'api_key.scope',
      'api_key.allow',
      'api_key.expires_at',
      'api_key.rate_limit',
    ])
    .select(['customer.id', 'customer.status', 'customer.time_zone', 'customer.locale'])
    .where('api_key.hash', '=', value('hash'))
    .where('api_key.revoked_at', 'is', null),
);

/** A key of a customer by its uid, revoked or not. */
export function findKeyOf(db: Db, customerId: number, uid: string): Promise<ApiKey | undefined> {
  return db
    .selectFrom('api_key')
    .select(KEY_COLUMNS)
    .where('customer_id', '=', customerId)
    .where('uid', '=', uid)
    .executeTakeFirst();
}
