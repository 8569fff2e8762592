// Escapes the value of a merge tag for its place, so that it stays one value there, whatever it
// holds. Pure, linear.

import { escapeHtml } from '../../kernel/text/escape-html.ts';
import { chosenAlternative } from './choices.ts';
import { percentEncode } from './filters.ts';
import { type Lookup, type Piece, renderTag, type TagSlot } from './merge.ts';
import type { Place } from './places.ts';

/** The value for its place, before character references are applied. */
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

/** Schemes allowed in a value. Others (javascript:, data:) run code or show arbitrary content. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:', 'cid:']);

/**
 * The address unchanged or, when its scheme is not allowed, as a relative address that leads
 * nowhere.
 */
function harmlessAddress(value: string): string {
  if (value.startsWith('https://')) return value; // most
  // White space and control characters, which browsers skip (URL standard, section 4.4).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is passed over
  const scheme = /^[\x00-\x20]*([a-z][a-z0-9+.\-\t\r\n]*:)/i.exec(value)?.[1];
  if (scheme === undefined || SCHEMES.has(scheme.replace(/[\t\r\n]/g, '').toLowerCase())) return value;
  return percentEncode(value);
}

/**
 * Escapes for CSS (CSS Syntax 3, section 4.3.7): an escaped character is part of a name or a
 * string, never syntax.
 */
function styleValue(value: string): string {
  return value.replace(/[^\p{L}\p{N} #%.,_+?=:/-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
}

/**
 * Escapes for ECMAScript and JSON: inside a string an escape stands for its character, outside of
 * one it is a syntax error and nothing runs. Numbers stay.
 */
function scriptValue(value: string): string {
  if (/^-?\d{1,20}(?:\.\d{1,20})?$/.test(value)) return value;
  return value.replace(/[^A-Za-z0-9 ]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Filters whose result may stand in an address. */
const ENCODING = new Set(['urlencode', 'rawurlencode']);

/** The place of a tag in an address; what its own filters have encoded is not encoded again. */
export function placeOfTag({ filters }: TagSlot, place: Place): Place {
  const isEncoded = ENCODING.has(filters.at(-1)?.name ?? '');
  return isEncoded && (place === 'url-part' || place === 'mailbox') ? 'quoted' : place;
}

/** A tag as a part of an address. */
export const inAddress = <T extends TagSlot>(tag: T): T & { place: Place } => ({
  ...tag,
  place: placeOfTag(tag, 'url-part'),
});

/**
 * Whether a text is only the scheme of a web address: editors write it before tags that are whole
 * addresses.
 */
export function isBareScheme(text: string): boolean {
  return /^https?:\/\/$/i.test(text);
}

/** The value of a tag after a scheme: the scheme is dropped when the value has its own. */
export function afterScheme(scheme: string, value: string): string {
  return /^https?:\/\//i.test(value) ? value : scheme + percentEncode(value);
}

/**
 * Joins the pieces of a web address, encoding values as parts of it. `before`: the address before
 * them.
 */
export function renderAddress(pieces: readonly Piece[], lookup: Lookup, before = ''): string {
  let address = before;
  for (const piece of pieces) {
    if (typeof piece === 'string') address += piece;
    else if (piece.kind === 'choice') address = renderAddress(chosenAlternative(piece, lookup), lookup, address);
    else if (isBareScheme(address)) address = afterScheme(address, renderTag(piece, lookup));
    else address += placedValue(renderTag(piece, lookup), placeOfTag(piece, 'url-part'));
  }
  return address;
}
