// Header fields of a message: encoded words (RFC 2047), folding (RFC 5322, section 2.2.3),
// mailboxes, dates.
//
//   headerLine(name, text) → 'Subject: …\r\n', text of any Unicode
//   mailboxLine(name, displayName, a) → 'From: "Doe, J." <j@x.test>\r\n'; invalid `a`: undefined
//   rawLine(name, value) → 'List-Id: <…>\r\n', for values that are syntax, not text
//   dateText(ms), cleanHeaderText(text)
//
// No CR, LF, NUL or other control character passes: each run of them becomes one space. Lines are
// at most 78 characters (76 with encoded words); a single word without a space may be longer, never
// above 998.
import { wireAddress } from '../address/addresses.ts';

const LINE_MAX = 78;
const ENCODED_LINE_MAX = 76;
const WORD_MAX = 75;

const CONTROLS = /\p{Cc}+/gu;
const NOT_PRINTABLE = /[^\x20-\x7e]+/g;
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const ATOMS = /^[\w!#$%&'*+\-/=?^`{|}~]+(?: [\w!#$%&'*+\-/=?^`{|}~]+)*$/;
/**
 * Characters that stand for themselves in a Q word even inside a phrase (RFC 2047, section 5, rule
 * 3).
 */
const Q_SAFE = /[A-Za-z0-9!*+\-/]/;

/**
 * The text as a header can hold it: well-formed Unicode, each run of control characters one space.
 */
export function cleanHeaderText(text: string): string {
  return text.toWellFormed().replace(CONTROLS, ' ');
}

/** An unstructured field (Subject and the like). Ends with CRLF. */
export function headerLine(name: string, text: string): string {
  const clean = cleanHeaderText(text);
  if (isPlain(clean)) {
    const line = `${name}: ${clean}`;
    return line.length <= LINE_MAX ? `${line}\r\n` : `${fold(line)}\r\n`;
  }
  return clean === '' ? `${name}: \r\n` : `${name}: ${encodeWords(clean, name.length + 2)}\r\n`;
}

/**
 * A field whose value is our own syntax (ids, URLs): printable ASCII is kept, not encoded, not
 * folded. Ends with CRLF.
 */
export function rawLine(name: string, value: string): string {
  return `${name}: ${value.replace(NOT_PRINTABLE, '').slice(0, 900)}\r\n`;
}

/**
 * An address field with one mailbox. The display name is written as atoms, a quoted string or
 * encoded words, whichever it needs; a name that only repeats the address is left out. Ends with
 * CRLF.
 * @returns undefined when `address` is invalid
 */
export function mailboxLine(name: string, displayName: string, address: string): string | undefined {
  const wire = wireAddress(address);
  if (wire === undefined) return undefined;
  const clean = cleanHeaderText(displayName).trim();
  if (clean === '' || clean === address || clean === wire) return `${name}: ${wire}\r\n`;
  const phrase = encodePhrase(clean, name.length + 2);
  const lastLine = phrase.length - (phrase.lastIndexOf('\n') + 1) + (phrase.includes('\n') ? 0 : name.length + 2);
  const limit = phrase.startsWith('=?') ? ENCODED_LINE_MAX : LINE_MAX;
  const gap = lastLine + wire.length + 3 > limit ? '\r\n ' : ' ';
  return `${name}: ${phrase}${gap}<${wire}>\r\n`;
}

let lastSecond = -1;
let lastDate = '';

/** Date and time in UTC (RFC 5322), e.g. `Sat, 21 Nov 2026 09:05:00 +0000`. `at` in ms. */
export function dateText(at: number): string {
  const second = Math.floor(at / 1000);
  if (second !== lastSecond) {
    lastDate = new Date(second * 1000).toUTCString().replace('GMT', '+0000');
    lastSecond = second;
  }
  return lastDate;
}

/** Whether a text can stand unencoded and survives folding and unfolding. */
function isPlain(text: string): boolean {
  return PLAIN.test(text) && !text.includes('=?') && (text.length <= LINE_MAX || longestWord(text) < 200);
}

function longestWord(text: string): number {
  let longest = 0;
  for (const word of text.split(' ')) longest = Math.max(longest, word.length);
  return longest;
}

/**
 * Breaks before a space wherever the line would exceed 78 characters. The field name and first word
 * stay together.
 */
function fold(line: string): string {
  const [first = '', second = '', ...rest] = line.split(' ');
  let folded = `${first} ${second}`;
  let length = folded.length;
  for (const word of rest) {
    const fits = length + 1 + word.length <= LINE_MAX;
    folded += fits ? ` ${word}` : `\r\n ${word}`;
    length = fits ? length + 1 + word.length : 1 + word.length;
  }
  return folded;
}

/** A display name: atoms, else a quoted string, else encoded words. */
function encodePhrase(text: string, used: number): string {
  if (!PLAIN.test(text) || text.includes('=?') || text.length > 60) return encodeWords(text, used);
  return ATOMS.test(text) ? text : `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * The whole text as encoded words, B or Q, whichever is shorter; no character is split between two
 * words.
 */
function encodeWords(text: string, used: number): string {
  const bytes = Buffer.byteLength(text);
  let qLength = 0;
  for (const character of text) qLength += encodeQ(character).length;
  const useQ = qLength <= Math.ceil(bytes / 3) * 4;
  const words: string[] = [];
  let room = Math.min(WORD_MAX, ENCODED_LINE_MAX - used) - 12; // 12: "=?UTF-8?Q?" and "?="
  let chunk = '';
  let size = 0;
  for (const character of text) {
    const cost = useQ ? encodeQ(character).length : Buffer.byteLength(character);
    const limit = useQ ? room : Math.floor(room / 4) * 3;
    if (size + cost > limit && chunk !== '') {
      words.push(encodedWord(chunk, useQ));
      chunk = '';
      size = 0;
      room = WORD_MAX - 12;
    }
    chunk += character;
    size += cost;
  }
  words.push(encodedWord(chunk, useQ));
  return words.join('\r\n ');
}

function encodedWord(text: string, useQ: boolean): string {
  if (!useQ) return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
  let encoded = '';
  for (const character of text) encoded += encodeQ(character);
  return `=?UTF-8?Q?${encoded}?=`;
}

function encodeQ(character: string): string {
  if (Q_SAFE.test(character)) return character;
  if (character === ' ') return '_';
  let encoded = '';
  for (const byte of Buffer.from(character)) encoded += `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return encoded;
}
