// Signing keys for tests and their DNS records.
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { SigningKey } from '../../src/mail/dkim/dkim.ts';

/** A new RSA key (2,048 bits) and a new Ed25519 key of a domain, and their DNS records. */
export function makeSigningKeys(domain: string): { keys: SigningKey[]; records: Record<string, string> } {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ed25519 = generateKeyPairSync('ed25519').privateKey;
  return {
    keys: [
      { domain, selector: 'r1', algorithm: 'rsa-sha256', key: rsa },
      { domain, selector: 'e1', algorithm: 'ed25519-sha256', key: ed25519 },
    ],
    records: {
      [`r1._domainkey.${domain}`]: `v=DKIM1; k=rsa; p=${spki(rsa).toString('base64')}`,
      [`e1._domainkey.${domain}`]: `v=DKIM1; k=ed25519; p=${spki(ed25519).subarray(-32).toString('base64')}`,
    },
  };
}

function spki(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}
