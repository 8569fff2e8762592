// Addresses of people who were erased and must never be mailed again: only hashes of them are kept.
// When such an address comes back, with an import or an email to it, it is suppressed as any other.
import { sha256 } from '../kernel/ids.ts';
import { textSet } from '../storage/dialect.ts';
import { reading, type ValuePlace } from '../storage/statement.ts';
import type { Db, Tx } from '../storage/tables.ts';
import { suppress } from './suppress.ts';

const hashOf = (customerId: number, key: string) => sha256(`${customerId} ${key}`);

/** Keeps the hash of an address (`kernel/address.ts`: emailKey). @param at now, ms */
export async function keepHash(tx: Tx, customerId: number, key: string, at: number): Promise<void> {
  await tx
    .insertInto('suppressed_hash')
    .values({ customer_id: customerId, hash: hashOf(customerId, key), created_at: at })
    .onConflict((is) => is.columns(['customer_id', 'hash']).doNothing())
    .execute();
}

/** Whether the hash of an address is kept, by this erasure or an earlier one. */
export async function isHashKept(db: Db, customerId: number, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('suppressed_hash')
    .select('hash')
    .where('customer_id', '=', customerId)
    .where('hash', '=', hashOf(customerId, key))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Suppresses those of some addresses whose hash is kept. Call it when addresses come into the
 * store.
 * @param at now, ms
 */
export async function suppressHashed(
  tx: Tx,
  customerId: number,
  people: Iterable<{ email: string; email_key: string }>,
  at: number,
): Promise<void> {
  const [any] = await someHash(tx, { customerId });
  if (!any) return;
  const byHash = new Map(Array.from(people, ({ email, email_key }) => [hashOf(customerId, email_key), email]));
  const rows = await tx
    .deleteFrom('suppressed_hash')
    .where('customer_id', '=', customerId)
    .where('hash', 'in', textSet(tx, [...byHash.keys()]))
    .returning('hash')
    .execute();
  const entries = rows.flatMap(({ hash }) => {
    const email = byHash.get(hash);
    return email === undefined ? [] : [{ customerId, email, reason: 'manual' as const, detail: KEPT }];
  });
  if (entries.length > 0) await suppress(tx, entries, at);
}

const someHash = reading((db, value: ValuePlace<{ customerId: number }>) =>
  db.selectFrom('suppressed_hash').select('hash').where('customer_id', '=', value('customerId')).limit(1),
);

const KEPT = 'was erased, and is not to be emailed again';
