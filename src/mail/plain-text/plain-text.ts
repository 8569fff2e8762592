// Makes plain text from HTML pieces, and finds links in an author's own text. Slots are kept as
// slots.

import { rangeFinder } from '../../kernel/text/range-finder.ts';
import { linksIn, visiblePart } from '../html/hidden-html.ts';
import { type HtmlOptions, markingOf, trackable } from '../html/html.ts';
import { insertedPieces, insertionIn, withInsertion } from '../html/link-parameters.ts';
import { withinTime } from '../html/time-box.ts';
import { addPiece, type FoundMark, flatten, gatherChoices } from '../merge/choices.ts';
import { scanText, type TagSlot } from '../merge/merge.ts';
import type { BodyPiece, FlatPiece } from '../merge/pieces.ts';
import { inAddress, isBareScheme } from '../merge/placed-values.ts';
import { isBlank } from './blank.ts';
import { withTidyChoices } from './choice-lines.ts';
import { loadConverter, shownAddress } from './converter.ts';
import { fallbackText } from './fallback.ts';

/**
 * Marks of the private use area replace slots during conversion; the author's text is stripped of
 * them.
 */
const MARK = /\uE000(\d+)\uE001/g;
/** Longest time for one conversion; 1 MB of HTML takes half a second. */
const PATIENCE_MS = 3000;
const MARK_CHARACTERS = /[\uE000\uE001]/g;

type FlatSlot = Exclude<FlatPiece, string>;

/** `isFallback`: the page could not be converted, and this is its bare text. */
export type TextOfHtml = { pieces: BodyPiece[]; isFallback: boolean };

/**
 * Plain text with the content of the HTML: links after their text in <…>, lists with marks, data
 * in columns. Hidden content is left out, except for links that occur nowhere else: those stand at
 * the end, as do all when converting fails.
 */
export function textFromHtml(
  html: readonly BodyPiece[],
  links: readonly string[],
  { patienceMs = PATIENCE_MS } = {},
): TextOfHtml {
  const slots: FlatSlot[] = [];
  let marked = '';
  for (const piece of flatten(html)) {
    if (typeof piece === 'string') marked += piece.replace(MARK_CHARACTERS, '');
    else if (piece.kind !== 'open') marked += quoteMark(piece, `\uE000${slots.push(piece) - 1}\uE001`);
  }
  const slotOf = (mark: string | undefined) => (mark === undefined ? undefined : slots[Number(mark)]);
  // Identifies what an address or a text stands for: two slots of the same tag are equal.
  const meaningOf = (written: string) => {
    const only = slotOf(/^\s*\uE000(\d+)\uE001\s*$/.exec(written)?.[1]);
    const destination = only?.kind === 'link' ? links[only.index] : undefined;
    return destination ?? written.replace(MARK, (_all, mark: string) => meaningOfSlot(slotOf(mark)));
  };
  const visible = visiblePart(marked);
  const convert = loadConverter(); // loaded before the limit counts: loading alone takes seconds on a busy machine
  const converted = withinTime(patienceMs, () => convert(visible, meaningOf));
  const { text, shown } = converted ?? { text: fallbackText(visible), shown: new Set<string>() };
  const known = new Set([...shown].map(meaningOf));
  const missing = linksIn(marked).filter((href) => {
    const isNew = shownAddress(href) !== undefined && !known.has(meaningOf(href));
    known.add(meaningOf(href));
    return isNew;
  });
  const whole = tidied([text, ...missing.map((href) => `<${shownAddress(href)}>`)].join('\n'));
  return { pieces: withTidyChoices(splitMarks(whole, slots)), isFallback: converted === undefined };
}

/** As a part of an address the value is encoded, which makes it another text. */
function meaningOfSlot(slot: FlatSlot | undefined): string {
  if (slot?.kind !== 'tag') return JSON.stringify(slot);
  const { tag, filters, scheme, place } = slot;
  return JSON.stringify([tag, filters, place === 'url-part', scheme]);
}

/** Removes white space at line ends, repeated empty lines, and filler of preheaders. */
function tidied(converted: string): string {
  const lines = converted.split('\n').map((line) => (isBlank(line) ? '' : line.trimEnd()));
  const text = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return `${text.replace(/^\n+/, '').trimEnd()}\n`;
}

