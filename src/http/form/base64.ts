// Reads members that some clients send as base64 and others as plain text or files (wire contract,
// section 3).
import { isUtf8 } from 'node:buffer';

const ZIP_SIGNATURES = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].map((text) => Buffer.from(text, 'latin1'));

/**
 * A text that may have been sent as base64. It was, when without white space it has only base64
 * characters, with proper or no padding, and decodes to UTF-8 text; anything else is the text
 * itself. HTML has `<`, which is no base64 character, so it is never mistaken. Text with NUL is not
 * text: `AAAA` is taken literally.
 * @param literalBelow texts of fewer characters are always taken literally
 * @returns undefined when the value is neither text nor the bytes of a text (an uploaded file)
 */
export function base64Text(value: unknown, { literalBelow = 0 }: { literalBelow?: number } = {}): string | undefined {
  if (value instanceof Uint8Array) return isUtf8(value) ? Buffer.from(value).toString('utf8') : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  if (value.length < literalBelow) return value;
  const bytes = decoded(value);
  return bytes !== undefined && isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : value;
}

/** Shorter texts alone are never taken for base64: many words would be. */
const LITERAL_BELOW = 16;

/**
 * The plain text of a message, sent together with its HTML or archive: when that was base64, so is
 * this, however short. Otherwise a short one is taken literally.
 * @param companions the members sent with it
 * @returns as base64Text
 */
export function base64PlainText(value: unknown, companions: readonly unknown[]): string | undefined {
  return base64Text(value, { literalBelow: companions.some(cameAsBase64) ? 0 : LITERAL_BELOW });
}

/** Whether a member was sent as base64: it decodes to a text or a zip file. */
function cameAsBase64(value: unknown): boolean {
  const text = value instanceof Uint8Array && isUtf8(value) ? Buffer.from(value).toString('utf8') : value;
  if (typeof text !== 'string') return false;
  const bytes = decoded(text);
  return bytes !== undefined && (startsAsZip(bytes) || (isUtf8(bytes) && !bytes.includes(0)));
}

/**
 * Encodes a text so that `base64Text` reads it correctly: one that would be mistaken for base64 is
 * sent as base64.
 * @param always as base64 in any case
 */
export function asSent(text: string, { always = false }: { always?: boolean } = {}): string {
  return always || base64Text(text) !== text ? Buffer.from(text, 'utf8').toString('base64') : text;
}

/**
 * A zip file that may have been sent as base64: decoded if that gives a zip signature, else as it
 * was sent.
 * @returns undefined when the value is neither text nor bytes
 */
export function base64Bytes(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) {
    // base64 inside a file part: text that decodes to a zip file
    const inner = startsAsZip(value) || !isUtf8(value) ? undefined : decoded(Buffer.from(value).toString('utf8'));
    return inner !== undefined && startsAsZip(inner) ? inner : value;
  }
  if (typeof value !== 'string') return undefined;
  const bytes = decoded(value);
  return bytes !== undefined && startsAsZip(bytes) ? bytes : Buffer.from(value, 'utf8');
}

/**
 * A file of any kind that may have been sent as base64; other text is the file itself, in UTF-8.
 * The bytes of a file part stay as they are.
 * @returns undefined when the value is neither text nor bytes
 */
export function base64File(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  return typeof value === 'string' ? (decoded(value) ?? Buffer.from(value, 'utf8')) : undefined;
}

function startsAsZip(bytes: Uint8Array): boolean {
  return ZIP_SIGNATURES.some((signature) => signature.equals(bytes.subarray(0, 4)));
}

/**
 * The bytes of base64 text without its white space; undefined when it is not base64. Left-over bits
 * must be zero, as encoders write them.
 */
function decoded(text: string): Buffer | undefined {
  if (/[^A-Za-z0-9+/=\s]/.test(text)) return undefined; // most: a page is known by its first character
  const packed = /\s/.test(text) ? text.replace(/\s/g, '') : text;
  // No pattern that repeats a class: on megabytes it may run out of its stack (RangeError), which
  // V8 no longer spares in a process that has compiled a megabyte of patterns.
  const end = packed.indexOf('=');
  const digits = end < 0 ? packed.length : end;
  const padding = packed.length - digits;
  if (digits === 0 || padding > 2 || (padding === 2 && !packed.endsWith('=='))) return undefined;
  if (digits % 4 === 1 || (padding > 0 && (digits + padding) % 4 !== 0)) return undefined;
  const bytes = Buffer.from(packed, 'base64');
  return bytes.toString('base64').startsWith(packed.slice(0, digits)) ? bytes : undefined;
}
