// The site that passkeys are for: the relying party of WebAuthn (Level 3, section 4).
import { isIP } from 'node:net';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';

/** The name that browsers bind passkeys to, and the origin that their answers must come from. */
export type Site = { id: string; origin: string };

/**
 * The site of a public address.
 * @throws AppError `state` where browsers have no passkeys: they want a name, and https but on this
 * machine itself
 */
export function siteOf(baseUrl: string): Site {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  if (!isNamed || !isSecure) throw new AppError('state', say('user-passkey-site', { address: baseUrl }));
  return { id: hostname, origin };
}
