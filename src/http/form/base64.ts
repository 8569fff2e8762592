// Texts and files that some clients send as base64 and others as they are, in the same members
// (wire contract, section 3).
import { isUtf8 } from 'node:buffer';

const ZIP_SIGNATURES = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].map((text) => Buffer.from(text, 'latin1'));

/**
 * A text that may have come as base64. White space aside, only base64 characters with proper or no
 * padding that decode to UTF-8 text were base64; all else is literal. HTML holds `<`, no base64
 * character, so it is never mistaken. Text with NUL is no text: `AAAA` is literal.
 * @param literalBelow texts of fewer characters are always literal
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

/** Shorter texts by themselves are never taken for base64: a word is too easily one. */
const LITERAL_BELOW = 16;

/**
 * The plain text of a message, which travels with its HTML or archive: when that came as base64, so
 * did this, however short. Otherwise a short one is literal.
 * @param companions the members that came with it
 * @returns as base64Text
 */
export function base64PlainText(value: unknown, companions: readonly unknown[]): string | undefined {
  return base64Text(value, { literalBelow: companions.some(cameAsBase64) ? 0 : LITERAL_BELOW });
}

/** Whether a member that may come as base64 did: it decodes to a text, or to a zip file. */
function cameAsBase64(value: unknown): boolean {
  const text = value instanceof Uint8Array && isUtf8(value) ? Buffer.from(value).toString('utf8') : value;
  if (typeof text !== 'string') return false;
  const bytes = decoded(text);
  return bytes !== undefined && (startsAsZip(bytes) || (isUtf8(bytes) && !bytes.includes(0)));
}

/**
 * A text as it must be sent, so that `base64Text` reads it as what it is: one that would be taken
 * for base64 is given as base64.
 * @param always as base64 whatever it is
 */
export function asSent(text: string, { always = false }: { always?: boolean } = {}): string {
  return always || base64Text(text) !== text ? Buffer.from(text, 'utf8').toString('base64') : text;
}

/**
 * A zip file that may have come as base64: decoded when it begins with a zip signature then, else
 * as it was sent.
 * @returns undefined when the value is neither text nor bytes
 */
export function base64Bytes(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) {
    // base64 in a file part: text that decodes to a zip
    const inner = startsAsZip(value) || !isUtf8(value) ? undefined : decoded(Buffer.from(value).toString('utf8'));
    return inner !== undefined && startsAsZip(inner) ? inner : value;
  }
  if (typeof value !== 'string') return undefined;
  const bytes = decoded(value);
  return bytes !== undefined && startsAsZip(bytes) ? bytes : Buffer.from(value, 'utf8');
}

/**
 * A file of any kind that may have come as base64; text that is none is the file itself, in UTF-8.
 * The bytes of a file part are as they came.
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
 * The bytes of base64 text without its white space; undefined when it is none. Left-over bits must
 * be zero, as encoders leave them.
 */
function decoded(text: string): Buffer | undefined {
  const packed = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  const match = /^([A-Za-z0-9+/]+)(={0,2})$/.exec(packed);
  if (!match) return undefined;
  const padding = match[2]?.length ?? 0;
  const digits = packed.length - padding;
  if (digits % 4 === 1 || (padding > 0 && (digits + padding) % 4 !== 0)) return undefined;
  const bytes = Buffer.from(packed, 'base64');
  return bytes.toString('base64').startsWith(packed.slice(0, digits)) ? bytes : undefined;
}
