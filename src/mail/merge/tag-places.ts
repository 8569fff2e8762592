// The merge tags of a page, each with its place.
import { rangeFinder } from '../../kernel/text/range-finder.ts';
import type { FoundTag } from './merge.ts';
import { isBareScheme } from './placed-values.ts';
import { type Place, type PlaceRange, placesOf } from './places.ts';

/**
 * A tag and its place. `scheme` (`http://`): the text directly before it in the address; `start` is
 * then its start.
 */
export type PlacedTag = FoundTag & { place: Place; scheme?: string };
export type PlacedTags = {
  tags: PlacedTag[];
  /** Values may hold spaces: quotes to add around unquoted attributes, and their offsets. */
  quotes: { at: number; quote: string }[];
};

/** Places the tags, which come in order. Linear in the page's length. */
export function placedTags(html: string, found: readonly FoundTag[]): PlacedTags {
  const placed: PlacedTags = { tags: [], quotes: [] };
  const places = found.length === 0 ? [] : placesOf(html);
  const placeAt = rangeFinder(places);
  let range: PlaceRange | undefined;
  let place = inMarkup;
  for (const tag of found) {
    const around = placeAt(tag.start);
    if (around !== range) place = around ? rangePlacer(html, around, placed) : inMarkup;
    range = around;
    placed.tags.push(place(tag));
  }
  return placed;
}

type PlaceTag = (tag: FoundTag) => PlacedTag;

const inMarkup: PlaceTag = (tag) => ({ ...tag, place: 'markup' });

/** How the tags of one range are placed; what depends on the whole range is computed once. */
function rangePlacer(html: string, range: PlaceRange, placed: PlacedTags): PlaceTag {
  if (range.isBare) {
    const value = html.slice(range.start, range.end);
    const quote = ['"', "'"].find((mark) => !value.includes(mark));
    if (quote === undefined) return inMarkup;
    for (const at of [range.start, range.end]) placed.quotes.push({ at, quote });
  }
  const { place } = range;
  if (place === 'url') return addressPlacer(html, range);
  return place === 'srcset' ? candidatePlacer(html, range) : (tag) => ({ ...tag, place });
}

const CHOICE = '[RANDOM_CONTENT:';

function addressPlacer(html: string, { start, end }: PlaceRange): PlaceTag {
  const value = html.slice(start, end);
  const first = start + (value.length - value.trimStart().length);
  const isChoice = html.startsWith(CHOICE, first);
  const query = value.indexOf('?');
  const mailboxEnd = /^\s*mailto:/i.test(value) ? (query === -1 ? end : start + query) : 0;
  return (tag) => {
    // The beginning of the address, or of one of its alternatives.
    if (tag.start <= first || (isChoice && ':|'.includes(html[tag.start - 1] ?? ' '))) return { ...tag, place: 'url' };
    const before = html.slice(first, Math.min(tag.start, first + CHOICE.length));
    if (tag.start === first + before.length && isBareScheme(before)) {
      return { ...tag, start: first, place: 'url', scheme: before };
    }
    return { ...tag, place: tag.start < mailboxEnd ? 'mailbox' : 'url-part' };
  };
}

/** Addresses with descriptors, separated by commas (HTML, section 4.8.4.2.1). */
function candidatePlacer(html: string, { start, end }: PlaceRange): PlaceTag {
  const hasChoice = html.slice(start, end).includes(CHOICE);
  return (tag) => {
    let first = tag.start;
    const limit = Math.max(start, tag.start - CHOICE.length); // longer than any scheme
    while (first > limit && !/[\s,]/.test(html[first - 1] ?? ' ')) first -= 1;
    const before = html.slice(first, tag.start);
    if (isBareScheme(before)) return { ...tag, start: first, place: 'srcset', scheme: before };
    const isFirst = before === '' || (hasChoice && /[:|]$/.test(before));
    return { ...tag, place: isFirst ? 'srcset' : 'url-part' };
  };
}
