// One-time codes by time (RFC 6238): 6 digits, SHA-1, 30 seconds, as every authenticator app has
// them.
import { createHmac, randomBytes } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20; // RFC 4226, section 4: as long as the hash
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'; // RFC 4648, section 6

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** The number of the interval that an instant is in. */
export function totpStep(at: number): number {
  return Math.floor(at / STEP_MS);
}

/** The code of an interval (RFC 4226, section 5.3). @param secret in base32 */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The interval whose code this is: the one of `at`, or one beside it, as clocks differ (RFC 6238,
 * section 5.2). Undefined when it is none of them.
 */
export function stepOfCode(secret: string, code: string, at: number): number | undefined {
  const now = totpStep(at);
  return [now, now - 1, now + 1].find((step) => totpCode(secret, step) === code);
}

/** What authenticator apps read from a QR code (Key URI Format). */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1_000}`;
}

/** Bytes in base32, without padding (RFC 4648, section 6). */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

function bytesOf(text: string): Buffer {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const character of text) {
    held = ((held << 5) | ALPHABET.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
  }
  return Buffer.from(bytes);
}
