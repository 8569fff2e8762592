// Identifies the caller: the only place that reads the key headers (wire contract, section 2).
import { dialectNamed } from '../http/dialect.ts';
import { rightsOf, roleNamed } from '../http/rights.ts';
import type { Caller } from '../http/route.ts';
import { AppError } from '../kernel/errors.ts';
import { equalInConstantTime, sha256 } from '../kernel/ids.ts';
import type { Db } from '../storage/db.ts';
import { newKnownCallers } from './keys/known-callers.ts';
import { findCallerByKeyHash } from './keys/queries.ts';

type Headers = Record<string, string | string[] | undefined>;

/**
 * The customer whose API key is in `X-Api-Key`, else in `X-MW-PUBLIC-KEY` (older clients; their
 * signature headers are not checked). Keys are stored as SHA-256 hashes and looked up by hash, so
 * timing reveals nothing about a key.
 * @param headers names in lower case
 * @throws AppError `unauthorized` without a key or with an unknown or revoked one, `forbidden` when
 * the customer is inactive
 */
export async function authenticate(db: Db, headers: Headers): Promise<Caller> {
  return callerWith(db, keyHashIn(headers));
}

/** As authenticate, for a server: callers are known for a second (keys/known-callers.ts). */
export function openAuthenticator(db: Db): (headers: Headers) => Caller | Promise<Caller> {
  const known = newKnownCallers();
  return (headers) => {
    const hash = keyHashIn(headers);
    return known(hash, () => callerWith(db, hash));
  };
}

function keyHashIn(headers: Headers): string {
  const key = keyIn(headers, 'x-api-key') ?? keyIn(headers, 'x-mw-public-key');
  if (key === undefined) throw new AppError('unauthorized', 'Please provide your API key in the X-Api-Key header.');
  return sha256(key);
}

async function callerWith(db: Db, hash: string): Promise<Caller> {
  const row = await findCallerByKeyHash(db, hash);
  if (!row || !equalInConstantTime(row.hash, hash)) throw new AppError('unauthorized', 'The API key is not valid.');
  if (row.status !== 'active') throw new AppError('forbidden', 'This customer account is not active.');
  return {
    customerId: row.id,
    timeZone: row.time_zone,
    locale: row.locale,
    dialect: dialectNamed(row.dialect),
    rights: rightsOf(roleNamed(row.scope), row.is_operator === 1),
    actor: { kind: 'key', keyId: row.key_id, uid: row.key_uid, name: row.key_name },
  };
}

function keyIn(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === '' ? undefined : text;
}
