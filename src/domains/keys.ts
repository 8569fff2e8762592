// Signing keys: generated, or parsed from PEM, and their public half for DNS.
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { newUid } from '../kernel/ids.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';
import type { KeyAlgorithm } from '../mail/dkim/dkim.ts';
import { DEFAULT_RSA_BITS, parseSelector, RSA_BITS, selectorOf } from './rules.ts';

/** A key that is not stored yet. `publicKey`: the value of p=. */
export type NewKey = { selector: string; algorithm: KeyAlgorithm; key: KeyObject; publicKey: string };

/** A customer's own key: a PEM text and its selector. */
export type GivenKey = { selector: string; pem: string };

/** The keys requested for a domain: given ones, or new ones of each algorithm. */
export type KeyRequest = {
  given?: readonly GivenKey[] | undefined;
  algorithms?: readonly KeyAlgorithm[] | undefined;
  rsaBits?: number | undefined;
};

const MIN_BITS = 1024; // RFC 8301, section 3.2
const MAX_BITS = 4096; // verifiers need not support more than 4,096 (RFC 8301, section 3.2)

const generate = promisify(generateKeyPair);

/**
 * Generates one key for each algorithm, with similar selectors. RSA keys take a tenth of a second,
 * in the thread pool.
 */
export function generateKeys(algorithms: readonly KeyAlgorithm[], rsaBits = DEFAULT_RSA_BITS): Promise<NewKey[]> {
  const mark = newUid().slice(0, 6);
  return Promise.all(
    algorithms.map(async (algorithm) => {
      const { privateKey: key } =
        algorithm === 'rsa-sha256' ? await generate('rsa', { modulusLength: rsaBits }) : await generate('ed25519');
      return { selector: selectorOf(algorithm, mark), algorithm, key, publicKey: publicText(key) };
    }),
  );
}

/** Why an RSA key cannot have this size; undefined when it can. */
export function bitsFault(bits: number): Told | undefined {
  return RSA_BITS.some((size) => size === bits) ? undefined : say('domain-rsa-bits', { bits: RSA_BITS.join(', ') });
}

/** Parses a given key. @returns the key, or all its faults */
export function parseGivenKey({ selector: name, pem }: GivenKey): NewKey | { faults: Told[] } {
  const selector = parseSelector(name);
  const key = parsePem(pem);
  const faults = [selector, key].flatMap((part) => ('fault' in part ? [part.fault] : []));
  if ('fault' in selector || 'fault' in key) return { faults };
  return { selector: selector.selector, ...key, publicKey: publicText(key.key) };
}

function parsePem(pem: string): { algorithm: KeyAlgorithm; key: KeyObject } | { fault: Told } {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return { fault: unreadable(pem) };
  }
  if (key.asymmetricKeyType === 'ed25519') return { algorithm: 'ed25519-sha256', key };
  if (key.asymmetricKeyType !== 'rsa') {
    return { fault: say('domain-key-kind', { type: String(key.asymmetricKeyType) }) };
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits >= MIN_BITS && bits <= MAX_BITS) return { algorithm: 'rsa-sha256', key };
  return { fault: say('domain-key-bits', { bits, min: MIN_BITS, max: MAX_BITS }) };
}

function unreadable(pem: string): Told {
  if (/ENCRYPTED/.test(pem)) return say('domain-key-password');
  if (/BEGIN (?:RSA )?PUBLIC KEY/.test(pem)) return say('domain-key-public');
  return say('domain-key-pem');
}

/**
 * The public half in base64: SubjectPublicKeyInfo for RSA (RFC 6376, section 3.6.1), the bare 32
 * bytes for Ed25519 (RFC 8463, section 4).
 */
export function publicText(key: KeyObject): string {
  const info = (key.type === 'public' ? key : createPublicKey(key)).export({ type: 'spki', format: 'der' });
  return (key.asymmetricKeyType === 'ed25519' ? info.subarray(-32) : info).toString('base64');
}

/** Parses a stored or published p=; undefined when it holds no key of that algorithm. */
export function parsePublicText(algorithm: KeyAlgorithm, text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64');
  try {
    if (algorithm === 'ed25519-sha256') {
      if (bytes.length !== 32) return undefined;
      return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
    }
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return algorithm === 'rsa-sha256' ? parsePkcs1(bytes) : undefined;
  }
}

/** Parses a bare RSAPublicKey, which some publish. */
function parsePkcs1(bytes: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'pkcs1' });
  } catch {
    return undefined;
  }
}
