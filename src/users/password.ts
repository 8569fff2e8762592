// Passwords as they are stored: Argon2id (RFC 9106) with the parameters that OWASP names (Password
// Storage Cheat Sheet), computed beside the main thread, in the text form of the PHC.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';

const hashAsync = promisify(argon2);

type Costs = { memory: number; passes: number; parallelism: number };
const COSTS: Costs = { memory: 19_456, passes: 2, parallelism: 1 }; // KiB
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Each takes 19 MB and a thread of the pool: more wait. */
const AT_ONCE = 2;
let free = AT_ONCE;
const waiting: (() => void)[] = [];
/** Some seconds of work: more would take memory, and make everybody wait, for strangers' tries. */
const MOST_WAITING = 50;
const AGAIN_SECONDS = 5;

/**
 * Whether a password can be looked at soon; ask before an attempt is counted.
 * @throws AppError `unavailable` when too many wait
 */
export function requireRoom(): void {
  if (free > 0 || waiting.length < MOST_WAITING) return;
  throw new AppError('unavailable', say('user-busy'), { retryAfter: AGAIN_SECONDS });
}

/**
 * A password as it is stored; another text each time.
 * @throws AppError `unavailable` when too many wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, salt, COSTS);
  const { memory, passes, parallelism } = COSTS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`;
}

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** Stands for the password of somebody who is not there: comparing takes the same time. */
const NOBODYS = `$argon2id$v=19$m=${COSTS.memory},t=${COSTS.passes},p=${COSTS.parallelism}$${plain(Buffer.alloc(SALT_BYTES))}$${plain(Buffer.alloc(TAG_BYTES))}`;

/**
 * Whether a password is the stored one. Takes as long when nothing is stored, and is false then.
 * @param stored as hashPassword made it
 * @throws AppError `unavailable` when too many wait
 */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = STORED.exec(stored ?? NOBODYS) ?? [];
  const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(tag, 'base64');
  const found = await derive(password, Buffer.from(salt, 'base64'), costs);
  return timingSafeEqual(found, expected) && typeof stored === 'string';
}

/** Letters that look alike count as the same (RFC 8265, section 4.2). */
async function derive(password: string, nonce: Buffer, costs: Costs): Promise<Buffer> {
  requireRoom();
  if (free === 0) await new Promise<void>((go) => waiting.push(go));
  else free -= 1;
  try {
    return await hashAsync('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: TAG_BYTES, ...costs });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

/** Base64 without padding. */
function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
