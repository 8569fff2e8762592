// Makes signatures in a separate thread; started by signing.ts.
import { hash, type KeyObject, sign } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { SignatureResult, SigningJob, SigningOrder } from './signing.ts';

/** Signatures returned together: a few messages can leave while the rest is being signed. */
const TOGETHER = 4;

const keys = new Map<number, KeyObject>();

function signed({ id, keyId, text }: SigningJob): SignatureResult {
  const key = keys.get(keyId);
  if (!key) return { id, fault: 'a key that nobody told' };
  try {
    // Ed25519 signs the SHA-256 of the text, not the text (RFC 8463, section 3).
    const signature =
      key.asymmetricKeyType === 'rsa'
        ? sign('sha256', Buffer.from(text), key)
        : sign(null, hash('sha256', text, 'buffer'), key);
    return { id, signature: signature.toString('base64') };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

parentPort?.on('message', (order: SigningOrder) => {
  for (const { id, key } of order.keys) keys.set(id, key);
  for (let from = 0; from < order.jobs.length; from += TOGETHER) {
    parentPort?.postMessage(order.jobs.slice(from, from + TOGETHER).map(signed));
  }
});
