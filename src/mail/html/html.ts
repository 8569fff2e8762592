// Cuts the HTML of a campaign into literal pieces and slots. Everything else stays byte for byte.
// Nothing is ever fetched.
//
//   prepareHtml(html, options) → BodyPiece[]
//   endOfBody(html) → where a fragment is put
import { Parser } from 'htmlparser2';
import { rangeFinder, type TextRange } from '../../kernel/text/range-finder.ts';
import { addPiece, type ChoiceMark, gatherChoices } from '../merge/choices.ts';
import { type FoundTag, type IsKnown, scanText } from '../merge/merge.ts';
import type { BodyPiece, BodyTagSlot, FlatPiece } from '../merge/pieces.ts';
import { inAddress, placeOfTag } from '../merge/placed-values.ts';
import { type PlacedTag, placedTags } from '../merge/tag-places.ts';
import {
  insertedPieces,
  insertionIn,
  type LinkMarking,
  type LinkParameter,
  offsetInHtml,
  withInsertion,
} from './link-parameters.ts';
import { parseHtml, unclosedStart } from './tags.ts';

export type HtmlOptions = {
  trackLinks: boolean;
  openPixel: boolean;
  /** As in scanText. */
  isKnownTag: IsKnown | undefined;
  /**
   * Called for each tracked link with its destination; returns its index in the message's links.
   */
  addLink: (destination: string) => number;
  /** What every link gets; absent: nothing. */
  linkParameters?: readonly LinkParameter[];
  /** Where files of this server are; no slash at the end. */
  filesUrl?: string;
  /** What links say that a tag makes; absent: English. */
  unsubscribeWord?: string;
};

/** What links get of these options. */
export const markingOf = ({
  linkParameters = [],
  isKnownTag,
  filesUrl = '',
}: Pick<HtmlOptions, 'linkParameters' | 'isKnownTag' | 'filesUrl'>): LinkMarking => ({
  parameters: linkParameters,
  isKnownTag,
  filesUrl,
});

/**
 * Tags whose value is one of our own public pages (wire contract, section 11): a link to one is
 * never tracked.
 */
const OWN_PAGE =
  /^\[(?:UNSUBSCRIBE|DIRECT_UNSUBSCRIBE|UNSUBSCRIBE_FROM_CUSTOMER|UPDATE_PROFILE|WEB_VERSION|FORWARD_FRIEND|SUBSCRIBE|CAMPAIGN|CAMPAIGN_REPORT_ABUSE)_URL(?::filter:[^\]]*)?\]/;
/** Tags that produce a whole link. */
const LINK_TAGS: Record<string, string> = {
  UNSUBSCRIBE_LINK: 'UNSUBSCRIBE_URL',
  DIRECT_UNSUBSCRIBE_LINK: 'DIRECT_UNSUBSCRIBE_URL',
};

type Cut = { start: number; end: number; pieces: FlatPiece[] };
type HtmlPositions = { hrefs: (TextRange & { destination: string; bare: boolean })[]; bodyEnd: number };

/**
 * Cuts HTML at merge tags, choice marks, tracked links and the place of the open pixel. Linear in
 * the text's length.
 */
export function prepareHtml(html: string, options: HtmlOptions): BodyPiece[] {
  const anatomy = dissect(html);
  const links = linkCuts(html, anatomy, options);
  const { tags, marks } = scanText(html, options.isKnownTag);
  const markCuts = marks.map(({ start, end, mark }) => ({ start, end, pieces: [meantMark(mark)] }));
  const cuts = [...links, ...tagCuts(html, outside(links, tags), options.unsubscribeWord), ...outside(links, markCuts)];
  if (options.openPixel) cuts.push({ start: anatomy.bodyEnd, end: anatomy.bodyEnd, pieces: [{ kind: 'open' }] });
  return applyCuts(html, cuts);
}

/** The ranges that do not begin in one of `others`; both in order. */
function outside<R extends TextRange>(others: readonly TextRange[], ranges: readonly R[]): R[] {
  const otherAt = rangeFinder(others);
  return ranges.filter(({ start }) => otherAt(start) === undefined);
}

function tagCuts(html: string, found: readonly FoundTag[], unsubscribeWord?: string): Cut[] {
  const { tags, quotes } = placedTags(html, found);
  return [
    ...quotes.map(({ at, quote }) => ({ start: at, end: at, pieces: [quote] })),
    ...tags.map((tag) => ({ start: tag.start, end: tag.end, pieces: tagPieces(tag, unsubscribeWord) })),
  ];
}

