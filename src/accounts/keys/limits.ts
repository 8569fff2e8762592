// What a key is limited to besides its scope: where requests with it come from, and until when.
import { subscriberAddress } from '../../http/address.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { remembered } from '../../kernel/recent.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { inNetworks } from '../../network/networks.ts';

/** Limits of a key that has some; instants in ms. */
export type KeyLimits = { expiresAt: number | null; allow: Allowed | undefined };
type Allowed = { has(address: string): boolean };

const MOST_LISTS = 1_000;
const allowed = remembered(MOST_LISTS, (allow): Allowed => ({ has: inNetworks(allow.split(',')) }));

/** The limits of a stored key; undefined when it has none. */
export function limitsOf(key: { allow: string; expires_at: number | null }): KeyLimits | undefined {
  if (key.allow === '' && key.expires_at === null) return undefined;
  return { expiresAt: key.expires_at, allow: key.allow === '' ? undefined : allowed(key.allow) };
}

/**
 * @param peer the client's address, as the connection or a trusted proxy says
 * @throws AppError `unauthorized` for a key that has expired, `forbidden` when it may not be used
 * from there
 */
export function requireWithin({ expiresAt, allow }: KeyLimits, peer: string | undefined, now: number): void {
  if (expiresAt !== null && now >= expiresAt) {
    throw new AppError('unauthorized', say('key-expired', { time: formatCalendarTime(expiresAt) }));
  }
  if (!allow) return;
  const address = subscriberAddress({}, peer);
  if (!allow.has(address)) {
    throw new AppError('forbidden', say('key-address', { address: address || 'of this request' }));
  }
}
