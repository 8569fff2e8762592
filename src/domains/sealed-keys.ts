// Stored private keys: encrypted PKCS#8 PEM. They are decrypted into key objects only, never into
// text.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { seal, unseal } from '../kernel/seal.ts';

const PURPOSE = 'dkim-key';

/** Encrypts a private key for the store. */
export function sealKey(secret: string, key: KeyObject): string {
  return seal(secret, PURPOSE, key.export({ type: 'pkcs8', format: 'pem' }).toString());
}

/** Decrypts a stored private key. @throws AppError `unavailable` as kernel/seal.ts does */
export function unsealKey(secret: string, sealed: string): KeyObject {
  return createPrivateKey(unseal(secret, PURPOSE, sealed));
}
