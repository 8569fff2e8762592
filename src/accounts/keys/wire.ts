// Reads API keys from requests and shows them in answers.
import { z } from 'zod';
import { DIALECTS, type DialectName } from '../../http/dialect.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said, time, timeOrNull, uid } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { pageOf, readMembers, recordOf } from '../../http/members/schema.ts';
import type { Rights } from '../../http/rights.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import * as member from './members.ts';
import type { ApiKey, KeyChanges } from './queries.ts';

const dialect = declare.oneOf('How strictly its requests are read.', DIALECTS, { fold: declare.lower });
const { name, scope, allow, expires_at, rate_limit } = member;
const EVERYTHING = 'Defaults to everything that the caller may do.';

const members = {
  ...required({ name }),
  ...optional({
    scope: { ...scope, about: `${scope.about} ${EVERYTHING}` },
    allow,
    expires_at,
    rate_limit,
    dialect: { ...dialect, default: 'strict' as const },
  }),
};
export const keyBody = whenNeeded(() => z.object(members));

const changes = optional({ name, scope, allow, expires_at, rate_limit, dialect });
export const keyChanges = whenNeeded(() => z.object(changes));

/** Who asks, when, and the limit (requests a minute) of keys that have no limit of their own. */
type Asking = { rights: Rights; now: number; rateLimit: number | undefined };

/** Reads a new key. @throws AppError `invalid` with all faults */
export function readKey(body: FormObject, asking: Asking) {
  const { values, faults } = readMembers(members, body);
  const all = asking.rights.has('operate') ? 'owner,operator' : 'owner';
  const { name = '', scope = all, allow, expires_at, rate_limit = null, dialect = 'strict' } = values;
  const expiresAt = readEnd(expires_at, asking, faults);
  refuseMore(scope, asking, faults);
  refuseFaster(rate_limit, asking, faults);
  throwFaults(faults);
  const limits = { allow: allow ?? '', expiresAt: expiresAt ?? null, rateLimit: rate_limit };
  return { name, scope, ...limits, dialect: dialect as DialectName };
}

/** Reads changes of a key. @throws AppError `invalid` with all faults */
export function readKeyChanges(body: FormObject, asking: Asking): KeyChanges {
  const { values, faults } = readMembers(changes, body);
  const { name, scope, allow, expires_at, rate_limit, dialect } = values;
  const end = readEnd(expires_at, asking, faults);
  refuseMore(scope, asking, faults);
  refuseFaster(rate_limit, asking, faults);
  throwFaults(faults);
  return {
    ...(name !== undefined && { name }),
    ...(scope !== undefined && { scope }),
    ...(allow !== undefined && { allow: allow ?? '' }),
    ...(end !== undefined && { expires_at: end }),
    ...(rate_limit !== undefined && { rate_limit }),
    ...(dialect !== undefined && { dialect }),
  };
}

function readEnd(sent: string | null | undefined, { now }: Asking, faults: Faults): number | null | undefined {
  if (sent === undefined || sent === null) return sent;
  const at = member.instantOf(sent);
  if (at !== undefined && at <= now) faults['expires_at'] ??= say('key-expires-past');
  return at;
}

/** Nobody gives a key a right that they have not; the others are all an owner's. */
function refuseMore(scope: string | undefined, { rights }: Asking, faults: Faults): void {
  if (!scope?.split(',').includes('operator') || rights.has('operate')) return;
  faults['scope'] ??= say('key-scope-operator');
}

/** What the operator set for all is the most that others may give. */
function refuseFaster(limit: number | null | undefined, { rights, rateLimit }: Asking, faults: Faults): void {
  if (typeof limit !== 'number' || rateLimit === undefined || limit <= rateLimit || rights.has('operate')) return;
  faults['rate_limit'] ??= say('key-rate', { most: rateLimit });
}

const shape = whenNeeded(() => ({
  key_uid: uid('Id of the key.'),
  name: said('What the key is for.'),
  scope: said('What requests with this key may do: a role, or rights separated by commas.'),
  allow: z
    .array(said('An IP address or network.'))
    .describe('IP addresses and networks that requests may come from; an empty array allows all.'),
  dialect: z.enum(DIALECTS).describe('How strictly its requests are read.'),
  hint: said('The first four characters of the key.'),
  created_at: time('When it was created, UTC.'),
  expires_at: timeOrNull('When it expires, UTC; null if never.'),
  rate_limit: z
    .int()
    .nullable()
    .describe(
      'Maximum number of requests per minute, counted in each process; null if the operator’s setting applies.',
    ),
  last_used_at: timeOrNull('When it was last used, UTC, accurate to a minute; null if not yet.'),
  revoked_at: timeOrNull('When it was revoked, UTC; null if it was not.'),
}));
const record = whenNeeded(() =>
  z.strictObject(shape()).meta({ id: 'ApiKey', description: 'An API key without the key itself.' }),
);

export const keysAnswer = pageOf(record);
export const keyAnswer = recordOf(record);
export const createdAnswer = recordOf(() =>
  z.strictObject({ ...shape(), api_key: said('The key, shown only once.') }).describe('The new key.'),
);

const timeText = (at: number | null) => (at === null ? null : formatCalendarTime(at));

/** The record of a key. */
export function toWireKey(key: ApiKey) {
  const { uid: key_uid, name, scope, allow, rate_limit, dialect, hint } = key;
  return {
    key_uid,
    name,
    scope,
    allow: allow === '' ? [] : allow.split(','),
    rate_limit,
    dialect,
    hint,
    created_at: formatCalendarTime(key.created_at),
    expires_at: timeText(key.expires_at),
    last_used_at: timeText(key.last_used_at),
    revoked_at: timeText(key.revoked_at),
  };
}
