// What a value of a merge tag becomes where it stands, so that it stays one value there, whatever is in it. Pure, linear.
import { chosen } from './choices.ts';
import { escapeHtml, percentEncode } from './filters.ts';
import { type Lookup, type Piece, renderTag, type TagSlot } from './merge.ts';
import type { Place } from './places.ts';

/** The value for its place, not yet written with character references. */
export function placedValue(value: string, place: Place): string {
  switch (place) {
    case 'text':
    case 'quoted':
      return value;
    case 'url':
      return harmlessAddress(value);
    case 'srcset':
      return harmlessAddress(value.trim()).replace(/[\s,]+/g, percentEncode);
    case 'url-part':
      return percentEncode(value);
    case 'mailbox':
      return percentEncode(value).replaceAll('%40', '@');
    case 'style':
      return styleValue(value);
    case 'script':
      return scriptValue(value);
    case 'page':
      return escapeHtml(value);
    case 'markup':
      return value.replace(/[^A-Za-z0-9-]+/g, '');
  }
}

/** Schemes that a value may bring along. Others (javascript:, data:) do things, or show what is no place at all. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:', 'cid:']);

/** An address as it is; with a scheme that is none of the harmless ones, a relative one that leads nowhere. */
function harmlessAddress(value: string): string {
  if (value.startsWith('https://')) return value; // most
  // White space and controls, as browsers pass over them (URL standard, section 4.4).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is passed over
  const scheme = /^[\x00-\x20]*([a-z][a-z0-9+.\-\t\r\n]*:)/i.exec(value)?.[1];
  if (scheme === undefined || SCHEMES.has(scheme.replace(/[\t\r\n]/g, '').toLowerCase())) return value;
  return percentEncode(value);
}

/** CSS Syntax 3, section 4.3.7: an escaped character is part of a name or a string, never syntax. */
function styleValue(value: string): string {
  return value.replace(/[^\p{L}\p{N} #%.,_+?=:/-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
}

/** ECMAScript and JSON: an escape outside of a string is a syntax error, inside of one a character. Numbers stay. */
function scriptValue(value: string): string {
  if (/^-?\d{1,20}(?:\.\d{1,20})?$/.test(value)) return value;
  return value.replace(/[^A-Za-z0-9 ]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Filters whose result is fit for an address. */
const ENCODING = new Set(['urlencode', 'rawurlencode']);

/** The place of a tag in an address; what its own filters have encoded is not encoded again. */
export function placeOfTag({ filters }: TagSlot, place: Place): Place {
  const isEncoded = ENCODING.has(filters.at(-1)?.name ?? '');
  return isEncoded && (place === 'url-part' || place === 'mailbox') ? 'quoted' : place;
}

/** Whether a text is the scheme of a web address and nothing more: editors write it before tags that are whole addresses. */
export function isBareScheme(text: string): boolean {
  return /^https?:\/\/$/i.test(text);
}

/** The value of a tag behind a scheme: the scheme goes when the value brings its own. */
export function behindScheme(scheme: string, value: string): string {
  return /^https?:\/\//i.test(value) ? value : scheme + percentEncode(value);
}

/** Joins the pieces of a web address: values are parts of it, encoded. `before` stands before them. */
export function renderAddress(pieces: readonly Piece[], lookup: Lookup, before = ''): string {
  let address = before;
  for (const piece of pieces) {
    if (typeof piece === 'string') address += piece;
    else if (piece.kind === 'choice') address = renderAddress(chosen(piece, lookup), lookup, address);
    else if (isBareScheme(address)) address = behindScheme(address, renderTag(piece, lookup));
    else address += placedValue(renderTag(piece, lookup), placeOfTag(piece, 'url-part'));
  }
  return address;
}
