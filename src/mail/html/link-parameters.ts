// Query parameters that every web link of a mail gets, for web analytics. An address stays byte for
// byte around them. Pure, linear in the address's length.
import { percentEncode } from '../merge/filters.ts';
import { type IsKnown, type Lookup, renderTag, scanTags, scanText, type TagSlot } from '../merge/merge.ts';

/** `value` is percent-encoded; merge tags of recipients stand in it as written. */
export type LinkParameter = { name: string; value: string };

/** What links get. */
export type LinkMarking = {
  parameters: readonly LinkParameter[];
  /** As in scanText. */
  isKnownTag: IsKnown | undefined;
  /** Addresses below it are files of this server, which nobody measures. */
  filesUrl: string;
};

/** A text to put into an address, and its offset there in UTF-16 units. */
export type Insertion = { at: number; text: string };

/**
 * An author's value for a parameter.
 * @param fillingOf what tags are filled with at once; undefined for those that stay
 */
export function parameterValue(written: string, isKnown: IsKnown, fillingOf: Lookup): string {
  let value = '';
  let at = 0;
  for (const { start, end, slot } of scanTags(written, isKnown)) {
    const isFilled = fillingOf(slot.tag) !== undefined;
    value += percentEncode(written.slice(at, start));
    value += isFilled ? percentEncode(renderTag(slot, fillingOf)) : written.slice(start, end);
    at = end;
  }
  return value + percentEncode(written.slice(at));
}

/**
 * What an http or https address gets, before its fragment: the parameters that it has not.
 * Undefined: nothing, also where its query or fragment depends on a choice, and for a tag that is
 * the whole address.
 */
export function insertionIn(address: string, { parameters, isKnownTag, filesUrl }: LinkMarking): Insertion | undefined {
  if (parameters.length === 0 || address.startsWith(`${filesUrl}/`)) return undefined;
  const literal = literalOf(address, isKnownTag);
  if (literal === undefined) return undefined;
  const fragment = literal.indexOf('#');
  const at = fragment === -1 ? address.length : fragment;
  if (/^https?:\/\/ *$/i.test(literal.slice(0, at))) return undefined;
  const mark = literal.slice(0, at).indexOf('?');
  const query = mark === -1 ? '' : address.slice(mark + 1, at);
  const own = new Set(query.split('&').map(nameOf));
  const added = parameters.filter(({ name }) => !own.has(name)).map(({ name, value }) => `${name}=${value}`);
  if (added.length === 0) return undefined;
  const separator = mark === -1 ? '?' : query === '' || query.endsWith('&') ? '' : '&';
  return { at, text: separator + added.join('&') };
}

/** The address with what it gets. */
export function withInsertion(address: string, insertion: Insertion | undefined): string {
  if (!insertion) return address;
  return address.slice(0, insertion.at) + insertion.text + address.slice(insertion.at);
}

/** An inserted text as literals and slots. */
export function insertedPieces(text: string, isKnown: IsKnown | undefined): (string | TagSlot)[] {
  const pieces: (string | TagSlot)[] = [];
  let at = 0;
  for (const { start, end, slot } of isKnown ? scanTags(text, isKnown) : []) {
    pieces.push(text.slice(at, start), slot);
    at = end;
  }
  return [...pieces, text.slice(at)].filter((piece) => piece !== '');
}

/** A number sign in an attribute's value: by itself, or as a character reference. */
const NUMBER_SIGN = /&#0*35(?!\d);?|&#[xX]0*23(?![\dA-Fa-f]);?|&num;|#/g;
/** The beginning of any reference by number. */
const REFERENCE = /&#(?=\d|[xX][\dA-Fa-f])/g;

/**
 * Where the same is put into the address as HTML has it: an offset in `raw`, the attribute's value
 * as written; `decoded` is its text. Undefined: white space at its end is written as character
 * references.
 */
export function offsetInHtml(raw: string, decoded: string, { at, address }: { at: number; address: string }) {
  if (at === address.length) {
    const isPlain = raw.length - raw.trimEnd().length === decoded.length - decoded.trimEnd().length;
    return isPlain ? raw.trimEnd().length : undefined;
  }
  const before = address.slice(0, at).split('#').length - 1; // those within merge tags
  return numberSigns(raw)[before];
}

function numberSigns(raw: string): number[] {
  const ofReferences = new Set([...raw.matchAll(REFERENCE)].map(({ index }) => index + 1));
  return [...raw.matchAll(NUMBER_SIGN)].map(({ index }) => index).filter((at) => !ofReferences.has(at));
}

/** The address with spaces for its merge tags and marks of choices; undefined: as above. */
function literalOf(address: string, isKnown: IsKnown | undefined): string | undefined {
  const { tags, marks } = scanText(address, isKnown);
  let literal = '';
  for (const { start, end } of [...tags, ...marks].toSorted((a, b) => a.start - b.start)) {
    literal += address.slice(literal.length, start) + ' '.repeat(end - start);
  }
  literal += address.slice(literal.length);
  let depth = 0;
  let begun = 0;
  for (const { start, end, mark } of marks) {
    if (mark.mark === 'begin') {
      if (depth === 0) begun = end;
      depth += 1;
    } else if (mark.mark === 'end') {
      depth -= 1;
      if (depth === 0 && /[?#]/.test(literal.slice(begun, start))) return undefined;
    }
  }
  return literal;
}

function nameOf(pair: string): string {
  const [name = ''] = pair.split('=', 1);
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name; // no encoding of a text
  }
}
