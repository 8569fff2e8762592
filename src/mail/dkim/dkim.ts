// DKIM signatures (RFC 6376; Ed25519: RFC 8463): header lines that prove which domain a message
// comes from.
//
//   bodyHash(body, pieces?)                                → base64 SHA-256 of the body, for bh=
//   signatureLines({ head, bodyHash, keys, at })           → DKIM-Signature lines, one for each key
//
// Header fields are canonicalized "relaxed" (relays refold lines), the body "simple" (it is
// quoted-printable: no relay has a reason to change it). Keys sign in separate threads
// (signing.ts).
import { createHash, type Hash, hash, type KeyObject } from 'node:crypto';
import { signatureOf } from './signing.ts';

export type KeyAlgorithm = 'rsa-sha256' | 'ed25519-sha256';

/** A private key and the place of its public half: `<selector>._domainkey.<domain>`. */
export type SigningKey = { domain: string; selector: string; algorithm: KeyAlgorithm; key: KeyObject };

/**
 * Fields that a receiver shows, sorts or acts by (RFC 6376, section 5.4.1; RFC 8058, section 4, for
 * List-Unsubscribe).
 */
const SIGNED = new Set([
  'from',
  'to',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-id',
  'feedback-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]);

const LINE_MAX = 78;

/** Hashing a first piece shorter than this is faster than copying its cached hash. */
const KEPT_FROM = 1024;

const keptHashes = new WeakMap<readonly string[], Hash>();

/**
 * SHA-256 of a body, canonicalized "simple" (RFC 6376, section 3.4.3): empty lines at its end do
 * not count.
 * @param body ASCII with CRLF line ends
 * @param pieces of a compiled body; `body` begins with the first, whose hash is cached under this
 * array
 * @param tail what follows the body, with the end of its last line
 * @returns base64
 */
export function bodyHash(body: string, pieces?: readonly string[], tail?: Uint8Array): string {
  if (tail) return createHash('sha256').update(body, 'latin1').update(tail).digest('base64');
  let end = body.length;
  while (body.endsWith('\r\n\r\n', end)) end -= 2;
  if (body === '' || !body.endsWith('\r\n', end)) return hash('sha256', `${body}\r\n`, 'base64');
  const start = pieces?.[0] ?? '';
  if (pieces === undefined || start.length < KEPT_FROM || start.length > end) {
    return hash('sha256', end === body.length ? body : body.slice(0, end), 'base64');
  }
  let kept = keptHashes.get(pieces);
  if (kept === undefined) {
    kept = createHash('sha256').update(start, 'latin1');
    keptHashes.set(pieces, kept);
  }
  return kept.copy().update(body.slice(start.length, end), 'latin1').digest('base64');
}

/**
 * The signatures of one message.
 * @param message.head header lines, each with its CRLF
 * @param message.bodyHash from bodyHash
 * @param message.at time of signing, ms
 * @returns header lines to put above the others, at most 78 characters each unless a name in them
 * is longer
 */
export async function signatureLines(message: {
  head: string;
  bodyHash: string;
  keys: readonly SigningKey[];
  at: number;
}): Promise<string> {
  const { head, keys, at } = message;
  const fields = signedFields(head);
  const lines = await Promise.all(
    keys.map(async (key) => {
      const unsigned = unsignedField(key, fields.names, message.bodyHash, at);
      // The field itself is signed too, with an empty b= and without the CRLF at its end (RFC 6376,
      // section 3.7).
      const signed = `${fields.text}dkim-signature:${unsigned.slice(15).trimStart().replaceAll('\r\n', '')}`;
      return `${unsigned}${inLines(await signatureOf(key.key, signed))}\r\n`;
    }),
  );
  return lines.join('');
}

/**
 * The signed fields from the bottom up, in which order verifiers take fields of one name (RFC 6376,
 * section 5.4.2).
 */
function signedFields(head: string): { names: string[]; text: string } {
  const names: string[] = [];
  let text = '';
  for (const field of head.split(/\r\n(?![ \t])/).reverse()) {
    const colon = field.indexOf(':');
    const name = field.slice(0, colon).trimEnd();
    const lower = name.toLowerCase();
    if (!SIGNED.has(lower)) continue;
    names.push(name);
    text += `${lower}:${relaxed(field.slice(colon + 1))}\r\n`;
  }
  names.push('From'); // once more than present: a second From would break the signature (section 8.15)
  return { names, text };
}

const UNEVEN = /[\t\r]| {2}/;

/** Relaxed canonicalization of a header value (RFC 6376, section 3.4.2). */
function relaxed(value: string): string {
  const even = UNEVEN.test(value) ? value.replaceAll('\r\n', '').replace(/[ \t]+/g, ' ') : value;
  return even.slice(even.startsWith(' ') ? 1 : 0, even.length > 1 && even.endsWith(' ') ? -1 : undefined);
}

/** The field up to and with `b=`. */
function unsignedField(key: SigningKey, names: readonly string[], hashed: string, at: number): string {
  const { algorithm, domain, selector } = key;
  const parts = [
    ' v=1;',
    ` a=${algorithm};`,
    ' c=relaxed/simple;',
    ` d=${domain};`,
    ` s=${selector};`,
    ` t=${Math.floor(at / 1000)};`,
    ` h=${names[0]}`,
    ...names.slice(1, -1).map((name) => `:${name}`),
    `:${names.at(-1)};`,
    ` bh=${hashed};`,
  ];
  let text = 'DKIM-Signature:';
  let length = text.length;
  for (const part of parts) {
    const fits = length + part.length <= LINE_MAX;
    const separate = part.startsWith(' ') ? part : ` ${part}`; // white space may stand before a colon in h=
    text += fits ? part : `\r\n${separate}`;
    length = fits ? length + part.length : separate.length;
  }
  return `${text}\r\n b=`;
}

function inLines(base64: string): string {
  const first = LINE_MAX - ' b='.length;
  let text = base64.slice(0, first);
  for (let from = first; from < base64.length; from += LINE_MAX - 1) {
    text += `\r\n ${base64.slice(from, from + LINE_MAX - 1)}`;
  }
  return text;
}
