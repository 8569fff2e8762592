// Fills the sections of an author's content. Pure. A feed value is escaped for its place: it never
// leaves that place, and is never parsed as a merge tag.
import { escapeHtml } from '../kernel/text/escape-html.ts';
import { type FoundTag, renderTag, scanTags, type TagSlot } from '../mail/merge/merge.ts';
import { type PlaceRange, placesOf } from '../mail/merge/places.ts';
import type { FeedItem } from './read/items.ts';
import { bracketless, inert, textOfHtml } from './read/safe-html.ts';
import { type EnabledSections, type Section, sectionsOf } from './sections.ts';

/** The content of a section: items of a feed, or safe HTML. Undefined leaves the section out. */
export type SectionContent = readonly FeedItem[] | string | undefined;
export type ContentOf = (section: Section) => SectionContent;

/** Longest filled section in characters; items that do not fit are left out. */
const SECTION_MAX = 1_000_000;

const NAMES = {
  TITLE: 'title',
  DESCRIPTION: 'description',
  CONTENT: 'content',
  IMAGE: 'image',
  LINK: 'link',
  PUBDATE: 'pubDate',
  GUID: 'guid',
} as const satisfies Record<string, keyof FeedItem>;
type ItemName = (typeof NAMES)[keyof typeof NAMES];

/** The sections of an author's HTML that begin and end in its text. */
export function htmlSections(html: string, enabled: EnabledSections): Section[] {
  const placeOf = placeFinder(html);
  return sectionsOf(html, enabled, { isHtml: true, mayStand: (at) => placeOf(at)?.place === 'text' });
}

/** The sections of an author's plain text. */
export function textSections(text: string, enabled: EnabledSections): Section[] {
  return sectionsOf(text, enabled, { isHtml: false });
}

/** HTML with its sections (as htmlSections gave them) filled. */
export function expandHtml(html: string, sections: readonly Section[], fillingOf: ContentOf): string {
  const placeOf = placeFinder(html);
  const inLinks = new Map<number, boolean>(); // a tag is asked about for each item
  const isInLink = (at: number) => {
    const known = inLinks.get(at) ?? isLinkOpen(html, at);
    inLinks.set(at, known);
    return known;
  };
  return expanded(html, sections, fillingOf, {
    tag: (slot, at, item) => {
      const range = placeOf(at);
      const isText = range?.place === 'text';
      const value = isText ? textValue(slot, item, () => isInLink(at)) : plainValue(escapedAnyway(slot), item);
      return { value, range: isText ? undefined : (range ?? MARKUP) };
    },
    page: (safe, at) => (isInLink(at) ? withoutLinks(safe) : safe),
  });
}

/** Plain text with its sections (as textSections gave them) filled. */
export function expandText(text: string, sections: readonly Section[], fillingOf: ContentOf): string {
  const neutral = text.includes('[RANDOM_CONTENT:') ? bracketsGone : tagless;
  return expanded(text, sections, fillingOf, {
    tag: (slot, _at, item) => ({ value: neutral(plainValue(slot, item)), range: undefined }),
    page: (safe) => neutral(textOfHtml(safe)),
  });
}

/** Finds the place of an offset in the HTML; undefined in markup. */
function placeFinder(html: string): (at: number) => PlaceRange | undefined {
  const ranges = placesOf(html);
  return (at) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const found = ranges[low];
    return found && found.start <= at ? found : undefined;
  };
}

const MARKUP: PlaceRange = { start: 0, end: 0, place: 'markup', isBare: false };

/** Whether the last `<a …>` before an offset is still open. */
function isLinkOpen(html: string, at: number): boolean {
  const before = html.slice(Math.max(0, at - 10_000), at).toLowerCase();
  return Math.max(before.lastIndexOf('<a '), before.lastIndexOf('<a\n')) > before.lastIndexOf('</a');
}

type Writer = {
  /** The value for the tag's place; a range means that it still has to be escaped for it. */
  tag(slot: TagSlot, at: number, item: FeedItem): { value: string; range: PlaceRange | undefined };
  page(safe: string, at: number): string;
};

function expanded(text: string, sections: readonly Section[], fillingOf: ContentOf, writer: Writer): string {
  let out = '';
  let at = 0;
  for (const section of sections) {
    out += text.slice(at, section.start);
    const filling = fillingOf(section);
    if (typeof filling === 'string') out += writer.page(filling, section.start);
    else if (filling) out += repeated(text, section, filling, writer);
    at = section.end;
  }
  return out + text.slice(at);
}

