// Makes signatures in a thread of its own; started by signing.ts.
import { hash, type KeyObject, sign } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { KeyAlgorithm } from './dkim.ts';

/** A text to sign with a key that was told before. */
export type SigningJob = { id: number; keyId: number; text: string };
/** Keys that are new, and what there is to sign. */
export type SigningOrder = { keys: { id: number; key: KeyObject; algorithm: KeyAlgorithm }[]; jobs: SigningJob[] };
/** The signature in base64, or why there is none. */
export type Signed = { id: number; signature: string } | { id: number; fault: string };

/** Told together: a few messages can leave while the rest is being signed. */
const TOGETHER = 4;

const keys = new Map<number, Omit<SigningOrder['keys'][number], 'id'>>();

function signed({ id, keyId, text }: SigningJob): Signed {
  const known = keys.get(keyId);
  if (!known) return { id, fault: 'a key that nobody told' };
  try {
    // Ed25519 signs the SHA-256 of the text, not the text (RFC 8463, section 3).
    const isRsa = known.algorithm === 'rsa-sha256';
    const signature = isRsa
      ? sign('sha256', Buffer.from(text), known.key)
      : sign(null, hash('sha256', text, 'buffer'), known.key);
    return { id, signature: signature.toString('base64') };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

parentPort?.on('message', (order: SigningOrder) => {
  for (const { id, ...key } of order.keys) keys.set(id, key);
  for (let from = 0; from < order.jobs.length; from += TOGETHER) {
    parentPort?.postMessage(order.jobs.slice(from, from + TOGETHER).map(signed));
  }
});
