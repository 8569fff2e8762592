// An author's content with its sections filled. Pure. A value of a feed is written as the place where it stands wants it:
// it never leaves that place, and nothing of it is ever read as a merge tag.
import { escapeHtml } from '../mail/filters.ts';
import { type FoundTag, renderTag, scanTags, type TagSlot } from '../mail/merge.ts';
import type { FeedItem } from './items.ts';
import { type Place, placesOf } from './places.ts';
import { bracketless, inert, textOfHtml } from './safe-html.ts';
import { type Enabled, type Section, sectionsOf } from './sections.ts';

/** What fills a section: items of a feed, or safe HTML. Undefined leaves the section out. */
export type Filling = readonly FeedItem[] | string | undefined;
export type FillingOf = (section: Section) => Filling;

/** Characters that one section may become; the items that would not fit are left out. */
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

/** The sections of an author's HTML: those that begin and end in its text. */
export function htmlSections(html: string, enabled: Enabled): Section[] {
  const placeOf = placesOf(html);
  return sectionsOf(html, enabled, { isHtml: true, mayStand: (at) => placeOf(at).kind === 'text' });
}

/** The sections of an author's plain text. */
export function textSections(text: string, enabled: Enabled): Section[] {
  return sectionsOf(text, enabled, { isHtml: false });
}

/** HTML with its sections (as htmlSections gave them) filled. */
export function expandHtml(html: string, sections: readonly Section[], fillingOf: FillingOf): string {
  const placeOf = placesOf(html);
  return expanded(html, sections, fillingOf, {
    tag: (slot, at, item) => {
      const place = placeOf(at);
      return { place, text: htmlValue(slot, item, place) };
    },
    page: (safe, at) => {
      const place = placeOf(at);
      return place.kind === 'text' && place.inLink ? withoutLinks(safe) : safe;
    },
  });
}

/** Plain text with its sections (as textSections gave them) filled. */
export function expandText(text: string, sections: readonly Section[], fillingOf: FillingOf): string {
  return expanded(text, sections, fillingOf, {
    tag: (slot, _at, item) => ({ text: tagless(plainValue(slot, item)) }),
    page: (safe) => tagless(textOfHtml(safe)),
  });
}

type Writer = {
  tag(slot: TagSlot, at: number, item: FeedItem): { text: string; place?: Place };
  page(safe: string, at: number): string;
};

function expanded(text: string, sections: readonly Section[], fillingOf: FillingOf, writer: Writer): string {
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
  const body = text.slice(0, section.bodyEnd);
  const isItemTag = (tag: string) => tag.startsWith(prefix) && Object.hasOwn(NAMES, tag.slice(prefix.length));
  const tags = scanTags(body.slice(section.bodyStart), isItemTag).map((tag) => ({
    ...tag,
    start: tag.start + section.bodyStart,
    end: tag.end + section.bodyStart,
  }));
  let out = '';
  for (const item of items) {
    const one = oneItem(body, section.bodyStart, tags, item, writer);
    if (out.length + one.length > SECTION_MAX) break;
    out += one;
  }
  return out;
}

function oneItem(text: string, from: number, tags: readonly FoundTag[], item: FeedItem, writer: Writer): string {
  let out = '';
  let at = from;
  let attribute: Place | undefined;
  let before = ''; // of the attribute's value, as it has become
  for (const { start, end, slot } of tags) {
    out += text.slice(at, start);
    const { text: value, place } = writer.tag(slot, start, item);
    let written = value;
    if (place?.kind === 'attribute') {
      before = place === attribute ? before + text.slice(at, start) : text.slice(place.start, start);
      attribute = place;
      written = attributeValue(value, place, before, text.slice(end, end + 1));
      before += written;
    }
    out += written;
    at = end;
  }
  return out + text.slice(at);
}

function nameOf({ tag }: TagSlot): ItemName {
  return NAMES[tag.slice(tag.indexOf('ITEM_') + 'ITEM_'.length) as keyof typeof NAMES];
}

const isHtmlName = (name: ItemName) => name === 'description' || name === 'content';

/** The value as text, after the tag's filters. */
function plainValue(slot: TagSlot, item: FeedItem): string {
  const name = nameOf(slot);
  return renderTag(slot, () => (isHtmlName(name) ? textOfHtml(item[name]) : item[name]));
}

/** The value for a place in HTML; what stands in an attribute is escaped by attributeValue. */
function htmlValue(slot: TagSlot, item: FeedItem, place: Place): string {
  if (place.kind === 'closed') return '';
  const name = nameOf(slot);
  if (place.kind === 'text' && isHtmlName(name) && slot.filters.length === 0) {
    return place.inLink ? withoutLinks(item[name]) : item[name];
  }
  // A last htmlencode is what happens here anyway.
  const filters = slot.filters.at(-1)?.name === 'htmlencode' ? slot.filters.slice(0, -1) : slot.filters;
  const value = plainValue({ ...slot, filters }, item);
  if (place.kind === 'attribute') return value;
  const escaped = inert(escapeHtml(value));
  return place.kind === 'text' ? escaped.replaceAll('\n', '<br>\n') : escaped;
}

/** Safe HTML without its links, since a link in a link would end the outer one. Our own writing: no `>` in attributes. */
function withoutLinks(safe: string): string {
  return safe.replace(/<a(?: [^>]*)?>|<\/a>/g, '');
}

const ADDRESSES = new Set([
  'href',
  'src',
  'srcset',
  'background',
  'action',
  'formaction',
  'cite',
  'poster',
  'data',
  'xlink:href',
]);
/** The author's own beginning of an address, after which a value changes its scheme no more. */
const BEGUN = /^\s*(?:(?:https?|mailto|tel|sms):|[/?#[]|[^:]*[/?#])/i;

/** @param before what the attribute's value has become up to here */
function attributeValue(value: string, place: Place & { kind: 'attribute' }, before: string, next: string): string {
  const { name, quote } = place;
  const isAddress = ADDRESSES.has(name);
  let safe = value.replace(/[\r\n]+/g, ' ');
  if (name.startsWith('on') || name === 'srcdoc') safe = '';
  else if (name === 'style')
    safe = /^https?:\/\//.test(safe) ? safe.replace(/[\s()'"\\;]/g, encodeURIComponent).replace(/['()]/g, '') : '';
  else if (isAddress && (before.trim() === '' ? !/^https?:\/\//i.test(safe) : !BEGUN.test(before))) safe = '';
  const escaped = isAddress ? escapeHtml(bracketless(safe)) : inert(escapeHtml(safe));
  if (quote !== null) return escaped;
  if (escaped === '' && before === '' && /[\s>]/.test(next)) return '""';
  return escaped.replace(/[\s=`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** In plain text nothing can be escaped: after a bracket that could begin a merge tag stands a word joiner, unseen. */
function tagless(text: string): string {
  return text.replace(/\[(?=[A-Z])/g, '[\u2060');
}
