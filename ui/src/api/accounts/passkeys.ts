// Passkeys: which one has, and asking the browser for them (WebAuthn, Level 3).
import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type Passkey = components['schemas']['Passkey'];

export const myPasskeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: async () => (await answerOf(api.GET('/me/passkeys', { params: { query: { per_page: 500 } } }))).data.records,
});

/** Whether the browser has passkeys for this address: by https and a name, or on this machine. */
export function canUsePasskeys(): boolean {
  const isNumber = /^[\d.]+$|:/.test(window.location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isNumber;
}

/** The browser gave none: it was called off, or took too long. */
export class NoPasskey extends Error {}

/** A device that is asked for a new passkey has one for this person. */
export class PasskeyThere extends Error {}

/** Adds a passkey of this device, or of another one that the browser finds. */
export async function addPasskey({ name, password }: { name: string; password: string }): Promise<Passkey> {
  const begun = await answerOf(api.POST('/me/passkeys/options', { body: { password } }));
  const { options } = begun.data.record;
  const { id, response } = await given(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: options.excludeCredentials.map(({ type, id: known }) => ({ type, id: bytesOf(known) })),
      },
    }),
  );
  const { attestationObject } = response as AuthenticatorAttestationResponse;
  const body = { name, credential: id, client_data: textOf(response.clientDataJSON) };
  return (await answerOf(api.POST('/me/passkeys', { body: { ...body, attestation: textOf(attestationObject) } }))).data
    .record;
}

/** Signs in with a passkey that the person chooses. @returns the session */
export async function signInWithPasskey() {
  const asked = await answerOf(api.GET('/session/passkey'));
  const { options } = asked.data.record;
  const { id, response } = await given(() =>
    navigator.credentials.get({
      publicKey: { ...options, challenge: bytesOf(options.challenge) },
    }),
  );
  const { authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  const body = {
    credential: id,
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(authenticatorData),
    signature: textOf(signature),
    user_handle: textOf(userHandle ?? new ArrayBuffer(0)),
  };
  return (await answerOf(api.POST('/session/passkey', { body }))).data.record;
}

async function given(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError') throw new PasskeyThere();
    if (name !== 'NotAllowedError' && name !== 'AbortError') throw error;
  }
  throw new NoPasskey();
}

/** Of base64url (RFC 4648, section 5). */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
