// Random identifiers and hashes. None is derived from a row, so ids reveal no counts.
import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ALPHANUMERIC = `${LETTERS}0123456789`;

const POOL_BYTES = 4096; // one call of the system's generator for hundreds of ids
let pool = Buffer.alloc(0);
let drawn = 0;

function randomByte(): number {
  if (drawn === pool.length) {
    pool = randomBytes(POOL_BYTES);
    drawn = 0;
  }
  return pool[drawn++] ?? 0;
}

/** `length` characters drawn without bias from `alphabet` (at most 256 characters). */
function randomText(length: number, alphabet: string): string {
  const limit = 256 - (256 % alphabet.length); // larger bytes would favour the first characters
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < limit) text += alphabet[byte % alphabet.length];
  }
  return text;
}

/** SHA-1 of a text, hex: for identifiers that others define, never for secrets. */
export function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** A public uid: 13 characters `[a-z0-9]`, the first two letters (wire contract, section 1). */
export function newUid(): string {
  return randomText(2, LETTERS) + randomText(11, ALPHANUMERIC);
}

/**
 * Public uids for many rows created together. They share their first three characters, drawn anew
 * for each call, so that the rows are adjacent in the index (three times the speed of an import);
 * the other ten are 51 random bits.
 */
export function newUids(count: number): string[] {
  const start = newUid().slice(0, 3);
  return Array.from({ length: count }, () => start + randomText(10, ALPHANUMERIC));
}

/** Whether a text has the form of a uid. */
export function isUid(text: string): boolean {
  return /^[a-z]{2}[a-z0-9]{11}$/.test(text);
}

/** A new API key: 40 characters, about 206 bits. */
export function newApiKey(): string {
  return randomText(40, ALPHANUMERIC);
}

/** A new secret that travels in a cookie or a link: 256 bits, 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A new installation secret: 64 hex characters. */
export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

/** SHA-256 as lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** Compares two texts in time that depends on their length only. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

// The installation's secret is passed on with others that are accepted too, a line each after it:
// former ones, or the next. New things are signed and encrypted with the first alone; what is out
// already, in mails and in the store, may be of any of them.

/** @param others former secrets, or one that is to come */
export const secretWith = (inForce: string, others: readonly string[]): string =>
  [inForce, ...others.filter((other) => other !== inForce)].join('\n');

/** All secrets that are accepted; the one in force is the first. */
export const secretsOf = (secret: string): string[] => secret.split('\n');

/** The one that is signed and encrypted with. */
export function inForceOf(secret: string): string {
  const end = secret.indexOf('\n');
  return end === -1 ? secret : secret.slice(0, end);
}
