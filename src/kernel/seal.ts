// Encrypts secrets that must be read again (a relay's password, a signing key): the store alone,
// without the installation's secret, reveals nothing.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from './errors.ts';
import { inForceOf, secretsOf } from './ids.ts';
import { say } from './sentences/sentence.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/**
 * Encrypts a text with AES-256-GCM under a key derived from the installation's secret (HKDF, RFC
 * 5869).
 * @param purpose identifies the content, e.g. `relay-password`; only the same purpose decrypts it
 * @returns ASCII text, different each time
 */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(inForceOf(secret), purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return VERSION + Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/**
 * Decrypts the result of `seal`, with whichever of the accepted secrets it was made.
 * @throws AppError `unavailable` when it was made with another secret, or was changed
 */
export function unseal(secret: string, purpose: string, sealed: string): string {
  let fault: unknown;
  for (const one of secretsOf(secret)) {
    try {
      return decrypt(one, purpose, sealed);
    } catch (error) {
      fault = error;
    }
  }
  throw new AppError('unavailable', say('seal-other', { purpose }), { cause: fault });
}

/**
 * The same, encrypted with the secret in force; undefined when it is already.
 * @throws as unseal
 */
export function sealAnew(secret: string, purpose: string, sealed: string): string | undefined {
  try {
    decrypt(inForceOf(secret), purpose, sealed);
    return undefined;
  } catch {
    return seal(secret, purpose, unseal(secret, purpose, sealed));
  }
}

function decrypt(secret: string, purpose: string, sealed: string): string {
  if (!sealed.startsWith(VERSION)) throw new Error('unknown form');
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `mailwright ${purpose}`, 32));
}