/** Where the body of a page ends, so that what is put there is shown. */
export function endOfBody(html: string): number {
  return dissect(html).bodyEnd;
}

/**
 * Finds the link destinations and the end of the body: before what is not closed, which would
 * swallow what is put there.
 */
function dissect(html: string): HtmlPositions {
  const anatomy: HtmlPositions = { hrefs: [], bodyEnd: -1 };
  let isInBody = false;
  parseHtml(html, {
    onOpen({ name, attributes }) {
      if (name === 'body') isInBody = true;
      if (name !== 'a' && name !== 'area') return;
      const href = attributes.find((attribute) => attribute.name === 'href'); // of duplicates the first counts
      if (!href?.hasValue) return;
      const { valueStart: start, valueEnd: end, value: destination, quote } = href;
      anatomy.hrefs.push({ start, end, destination, bare: quote === '' });
    },
    onClose(name, start) {
      if (name !== 'body' || !isInBody) return;
      anatomy.bodyEnd = start;
      isInBody = false;
    },
  });
  if (anatomy.bodyEnd === -1) anatomy.bodyEnd = unclosedStart(html);
  return anatomy;
}

/** Cuts for links that are tracked, or get parameters. */
function linkCuts(html: string, anatomy: HtmlPositions, options: HtmlOptions): Cut[] {
  const marking = markingOf(options);
  const cuts: Cut[] = [];
  for (const { start, end, destination, bare } of anatomy.hrefs) {
    const address = trackable(destination);
    if (address === undefined) continue;
    const insertion = insertionIn(address, marking);
    if (options.trackLinks) {
      const index = options.addLink(withInsertion(address, insertion));
      cuts.push({ start, end, pieces: [bare ? { kind: 'link', index, quote: true } : { kind: 'link', index }] });
    } else if (insertion) {
      const at = offsetInHtml(html.slice(start, end), destination, { address, at: insertion.at });
      if (at === undefined) continue;
      const pieces = insertedPieces(insertion.text, options.isKnownTag).map((piece) =>
        typeof piece === 'string' ? piece.replaceAll('&', '&amp;') : inAddress(piece),
      );
      cuts.push({ start: start + at, end: start + at, pieces });
    }
  }
  return cuts;
}

/**
 * The destination to store, or undefined when the link is not tracked: only http and https are, and
 * not our own pages. White space around it and line breaks in it are removed, as in browsers (URL
 * standard, section 4.4).
 */
export function trackable(href: string): string | undefined {
  const address = href.replace(/[\t\r\n]+/g, '').trim();
  if (!/^https?:\/\/[^\s]/i.test(address)) return undefined;
  return OWN_PAGE.test(address.replace(/^https?:\/\//i, '')) ? undefined : address;
}

/**
 * Tags as the author meant them: HTML entities in filter arguments are decoded, and a final
 * htmlencode is left to the escaping.
 */
function tagPieces({ slot, place, scheme }: PlacedTag, unsubscribeWord = 'Unsubscribe'): FlatPiece[] {
  const page = LINK_TAGS[slot.tag];
  if (page !== undefined) {
    const url: BodyTagSlot = { kind: 'tag', tag: page, filters: [], place: place === 'text' ? 'url' : place };
    return place === 'text' ? ['<a href="', url, `">${unsubscribeWord}</a>`] : [url];
  }
  const filters = slot.filters.map((filter) =>
    filter.argument === undefined ? filter : { ...filter, argument: decodeEntities(filter.argument) },
  );
  if (filters.at(-1)?.name === 'htmlencode') filters.pop();
  const tag: BodyTagSlot = { kind: 'tag', tag: slot.tag, filters };
  return [{ ...tag, place: placeOfTag(tag, place), ...(scheme !== undefined && { scheme }) }];
}

/** A mark with the value that the author meant, as in tagPieces. */
function meantMark(mark: ChoiceMark): ChoiceMark {
  return mark.test ? { ...mark, test: { ...mark.test, value: decodeEntities(mark.test.value) } } : mark;
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  let decoded = '';
  const parser = new Parser({
    onattribute(_, value) {
      decoded = value;
    },
  });
  parser.end(`<i a="${text.replaceAll('"', '&quot;')}">`);
  return decoded;
}

function applyCuts(source: string, cuts: Cut[]): BodyPiece[] {
  const pieces: FlatPiece[] = [];
  let at = 0;
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    addPiece(pieces, source.slice(at, cut.start));
    for (const piece of cut.pieces) addPiece(pieces, piece);
    at = cut.end;
  }
  addPiece(pieces, source.slice(at));
  return gatherChoices(pieces);
}
