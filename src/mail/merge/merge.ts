// Merge tags: `[TAG]` and `[TAG:filter:f1|f2(x)]` (wire contract, section 11). A text is parsed
// once into pieces; values are put between the pieces and never parsed again, so a value that holds
// a tag stays text.
//
//   parseTags(text, isKnown)              → Piece[]   (string | TagSlot | Choice)
//   renderPieces(pieces, lookup, encode?) → string
//   scanText(text, isKnown)               → the tags and the marks of choices, with positions
//
// `[IF:…]`, `[ELSE]` and `[ENDIF]` are marks, as those of choices. Unknown tags and filters stay as
// written. Pieces are plain data (they cross thread borders).
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import {
  addPiece,
  type Choice,
  type ChoiceMark,
  chosenAlternative,
  type FoundMark,
  gatherChoices,
  scanChoices,
  scanConditions,
} from './choices.ts';
import { applyFilters, type Filter, isFilter } from './filters.ts';

/** A slot: the tag's name and the filters to run over its value. */
export type TagSlot = { kind: 'tag'; tag: string; filters: Filter[] };
export type Piece = string | TagSlot | Choice<TagSlot>;
/** The value of a tag, not escaped; undefined counts as empty. */
export type Lookup = (tag: string) => string | undefined;
/** Whether there is a tag of this name. */
export type IsKnown = (tag: string) => boolean;
/** A tag in a text: `[start, end)` in UTF-16 units. */
export type FoundTag = { start: number; end: number; slot: TagSlot };

// All bounded, so that a hostile text of opening brackets takes linear time.
const TAG = /\[([A-Z][A-Z0-9_]{0,63})(?:\]|:filter:)/y;
const FILTER = /([a-z0-9]{1,20})(?:\(([^)\r\n]{0,255})\))?([|\]])/y;
const FILTERS_MAX = 16;

/** Finds every known tag, in order. `isKnown` gets the bare name. */
export function scanTags(text: string, isKnown: IsKnown): FoundTag[] {
  const found: FoundTag[] = [];
  let from = text.indexOf('[');
  while (from !== -1) {
    const tag = parseTag(text, from, isKnown);
    if (tag) found.push(tag);
    from = text.indexOf('[', tag ? tag.end : from + 1);
  }
  return found;
}

/**
 * Finds the known tags and the marks of choices, each in order. Without `isKnown` the text was not
 * written by an author, and nothing is found.
 */
export function scanText(text: string, isKnown: IsKnown | undefined): { tags: FoundTag[]; marks: FoundMark[] } {
  if (!isKnown) return { tags: [], marks: [] };
  const tags = scanTags(text, isKnown);
  const choices = scanChoices(text, tags);
  const conditions = scanConditions(text, tags, { choices, isKnown });
  const marks = [...choices, ...conditions].toSorted((a, b) => a.start - b.start);
  return { tags, marks: conditions.length === 0 ? choices : marks };
}

/**
 * Cuts a text into literal pieces and slots; no literal piece is empty. `isKnown` as in scanText.
 */
export function parseTags(text: string, isKnown: IsKnown | undefined): Piece[] {
  const pieces: (string | TagSlot | ChoiceMark)[] = [];
  const { tags, marks } = scanText(text, isKnown);
  const found = marks.length === 0 ? tags : [...tags, ...marks].toSorted((a, b) => a.start - b.start);
  let at = 0;
  for (const { start, end, ...hit } of found) {
    addPiece(pieces, text.slice(at, start));
    pieces.push('slot' in hit ? hit.slot : hit.mark);
    at = end;
  }
  addPiece(pieces, text.slice(at));
  return gatherChoices(pieces);
}

/**
 * Characters of a text with its values, more than any mail server takes: a short text can repeat a
 * long value a thousand times.
 */
export const MOST_FILLED = 10_000_000;

/** @throws AppError `state` for a text that its values make too long */
export function requireFilled(length: number): void {
  if (length > MOST_FILLED) throw new AppError('state', say('template-filled-long', { most: MOST_FILLED }));
}

/** Joins pieces with the tags' filtered values; `encode` (escaping) is applied to values only. */
export function renderPieces(pieces: readonly Piece[], lookup: Lookup, encode?: (value: string) => string): string {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else if (piece.kind === 'tag') text += encode ? encode(renderTag(piece, lookup)) : renderTag(piece, lookup);
    else text += renderPieces(chosenAlternative(piece, lookup), lookup, encode);
    requireFilled(text.length);
  }
  return text;
}

/** The value of one slot after its filters, not escaped. */
export function renderTag(slot: TagSlot, lookup: Lookup): string {
  const value = lookup(slot.tag) ?? '';
  return slot.filters.length === 0 ? value : applyFilters(value, slot.filters);
}

function parseTag(text: string, start: number, isKnown: IsKnown): FoundTag | undefined {
  TAG.lastIndex = start;
  const head = TAG.exec(text);
  const tag = head?.[1];
  if (!head || tag === undefined || tag === 'ELSE' || tag === 'ENDIF' || !isKnown(tag)) return undefined;
  if (head[0].endsWith(']')) return { start, end: TAG.lastIndex, slot: { kind: 'tag', tag, filters: [] } };
  const filters: Filter[] = [];
  FILTER.lastIndex = TAG.lastIndex;
  while (filters.length < FILTERS_MAX) {
    const [, name = '', argument, closing] = FILTER.exec(text) ?? [];
    if (!isFilter(name)) return undefined;
    filters.push(argument === undefined ? { name } : { name, argument });
    if (closing === ']') return { start, end: FILTER.lastIndex, slot: { kind: 'tag', tag, filters } };
  }
  return undefined;
}
