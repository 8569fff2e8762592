// Identifies the caller: the only place that reads the key headers (wire contract, section 2).
import { dialectNamed } from '../http/dialect.ts';
import { rightsOfScope } from '../http/rights.ts';
import type { Caller } from '../http/route.ts';
import { agreedNow, type Clock, systemClock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { equalInConstantTime, sha256 } from '../kernel/ids.ts';
import type { Logger } from '../kernel/log.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Db } from '../storage/db.ts';
import { newKnownCallers } from './keys/known-callers.ts';
import { openLastUses } from './keys/last-use.ts';
import { type KeyLimits, limitsOf, requireWithin } from './keys/limits.ts';
import { findCallerByKeyHash } from './keys/queries.ts';
import { newRates } from './keys/rates.ts';

type Headers = Record<string, string | string[] | undefined>;

/** A request: names of headers in lower case; `ip` as the connection or a trusted proxy says. */
export type KeyedRequest = { readonly headers: Headers; readonly ip?: string | undefined };

/** `isUsed`: its use has been noted since it was looked up. */
type KnownKey = {
  caller: Caller;
  limits: KeyLimits | undefined;
  rateLimit: number | null;
  isUsed: boolean;
};

/**
 * The customer whose API key is in `X-Api-Key`, else in `X-MW-PUBLIC-KEY` (older clients; their
 * signature headers are not checked). Keys are stored as SHA-256 hashes and looked up by hash, so
 * timing reveals nothing about a key.
 * @throws AppError `unauthorized` without a key or with an unknown, revoked or expired one,
 * `forbidden` when the customer is inactive, or the key may not be used from there
 */
export async function authenticate(db: Db, request: KeyedRequest, clock: Clock = systemClock): Promise<Caller> {
  const { caller, limits } = await keyWith(db, keyIn(request.headers));
  if (limits) requireWithin(limits, request.ip, agreedNow(clock));
  return caller;
}

export type Authenticator = { find(request: KeyedRequest): Caller | Promise<Caller>; end(): Promise<void> };

/**
 * As authenticate, for a server: keys are known for a second (keys/known-callers.ts), and their
 * last use is kept. @param rateLimit requests a minute of keys that say nothing else
 */
export function openAuthenticator(
  db: Db,
  { clock, log, rateLimit }: { clock: Clock; log?: Logger; rateLimit?: number | undefined },
): Authenticator {
  const known = newKnownCallers<KnownKey>();
  const uses = openLastUses(db, { clock, log });
  const count = newRates(clock);
  const admitted = (key: KnownKey, request: KeyedRequest): Caller => {
    const { caller, limits } = key;
    if (limits) requireWithin(limits, request.ip, agreedNow(clock));
    if (!key.isUsed && caller.actor.kind === 'key') {
      key.isUsed = true;
      uses.note({ id: caller.actor.keyId, customerId: caller.customerId });
    }
    const limit = key.rateLimit ?? rateLimit;
    if (limit === undefined || caller.actor.kind !== 'key') return caller;
    return { ...caller, rate: count(caller.actor.keyId, limit) };
  };
  return {
    find(request) {
      const key = keyIn(request.headers);
      const found = known(key, () => keyWith(db, key));
      return found instanceof Promise ? found.then((key) => admitted(key, request)) : admitted(found, request);
    },
    end: uses.end,
  };
}

function keyIn(headers: Headers): string {
  const key = textIn(headers, 'x-api-key') ?? textIn(headers, 'x-mw-public-key');
  if (key === undefined) throw new AppError('unauthorized', say('request-no-key'));
  return key;
}

async function keyWith(db: Db, key: string): Promise<KnownKey> {
  const hash = sha256(key);
  const row = await findCallerByKeyHash(db, hash);
  if (!row || !equalInConstantTime(row.hash, hash)) throw new AppError('unauthorized', say('key-invalid'));
  if (row.status !== 'active') throw new AppError('forbidden', say('request-customer-off'));
  const caller: Caller = {
    customerId: row.id,
    timeZone: row.time_zone,
    locale: row.locale,
    dialect: dialectNamed(row.dialect),
    rights: rightsOfScope(row.scope),
    actor: { kind: 'key', keyId: row.key_id, uid: row.key_uid, name: row.key_name, scope: row.scope },
  };
  return { caller, limits: limitsOf(row), rateLimit: row.rate_limit, isUsed: false };
}

function textIn(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === '' ? undefined : text;
}
