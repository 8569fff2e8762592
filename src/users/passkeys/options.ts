// What browsers are asked for passkeys (WebAuthn Level 3, section 5).
import type { User } from '../../storage/tables/people.ts';
import { CHALLENGE_MS } from './challenge.ts';
import type { Site } from './site.ts';

/** COSE names of the algorithms of keys (RFC 9053): ES256, EdDSA, RS256; the first is preferred. */
export const ALGORITHMS = [-7, -8, -257];

/** Only with the owner's finger, face or PIN: so a passkey alone is two factors. */
const VERIFIED = 'required';
const KIND = 'public-key';

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

/** Names a user to authenticators, which tell it when somebody signs in; base64url. */
export const handleOf = ({ uid }: Pick<User, 'uid'>): string => base64url(uid);

/**
 * For `navigator.credentials.create`: `PublicKeyCredentialCreationOptionsJSON`.
 * @param whom.handle as handleOf gives it
 * @param whom.known ids of passkeys that the user has: no authenticator makes a second one
 */
export function creationOptions(
  { id }: Site,
  challenge: Uint8Array,
  { handle, email, name, known }: { handle: string; email: string; name: string; known: readonly string[] },
): Record<string, unknown> {
  return {
    challenge: base64url(challenge),
    rp: { id, name: 'Mailwright' },
    user: { id: handle, name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: KIND, alg })),
    excludeCredentials: known.map((credentialId) => ({ type: KIND, id: credentialId })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: VERIFIED },
    attestation: 'none',
    timeout: CHALLENGE_MS,
  };
}

/** For `navigator.credentials.get`: `PublicKeyCredentialRequestOptionsJSON`. */
export function requestOptions({ id }: Site, challenge: Uint8Array): Record<string, unknown> {
  return { challenge: base64url(challenge), rpId: id, userVerification: VERIFIED, timeout: CHALLENGE_MS };
}
