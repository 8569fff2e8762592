// Decodes application/x-www-form-urlencoded and query strings: `a[b]=c&…`, always UTF-8 (the type
// has no charset parameter).
import { isUtf8 } from 'node:buffer';
import { AppError } from '../../kernel/errors.ts';
import { atOnce } from '../../kernel/slices.ts';
import { textSteps } from './text.ts';
import { addPair, grownSteps, newBranch } from './tree.ts';
import { emptyObject, type FormObject, MAX_PAIRS, tooMany } from './value.ts';

/**
 * Decodes a urlencoded body, in steps of some pairs.
 * @param most the maximum number of pairs
 * @throws AppError `bad_request` for malformed percent-encoding, `too_large` for too many pairs.
 */
export function* urlencodedSteps(raw: Buffer, most: number): Generator<void, FormObject> {
  if (!isUtf8(raw)) throw notUtf8('body', raw.toString('utf8').indexOf('\ufffd'));
  return yield* pairSteps(yield* textSteps(raw), 'body', most);
}

/**
 * Decodes a query string without its `?`, as Node gives it: one character a byte. Throws as
 * `urlencodedSteps`.
 */
export function decodeQueryPairs(query: string): FormObject {
  if (PLAIN.test(query)) return plainPairs(query);
  // No search text has a NUL, and PostgreSQL would refuse a query with one.
  const nul = query.search(/%00|\0/);
  if (nul !== -1) throw new AppError('bad_request', `The query is malformed at character ${nul}: a NUL character.`);
  if (!/[\x80-\xff]/.test(query)) return atOnce(pairSteps(query, 'query', MAX_PAIRS));
  const bytes = Buffer.from(query, 'latin1'); // a client that did not percent-encode
  if (!isUtf8(bytes)) throw notUtf8('query', query.search(/[\x80-\xff]/));
  return atOnce(pairSteps(bytes.toString('utf8'), 'query', MAX_PAIRS));
}

/** A few pairs of which nothing has to be decoded: most queries. */
const PLAIN = /^(?:[A-Za-z_]{1,60}=[\w.@~-]*(?:&|$)){1,20}$/;

function plainPairs(query: string): FormObject {
  const found = emptyObject();
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    if (equals > 0) found[pair.slice(0, equals)] = pair.slice(equals + 1);
  }
  return found;
}

type Place = 'body' | 'query';

const PAIRS_A_STEP = 500;

function* pairSteps(text: string, place: Place, most: number): Generator<void, FormObject> {
  const root = newBranch();
  let pairs = 0;
  for (let start = 0; start < text.length; ) {
    const separator = text.indexOf('&', start);
    const end = separator === -1 ? text.length : separator;
    if (end > start) {
      if (++pairs > most) throw tooMany(most);
      if (pairs % PAIRS_A_STEP === 0) yield;
      const pair = text.slice(start, end);
      const equals = pair.indexOf('=');
      const name = equals === -1 ? pair : pair.slice(0, equals);
      const value = equals === -1 ? '' : decodeValue(pair.slice(equals + 1), start + equals + 1, place);
      addPair(root, decodeComponent(name, start, place), value);
    }
    start = end + 1;
  }
  return yield* grownSteps(root);
}

/** A zip file may come as its bytes (`curl --data-urlencode template[archive]@page.zip`). */
function decodeValue(encoded: string, offset: number, place: Place): string | Uint8Array {
  const isZip = place === 'body' && /^PK%0[357]%0[468]/.test(encoded) && !BARE_PERCENT.test(encoded);
  return isZip ? bytesOf(encoded) : decodeComponent(encoded, offset, place);
}

const BARE_PERCENT = /%(?![0-9a-fA-F]{2})/;

function bytesOf(encoded: string): Uint8Array {
  const bytes = Buffer.from(spaced(encoded));
  let length = 0;
  for (let at = 0; at < bytes.length; length++) {
    const isEncoded = bytes[at] === 0x25;
    bytes[length] = isEncoded ? 16 * hexDigit(bytes[at + 1]) + hexDigit(bytes[at + 2]) : (bytes[at] ?? 0);
    at += isEncoded ? 3 : 1;
  }
  return bytes.subarray(0, length);
}

const hexDigit = (byte = 0) => (byte % 16) + (byte > 0x39 ? 9 : 0);

function decodeComponent(encoded: string, offset: number, place: Place): string {
  const text = encoded.includes('+') ? spaced(encoded) : encoded;
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    const bare = text.search(BARE_PERCENT);
    if (bare === -1) throw notUtf8(place, offset + text.indexOf('%'));
    throw new AppError(
      'bad_request',
      `The ${place} is malformed at character ${offset + bare}: a percent sign that is not followed by two hex digits.`,
    );
  }
}

const LONG = 10_000;
const PLUS = 0x2b;
const SPACE = 0x20;

/** With spaces for plus signs. A text of two million of them blocks 150 ms in `replaceAll`. */
function spaced(text: string): string {
  if (text.length < LONG) return text.replaceAll('+', ' ');
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === PLUS) bytes[at] = SPACE;
  return bytes.toString();
}

function notUtf8(place: Place, at: number): AppError {
  return new AppError('bad_request', `The ${place} is malformed at character ${at}: what begins there is not UTF-8.`);
}