/** Pieces of an author's own plain text, with tracked and marked links when requested. */
export function textFromAuthor(text: string, options: Omit<HtmlOptions, 'openPixel'>): BodyPiece[] {
  const { tags, marks } = scanText(text, options.isKnownTag);
  const addresses = addressesIn(text, marks);
  const links = linksOf(addresses, options);
  const pieces: FlatPiece[] = [];
  const addressAt = rangeFinder(addresses);
  let at = 0;
  for (const found of [...tags, ...marks, ...links].toSorted((a, b) => a.start - b.start)) {
    if (found.start < at) continue; // inside a tracked destination
    const before = 'slot' in found ? text.slice(addressAt(found.start)?.start ?? text.length, found.start) : '';
    addPiece(pieces, text.slice(at, isBareScheme(before) ? found.start - before.length : found.start));
    if ('destination' in found) pieces.push({ kind: 'link', index: options.addLink(found.destination) });
    else if ('inserted' in found) for (const piece of found.inserted) addPiece(pieces, piece);
    else pieces.push('mark' in found ? found.mark : tagBehind(before, found.slot));
    at = found.end;
  }
  addPiece(pieces, text.slice(at));
  return gatherChoices(pieces);
}

type Inserted = { start: number; end: number; inserted: (string | TagSlot)[] };

/** What becomes of the addresses: those that are tracked as a whole, else what they get. */
function linksOf(
  addresses: readonly FoundAddress[],
  options: Omit<HtmlOptions, 'openPixel'>,
): (FoundAddress | Inserted)[] {
  const marking = markingOf(options);
  return addresses.flatMap(({ start, end, destination }): (FoundAddress | Inserted)[] => {
    if (trackable(destination) !== destination) return [];
    const insertion = insertionIn(destination, marking);
    if (options.trackLinks) return [{ start, end, destination: withInsertion(destination, insertion) }];
    if (!insertion) return [];
    const inserted = insertedPieces(insertion.text, options.isKnownTag).map((piece) =>
      typeof piece === 'string' ? piece : inAddress(piece),
    );
    const at = start + insertion.at;
    return [{ start: at, end: at, inserted }];
  });
}

/** A tag after a part of an address belongs to the address; otherwise it is text. */
function tagBehind(before: string, slot: TagSlot): FlatPiece {
  const tag = { ...slot, tag: slot.tag.replace(/UNSUBSCRIBE_LINK$/, 'UNSUBSCRIBE_URL') };
  if (before === '') return tag;
  return isBareScheme(before) ? { ...tag, place: 'url', scheme: before } : inAddress(tag);
}

/** What closes a sentence after an address. */
const AFTERWARDS = ".,;:!?'…";

type FoundAddress = { start: number; end: number; destination: string };

/** http and https addresses in text, without punctuation that closes a sentence or a bracket. */
function addressesIn(text: string, marks: readonly FoundMark[]): FoundAddress[] {
  const found: FoundAddress[] = [];
  const address = /\bhttps?:\/\/[^\s<>"]{1,2000}/gi;
  let next = 0;
  for (let hit = address.exec(text); hit; hit = address.exec(text)) {
    const start = hit.index;
    while ((marks[next]?.start ?? text.length) < start) next += 1;
    const end = endOfAlternative(marks, next, address.lastIndex);
    address.lastIndex = end ?? address.lastIndex;
    if (end === undefined) continue;
    let last = end;
    while (last > start && AFTERWARDS.includes(text[last - 1] ?? '')) last -= 1;
    let destination = text.slice(start, last);
    if (destination.endsWith(')') && !destination.includes('(')) destination = destination.slice(0, -1);
    found.push({ start, end: start + destination.length, destination });
  }
  return found;
}

/**
 * Where an address ends: with its alternative. Undefined when a choice begins in it and ends
 * elsewhere.
 */
function endOfAlternative(marks: readonly FoundMark[], first: number, end: number): number | undefined {
  let depth = 0;
  for (let i = first; (marks[i]?.start ?? end) < end; i += 1) {
    const { start, mark } = marks[i] as FoundMark;
    if (mark.mark === 'begin') depth += 1;
    else if (depth === 0) return start;
    else if (mark.mark === 'end') depth -= 1;
  }
  return depth === 0 ? end : undefined;
}

function quoteMark(slot: FlatSlot, mark: string): string {
  return slot.kind === 'link' && slot.quote ? `"${mark}"` : mark;
}

/** A mailbox address stands alone in text, not in a `mailto:`: nothing in it is encoded. */
function inText(slot: FlatSlot): FlatSlot {
  if (slot.kind !== 'tag' || slot.place !== 'mailbox') return slot;
  const { place: _, ...tag } = slot;
  return tag;
}

function splitMarks(text: string, slots: readonly FlatSlot[]): BodyPiece[] {
  const pieces: FlatPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    const slot = slots[Number(match[1])];
    addPiece(pieces, text.slice(at, match.index));
    if (slot) pieces.push(inText(slot));
    at = match.index + match[0].length;
  }
  addPiece(pieces, text.slice(at));
  return gatherChoices(pieces);
}