function repeated(text: string, section: Section, items: readonly FeedItem[], writer: Writer): string {
  const prefix = `${section.kind.toUpperCase()}_FEED_ITEM_`;
  const body = text.slice(section.bodyStart, section.bodyEnd);
  const tags = scanTags(body, (tag) => tag.startsWith(prefix) && Object.hasOwn(NAMES, tag.slice(prefix.length)));
  let out = '';
  for (const item of items) {
    const one = oneItem(body, section.bodyStart, tags, item, writer);
    if (out.length + one.length > SECTION_MAX) break;
    out += one;
  }
  return out;
}

/** Fills the body for one item. @param from offset of the body in the whole text */
function oneItem(body: string, from: number, tags: readonly FoundTag[], item: FeedItem, writer: Writer): string {
  let out = '';
  let at = 0;
  let last: PlaceRange | undefined;
  let before = ''; // how the attribute's value begins, up to here
  for (const { start, end, slot } of tags) {
    const literal = body.slice(at, start);
    const { value, range } = writer.tag(slot, from + start, item);
    let written = value;
    if (range) {
      before = beginning(range === last ? before + literal : body.slice(Math.max(range.start - from, 0), start));
      written = placedValue(value, range, before, body[end]);
      before = beginning(before + written);
    }
    last = range;
    out += literal + written;
    if (out.length > SECTION_MAX) return out; // it is left out
    at = end;
  }
  return out + body.slice(at);
}

/** Enough of an address to know its scheme; each tag in it looks at that much. */
const BEGINNING = 1_000;
const beginning = (address: string) => address.slice(0, BEGINNING);

function nameOf({ tag }: TagSlot): ItemName {
  return NAMES[tag.slice(tag.indexOf('ITEM_') + 'ITEM_'.length) as keyof typeof NAMES];
}

const isHtmlName = (name: ItemName) => name === 'description' || name === 'content';

/** The value as text, after the tag's filters. */
function plainValue(slot: TagSlot, item: FeedItem): string {
  const name = nameOf(slot);
  return renderTag(slot, () => (isHtmlName(name) ? textOfHtml(item[name]) : item[name]));
}

/** The value for HTML text: the feed's HTML unchanged, unless a filter makes it plain text. */
function textValue(slot: TagSlot, item: FeedItem, isInLink: () => boolean): string {
  const name = nameOf(slot);
  if (!isHtmlName(name) || slot.filters.length > 0) {
    return inert(escapeHtml(plainValue(escapedAnyway(slot), item))).replaceAll('\n', '<br>\n');
  }
  return isInLink() ? withoutLinks(item[name]) : item[name];
}

/** Drops a final htmlencode, which HTML applies anyway. */
function escapedAnyway(slot: TagSlot): TagSlot {
  return slot.filters.at(-1)?.name === 'htmlencode' ? { ...slot, filters: slot.filters.slice(0, -1) } : slot;
}

/**
 * Removes links from safe HTML, since a nested link would end the outer one. The input is our own
 * output: no `>` in attributes.
 */
function withoutLinks(safe: string): string {
  return safe.replace(/<a(?: [^>]*)?>|<\/a>/g, '');
}

/** An address that the author began, so that a value cannot change its scheme. */
const BEGUN = /^(?:(?:https?|mailto|tel|sms):|[/?#[]|[^:]*[/?#])/i;

/**
 * Escapes a value for its place.
 * @param before the attribute's value up to here, or its beginning
 * @param next the character after the tag
 */
function placedValue(value: string, { place, isBare }: PlaceRange, before: string, next = ''): string {
  let written = '';
  if (place === 'quoted') written = inert(escapeHtml(value));
  else if (place === 'url') written = escapeHtml(addressPart(value, before));
  else if (place === 'style') written = escapeHtml(styleAddress(value));
  if (!isBare) return written;
  if (written === '' && before === '' && /[\s>]/.test(next)) return '""';
  return written.replace(/[\s=`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function addressPart(value: string, before: string): string {
  const begun = before.trimStart();
  const isFirst = begun === '' && before.length < BEGINNING;
  const isSafe = isFirst ? /^https?:\/\//i.test(value) : BEGUN.test(begun);
  return isSafe ? bracketless(value.replace(/[\r\n]+/g, ' ')) : '';
}

/** Only an address may stand in a style, and nothing in it ends its context. */
function styleAddress(value: string): string {
  if (!/^https?:\/\//i.test(value)) return '';
  return bracketless(value).replace(/[\s'"()\\;{}<>]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

/**
 * Plain text has no escapes: an invisible word joiner follows each bracket that could begin a merge
 * tag.
 */
function tagless(text: string): string {
  return text.replace(/\[(?=[A-Z])/g, '[\u2060');
}

/** Removes brackets and strokes, which delimit alternatives. */
function bracketsGone(text: string): string {
  return text.replaceAll('[', '(').replaceAll(']', ')').replaceAll('|', '/');
}
