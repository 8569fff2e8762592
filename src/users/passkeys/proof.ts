// What authenticators prove. The library that checks it takes 30 MB and a tenth of a second to
// load, so it is in a thread, which ends when nobody signs in for a while.
import { inIdleThread } from '../../coordination/idle-thread.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Site } from './site.ts';

/** A new passkey as the browser gives it; texts in base64url. */
export type NewCredential = {
  credential: string; // its id
  client_data: string; // clientDataJSON
  attestation: string; // attestationObject
};

/** An answer to a challenge, of a passkey that exists. */
export type Assertion = {
  credential: string; // its id
  client_data: string;
  authenticator_data: string;
  signature: string;
  user_handle: string; // whose the passkey is, as its authenticator has it
};

/** What is kept of a passkey to check its answers. `publicKey`: COSE, in base64url. */
export type StoredKey = { credentialId: string; publicKey: string; signCount: number };

export type ProofJob = { site: Site; challenge: string } & (
  | { kind: 'new'; given: NewCredential }
  | { kind: 'known'; given: Assertion; key: StoredKey }
);

/**
 * Checks an answer to a challenge that was ours.
 * @returns the key, with its count of signatures from then on; undefined when nothing is proven
 */
export const provenKey = inIdleThread<ProofJob, StoredKey | undefined>(new URL('./thread.ts', import.meta.url), {
  name: 'passkeys',
  tooHeavy: () => say('user-passkey-refused'),
});

/**
 * The challenge that an answer says it answers; '' when it says none, or comes from a page in a
 * frame of another site, where nobody is asked.
 */
export function challengeIn({ client_data: given }: Pick<Assertion, 'client_data'>): string {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(given, 'base64url').toString('utf8'));
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : '';
  } catch {
    return '';
  }
}
