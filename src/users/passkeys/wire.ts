// The interface's members of passkeys, both ways.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said, time, timeOrNull, uid } from '../../http/members/described.ts';
import { required } from '../../http/members/member.ts';
import { pageOf, readMembers, recordOf } from '../../http/members/schema.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Passkey } from '../../storage/tables/people.ts';
import { MAX_NAME } from '../rules.ts';
import type { Assertion, NewCredential } from './proof.ts';

/** Characters of what a browser gives: a key with a certificate of its maker has some thousand. */
const MOST = 20_000;
const bytes = (about: string) => declare.text(`${about}, base64url.`, { max: MOST, json: { pattern: '^[\\w-]+$' } });

const NAME = { name: declare.line('Your name for it: the device, or where it is kept.', { max: MAX_NAME }) };
const ID = { credential: bytes('The id of the credential, `id`') };
const DATA = { client_data: bytes('`response.clientDataJSON`') };

const newMembers = required({ ...NAME, ...ID, ...DATA, attestation: bytes('`response.attestationObject`') });
export const newBody = whenNeeded(() => z.object(newMembers));

/** Reads a new passkey. @throws AppError `invalid` */
export function readNew(body: FormObject): NewCredential & { name: string } {
  const { values, faults } = readMembers(newMembers, body);
  throwFaults(faults);
  const { name = '', credential = '', client_data = '', attestation = '' } = values;
  return { name, credential, client_data, attestation };
}

const nameMembers = required(NAME);
export const nameBody = whenNeeded(() => z.object(nameMembers));

/** Reads another name. @throws AppError `invalid` */
export function readName(body: FormObject): string {
  const { values, faults } = readMembers(nameMembers, body);
  throwFaults(faults);
  return values.name ?? '';
}

const answerMembers = required({
  ...ID,
  ...DATA,
  authenticator_data: bytes('`response.authenticatorData`'),
  signature: bytes('`response.signature`'),
  user_handle: bytes('`response.userHandle`'),
});
export const assertionBody = whenNeeded(() => z.object(answerMembers));

/** Reads the answer of a passkey. @throws AppError `invalid` */
export function readAssertion(body: FormObject): Assertion {
  const { values, faults } = readMembers(answerMembers, body);
  throwFaults(faults);
  const { credential = '', client_data = '', authenticator_data = '', signature = '', user_handle = '' } = values;
  return { credential, client_data, authenticator_data, signature, user_handle };
}

const challenge = () => said('The challenge to sign, base64url; valid once, for five minutes.');
const timeout = () => z.number().describe('Timeout, ms.');
const verification = () => z.literal('required').describe('Requires the owner’s fingerprint, face or PIN.');
const kind = () => z.literal('public-key').describe('Type of credential.');

const creationOptions = whenNeeded(() =>
  z
    .strictObject({
      challenge: challenge(),
      rp: z
        .strictObject({ id: said('The domain that the passkey is bound to.'), name: said('Its display name.') })
        .describe('The site.'),
      user: z
        .strictObject({
          id: said('The user, base64url.'),
          name: said('Email address of the user.'),
          displayName: said('Name of the user.'),
        })
        .describe('The user it is for.'),
      pubKeyCredParams: z
        .array(z.strictObject({ type: kind(), alg: z.number().describe('COSE name of an algorithm (RFC 9053).') }))
        .describe('The supported algorithms, best first.'),
      excludeCredentials: z
        .array(z.strictObject({ type: kind(), id: said('Id of the credential, base64url.') }))
        .describe('Existing passkeys, so that no device creates a second one.'),
      authenticatorSelection: z
        .strictObject({
          residentKey: z.literal('required').describe('It can be found without a user name.'),
          requireResidentKey: z.literal(true).describe('The same for older browsers.'),
          userVerification: verification(),
        })
        .describe('Requirements for the device.'),
      attestation: z.literal('none').describe('The device need not prove its manufacturer.'),
      timeout: timeout(),
    })
    .describe('`PublicKeyCredentialCreationOptionsJSON` of WebAuthn, Level 3.'),
);
const requestOptions = whenNeeded(() =>
  z
    .strictObject({
      challenge: challenge(),
      rpId: said('The domain that the passkey is bound to.'),
      userVerification: verification(),
      timeout: timeout(),
    })
    .describe('`PublicKeyCredentialRequestOptionsJSON` of WebAuthn, Level 3.'),
);
export const creationAnswer = recordOf(() =>
  z.strictObject({ options: creationOptions() }).describe('What to ask the browser for when creating a passkey.'),
);
export const requestAnswer = recordOf(() =>
  z.strictObject({ options: requestOptions() }).describe('What to ask the browser for when using an existing passkey.'),
);

const passkey = whenNeeded(() =>
  z
    .strictObject({
      passkey_uid: uid('Id of the passkey.'),
      name: said('Your name for it.'),
      created_at: time('When it was added, UTC.'),
      used_at: timeOrNull('When it was last used to sign in, UTC; null if never.'),
    })
    .meta({ id: 'Passkey', description: 'A credential for signing in with a device or a security key.' }),
);
export const passkeyAnswer = recordOf(passkey);
export const passkeysAnswer = pageOf(passkey);

/** The record of a passkey. */
export function toWire({ uid: passkey_uid, name, created_at, used_at }: Passkey) {
  const used = used_at === null ? null : formatCalendarTime(used_at);
  return { passkey_uid, name, created_at: formatCalendarTime(created_at), used_at: used };
}
