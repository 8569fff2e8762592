// API keys: several for each customer, stored as hashes, revocable, each with a dialect. Only its
// owner has the key itself.
import type { DialectName } from '../http/dialect.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { newApiKey, sha256 } from '../kernel/ids.ts';
import type { Db } from '../storage/db.ts';
import {
  type ApiKey,
  findKeyByHash,
  findKeyById,
  insertKey,
  listKeyRows,
  updateKeyDialect,
  updateKeyRevoked,
} from './queries.ts';

export type { ApiKey };

const HINT_CHARACTERS = 4;

/**
 * Adds a key to a customer.
 * @param key a key chosen by the operator (40 letters and digits); absent: a new one
 * @param dialect how its requests are understood; absent: strictly
 * @returns the key, which can never be read again
 * @throws AppError `invalid` when the chosen key has another form, `conflict` when it is in use
 */
export async function addKey(
  db: Db,
  {
    customerId,
    name,
    key = newApiKey(),
    dialect = 'strict',
  }: { customerId: number; name: string; key?: string | undefined; dialect?: DialectName | undefined },
  clock: Clock,
): Promise<{ id: number; key: string }> {
  if (!/^[A-Za-z0-9]{40}$/.test(key)) throw new AppError('invalid', 'An API key has 40 letters and digits.');
  const id = await insertKey(db, {
    customer_id: customerId,
    hash: sha256(key),
    hint: key.slice(0, HINT_CHARACTERS),
    name,
    dialect,
    created_at: clock.now(),
  });
  if (id === undefined) throw new AppError('conflict', 'This API key is in use already.');
  return { id, key };
}

/**
 * Revokes a key, given by its id or by the key itself; a revoked one stays revoked. Takes effect
 * with the next request.
 * @throws AppError `not_found`
 */
export async function revokeKey(db: Db, idOrKey: string, clock: Clock): Promise<ApiKey> {
  const found = await theKey(db, idOrKey);
  await updateKeyRevoked(db, found.id, clock.now());
  return { ...found, revoked_at: found.revoked_at ?? clock.now() };
}

/**
 * Changes a key's dialect, from the next request on. The key is given as for revokeKey. @throws
 * AppError `not_found`
 */
export async function changeDialect(db: Db, idOrKey: string, dialect: DialectName): Promise<ApiKey> {
  const found = await theKey(db, idOrKey);
  await updateKeyDialect(db, found.id, dialect);
  return { ...found, dialect };
}

async function theKey(db: Db, idOrKey: string): Promise<ApiKey> {
  const found = /^\d{1,15}$/.test(idOrKey)
    ? await findKeyById(db, Number(idOrKey))
    : await findKeyByHash(db, sha256(idOrKey));
  if (!found) throw new AppError('not_found', 'There is no such API key.');
  return found;
}

/** The keys of a customer, or of all, oldest first, without the keys themselves. */
export function listKeys(db: Db, customerId?: number): Promise<ApiKey[]> {
  return listKeyRows(db, customerId);
}
