// Private keys as the store keeps them: PKCS#8 PEM, sealed. They leave it as key objects only, never as text.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { seal, unseal } from '../kernel/seal.ts';

const PURPOSE = 'dkim-key';

/** A private key as it is stored. */
export function sealKey(secret: string, key: KeyObject): string {
  return seal(secret, PURPOSE, key.export({ type: 'pkcs8', format: 'pem' }).toString());
}

/** A stored private key. @throws AppError `unavailable` as kernel/seal.ts does */
export function unsealKey(secret: string, sealed: string): KeyObject {
  return createPrivateKey(unseal(secret, PURPOSE, sealed));
}
