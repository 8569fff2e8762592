// The thread in which answers of authenticators are checked.
import { parentPort } from 'node:worker_threads';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { ALGORITHMS } from './options.ts';
import type { Assertion, NewCredential, ProofJob, StoredKey } from './proof.ts';

parentPort?.on('message', async (job: ProofJob) => {
  parentPort?.postMessage(await proven(job).catch(() => undefined));
});

/** @throws Error that names what is not proven */
function proven({ site, challenge, ...job }: ProofJob): Promise<StoredKey | undefined> {
  const expected = { expectedChallenge: challenge, expectedOrigin: site.origin, expectedRPID: site.id };
  return job.kind === 'new' ? newKey(job.given, expected) : knownKey(job.given, job.key, expected);
}

/** WebAuthn Level 3, section 7.1, step 25; PostgreSQL takes no more than 2,700 into an index. */
const MOST_ID_BYTES = 1_023;

type Expected = { expectedChallenge: string; expectedOrigin: string; expectedRPID: string };

async function newKey(given: NewCredential, expected: Expected): Promise<StoredKey | undefined> {
  const { credential: id, client_data: clientDataJSON, attestation: attestationObject } = given;
  if (!isPlain(attestationObject)) return undefined;
  const response = { ...publicKey(id), response: { clientDataJSON, attestationObject } };
  const options = { ...expected, response, supportedAlgorithmIDs: ALGORITHMS };
  const { verified, registrationInfo } = await verifyRegistrationResponse(options);
  if (!verified) return undefined;
  const { credential } = registrationInfo;
  if (Buffer.byteLength(credential.id, 'base64url') > MOST_ID_BYTES) return undefined;
  const key = Buffer.from(credential.publicKey).toString('base64url');
  return { credentialId: credential.id, publicKey: key, signCount: credential.counter };
}

async function knownKey(given: Assertion, key: StoredKey, expected: Expected): Promise<StoredKey | undefined> {
  const { credentialId: id, publicKey: cose, signCount: counter } = key;
  const { client_data: clientDataJSON, authenticator_data: authenticatorData, signature } = given;
  const response = { ...publicKey(id), response: { clientDataJSON, authenticatorData, signature } };
  const credential = { id, publicKey: new Uint8Array(Buffer.from(cose, 'base64url')), counter };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({ ...expected, response, credential });
  return verified ? { ...key, signCount: authenticationInfo.newCounter } : undefined;
}

const publicKey = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} }) as const;

/**
 * Whether an attestation has no certificates. None was asked for, and of those that there are the
 * library would ask addresses that stand in them, which whoever sends them has chosen.
 */
function isPlain(attestation: string): boolean {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}
