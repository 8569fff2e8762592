// Finds the feed sections of a content (wire contract, section 11):
//
//   [XML_FEED_BEGIN url="…" count="5" …] … [XML_FEED_END]    JSON_FEED_ likewise
//   [REMOTE_CONTENT url='…']
//
// Anything written differently is plain text.
import type { FeedKind } from './read/items.ts';
import { textOfHtml } from './read/safe-html.ts';

/** What to do when there is no item to show before a campaign has begun. */
export type WhenEmpty = 'remove' | 'postpone' | 'cancel';
/** Whether an item is shown once for the campaign, or once for each subscriber. */
export type UniqueScope = 'campaign' | 'subscriber';

/**
 * A section of a text: `[start, end)` in UTF-16 units, and within it the part repeated for each
 * item.
 */
export type Section = {
  start: number;
  end: number;
  bodyStart: number;
  bodyEnd: number;
  kind: FeedKind;
  /** As the author wrote it; may hold merge tags. */
  url: string;
  /** Items shown, at most 100. */
  count: number;
  /** Items skipped before the first that is shown. */
  offset: number;
  /** Only items that are at most this old, in days; undefined: of any age. */
  daysBack: number | undefined;
  whenEmpty: WhenEmpty;
  unique: UniqueScope | undefined;
};

/** The kinds switched on by the campaign's options. */
export type EnabledSections = { xml: boolean; json: boolean };

const HEAD = /\[(?:(XML|JSON)_FEED_BEGIN|REMOTE_CONTENT)(?=\s|&nbsp;)/g;
const ATTRIBUTE =
  /(?:\s|&nbsp;){1,20}([a-z][a-z-]{0,31})\s{0,20}=\s{0,20}(?:"([^"]{0,2000})"|'([^']{0,2000})'|&quot;(.{0,2000}?)&quot;|&#0?39;(.{0,2000}?)&#0?39;)/iy;
const TAIL = /(?:\s|&nbsp;){0,20}\]/y;
/** More addresses than anybody needs; further sections are plain text. */
const SECTIONS_MAX = 20;

/** Whether a content may hold a section: a quick search that spares most contents the parsing. */
export function mayHoldSections(content: string): boolean {
  return content.includes('_FEED_BEGIN') || content.includes('[REMOTE_CONTENT');
}

/**
 * Finds the sections of a text, in order; none overlaps another.
 * @param isHtml decode entities in the tag
 * @param mayStand whether a section may begin or end at an offset of the text
 */
export function sectionsOf(
  text: string,
  enabled: EnabledSections,
  { isHtml, mayStand }: { isHtml: boolean; mayStand?: (at: number) => boolean },
): Section[] {
  const sections: Section[] = [];
  HEAD.lastIndex = 0;
  for (let head = HEAD.exec(text); head && sections.length < SECTIONS_MAX; head = HEAD.exec(text)) {
    const kind = head[1] === 'XML' ? 'xml' : head[1] === 'JSON' ? 'json' : 'remote';
    const read = parseAttributes(text, HEAD.lastIndex, isHtml);
    if (!read || (kind !== 'remote' && !enabled[kind]) || mayStand?.(head.index) === false) continue;
    const ending = kind === 'remote' ? '' : `[${kind.toUpperCase()}_FEED_END]`;
    const bodyEnd = text.indexOf(ending, read.end);
    if (bodyEnd === -1 || (ending !== '' && mayStand?.(bodyEnd) === false)) continue;
    const end = bodyEnd + ending.length;
    const places = { start: head.index, end, bodyStart: read.end, bodyEnd };
    sections.push({ ...places, kind, ...settingsOf(read.attributes) });
    HEAD.lastIndex = end;
  }
  return sections;
}

type Attributes = ReadonlyMap<string, string>;

function parseAttributes(
  text: string,
  from: number,
  isHtml: boolean,
): { attributes: Attributes; end: number } | undefined {
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(text);
    if (!found) break;
    const [, name = '', ...values] = found;
    const value = values.find((one) => one !== undefined) ?? '';
    attributes.set(name.toLowerCase(), isHtml ? textOfHtml(value) : value.trim());
    at = ATTRIBUTE.lastIndex;
  }
  TAIL.lastIndex = at;
  return attributes.get('url') && TAIL.test(text) ? { attributes, end: TAIL.lastIndex } : undefined;
}

function settingsOf(attributes: Attributes) {
  const number = (name: string, fallback: number) => {
    const text = attributes.get(name) ?? '';
    return /^-?\d{1,6}$/.test(text) ? Number(text) : fallback;
  };
  const daysBack = number('days-back', -1);
  const isUnique = attributes.get('send-only-unique-items')?.toLowerCase() === 'yes';
  return {
    url: attributes.get('url') ?? '',
    count: Math.min(Math.max(number('count', 10), 1), 100),
    offset: Math.max(number('offset', 0), 0),
    daysBack: daysBack < 0 ? undefined : Math.max(daysBack, 1),
    whenEmpty: WHEN_EMPTY[attributes.get('no-item-action')?.toLowerCase() ?? ''] ?? 'remove',
    unique: isUnique ? (attributes.get('unique-per') === 'subscriber' ? 'subscriber' : 'campaign') : undefined,
  } as const;
}

const WHEN_EMPTY: Readonly<Record<string, WhenEmpty>> = {
  'postpone-campaign': 'postpone',
  'cancel-campaign': 'cancel',
  skip: 'cancel',
};
