// API keys: several for each customer, stored as hashes, revocable, each with a scope, limits and a
// dialect. Only its owner has the key itself.
import type { DialectName } from '../../http/dialect.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newApiKey, newUid, sha256 } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import { forgetCallers } from './known-callers.ts';
import {
  type ApiKey,
  findKeyByHash,
  findKeyById,
  findKeyOf,
  insertKey,
  type KeyChanges,
  listKeyRows,
  updateKey,
  updateKeyRevoked,
} from './queries.ts';

export type { ApiKey, KeyChanges };

const HINT_CHARACTERS = 4;

export type NewApiKey = {
  customerId: number;
  name: string;
  key?: string | undefined;
  dialect?: DialectName | undefined;
  scope?: string | undefined;
  allow?: string | undefined;
  expiresAt?: number | null | undefined;
  rateLimit?: number | null | undefined;
};

/**
 * Adds a key to a customer.
 * @param key a key chosen by the operator (40 letters and digits); absent: a new one
 * @param dialect how its requests are understood; absent: strictly
 * @param scope what its requests may do (http/rights.ts); absent: everything of the customer
 * @param allow addresses and networks that they may come from, with commas; absent: all
 * @param expiresAt from this instant (ms) on it works no more; absent: it works until it is revoked
 * @param rateLimit requests a minute; absent: as the setting says
 * @returns the key, which can never be read again
 * @throws AppError `invalid` when the chosen key has another form, `conflict` when it is in use
 */
export async function addKey(
  db: Db,
  { customerId, name, key = newApiKey(), dialect = 'strict', scope = 'owner', ...limits }: NewApiKey,
  clock: Clock,
): Promise<{ id: number; uid: string; key: string }> {
  if (!/^[A-Za-z0-9]{40}$/.test(key)) throw new AppError('invalid', say('key-form'));
  const ids = await insertKey(db, {
    uid: newUid(),
    customer_id: customerId,
    hash: sha256(key),
    hint: key.slice(0, HINT_CHARACTERS),
    name,
    scope,
    allow: limits.allow ?? '',
    expires_at: limits.expiresAt ?? null,
    rate_limit: limits.rateLimit ?? null,
    dialect,
    created_at: clock.now(),
  });
  if (!ids) throw new AppError('conflict', say('key-in-use'));
  return { ...ids, key };
}

/**
 * Revokes a key, given by its id or by the key itself; a revoked one stays revoked. Takes effect
 * with the next request, in other processes within a second.
 * @throws AppError `not_found`
 */
export async function revokeKey(db: Db, idOrKey: string, clock: Clock): Promise<ApiKey> {
  const found = await theKey(db, idOrKey);
  await updateKeyRevoked(db, found, clock.now());
  forgetCallers();
  return { ...found, revoked_at: found.revoked_at ?? clock.now() };
}

/**
 * Changes a key, as soon as revokeKey. The key is given as for revokeKey. @throws AppError
 * `not_found`
 */
export async function changeKey(db: Db, idOrKey: string, changes: KeyChanges): Promise<ApiKey> {
  const changed = await updateKey(db, await theKey(db, idOrKey), changes);
  forgetCallers();
  return changed ?? refuseRevoked();
}

async function theKey(db: Db, idOrKey: string): Promise<ApiKey> {
  const isId = /^\d{1,15}$/.test(idOrKey);
  const found = isId ? await findKeyById(db, Number(idOrKey)) : await findKeyByHash(db, sha256(idOrKey));
  if (found) return found;
  // What may be a key is not repeated: it could be that of another installation.
  const unknown = isId ? `There is no API key ${idOrKey}; npx mailwright key list shows them.` : say('key-unknown');
  throw new AppError('not_found', unknown);
}

/** A key of a customer by its uid, also one that was revoked. @throws AppError `not_found` */
export async function getKeyOf(db: Db, customerId: number, uid: string): Promise<ApiKey> {
  const found = await findKeyOf(db, customerId, uid);
  if (!found) throw new AppError('not_found', say('key-missing'));
  return found;
}

/** As changeKey, for a key of a customer that was not revoked. @throws AppError `not_found` */
export async function changeKeyOf(db: Db, customerId: number, uid: string, changes: KeyChanges): Promise<ApiKey> {
  const changed = await updateKey(db, await getWorkingKey(db, customerId, uid), changes);
  forgetCallers();
  return changed ?? refuseRevoked();
}

/** As revokeKey, for a key of a customer that was not revoked. @throws AppError `not_found` */
export async function revokeKeyOf(db: Db, customerId: number, uid: string, clock: Clock): Promise<void> {
  const isNew = await updateKeyRevoked(db, await getWorkingKey(db, customerId, uid), clock.now());
  forgetCallers();
  if (!isNew) refuseRevoked();
}

async function getWorkingKey(db: Db, customerId: number, uid: string): Promise<ApiKey> {
  const found = await getKeyOf(db, customerId, uid);
  return found.revoked_at === null ? found : refuseRevoked();
}

function refuseRevoked(): never {
  throw new AppError('not_found', say('key-revoked'));
}

/** The keys of a customer, or of all, oldest first, without the keys themselves. */
export function listKeys(db: Db, customerId?: number): Promise<ApiKey[]> {
  return listKeyRows(db, customerId);
}
