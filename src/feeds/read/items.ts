// Parses a fetched document into a feed's items, or a page's content, as plain data that is safe to
// store and to show.
import { parseFeed, parseJsonFeed } from 'feedsmith';
import { sha256 } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { firstPicture, safeHtml, textOfHtml, webAddress } from './safe-html.ts';
import { UnreadableError } from './unreadable.ts';

/**
 * A stored item. Texts are plain, `description` and `content` are safe HTML, addresses are http(s)
 * or empty.
 */
export type FeedItem = {
  title: string;
  description: string;
  content: string;
  image: string;
  link: string;
  /** As written in the feed. */
  pubDate: string;
  guid: string;
  /** Instant of `pubDate` in ms; null when it is missing or invalid. */
  at: number | null;
  /** SHA-256 of the item's identity. */
  hash: string;
};

export type FeedKind = 'xml' | 'json' | 'remote';

/** Items stored of a feed: as many as a section can show and skip. */
const ITEMS_MAX = 300;
const TITLE_MAX = 1_000;
const BODY_MAX = 100_000;
/** Characters stored for one address. */
const KEPT_MAX = 500_000;

/**
 * Parses a document.
 * @param base the address it came from
 * @returns JSON of FeedItem[] in the order of the feed; for kind remote JSON of the safe HTML
 * @throws UnreadableError
 */
export function parseDocument(kind: FeedKind, text: string, base: string): string {
  if (kind === 'remote') return JSON.stringify(pageOf(text, base));
  const raws = kind === 'xml' ? xmlItems(text) : jsonItems(text);
  const items: FeedItem[] = [];
  let size = 0;
  for (const raw of raws.slice(0, ITEMS_MAX)) {
    const item = itemOf(raw, base);
    size += JSON.stringify(item).length;
    if (size > KEPT_MAX) break;
    items.push(item);
  }
  return JSON.stringify(items);
}

function pageOf(text: string, base: string): string {
  const html = safeHtml(text, base);
  if (html.length > KEPT_MAX) throw new UnreadableError(say('feed-large', { most: KEPT_MAX }));
  return html;
}

/** An item of a document; the title is text, description and content are HTML. */
type RawItem = { [name in Exclude<keyof FeedItem, 'at' | 'hash'>]?: string | undefined };

function itemOf(raw: RawItem, base: string): FeedItem {
  const link = webAddress(raw.link ?? '', base);
  const from = link || base;
  const bodies = [raw.description ?? '', raw.content ?? ''].map((html) => html.slice(0, BODY_MAX));
  const [description = '', content = ''] = bodies.map((html) => safeHtml(html, from));
  const title = (raw.title ?? '').replace(/\s+/g, ' ').trim().slice(0, TITLE_MAX).toWellFormed();
  const guid = (raw.guid ?? '').slice(0, TITLE_MAX).toWellFormed();
  const pubDate = (raw.pubDate ?? '').slice(0, 100).toWellFormed();
  const at = Date.parse(pubDate);
  return {
    title,
    description: description || content,
    content: content || description,
    image: webAddress(raw.image ?? '', from) || firstPicture(bodies.join(''), from),
    link,
    pubDate,
    guid: guid || link,
    at: Number.isNaN(at) ? null : at,
    hash: sha256(guid || link || JSON.stringify([title, description])),
  };
}

function xmlItems(text: string): RawItem[] {
  if (declaresEntities(text)) throw new UnreadableError(say('feed-entities'));
  let parsed: ParsedFeed;
  try {
    parsed = parseFeed(text, { maxItems: ITEMS_MAX });
  } catch {
    throw new UnreadableError(say('feed-no-xml'));
  }
  if (parsed.format === 'rss') return (parsed.feed.items ?? []).map(ofRss);
  if (parsed.format === 'rdf') return (parsed.feed.items ?? []).map(ofRdf);
  if (parsed.format === 'atom') return (parsed.feed.entries ?? []).map(ofAtom);
  throw new UnreadableError(say('feed-no-xml'));
}

/**
 * Whether the document has a DTD with declarations: no feed needs one, and every entity bomb does.
 */
function declaresEntities(text: string): boolean {
  const at = text.search(/<!DOCTYPE/i);
  if (at === -1 || at > text.search(/<[a-z]/i)) return false;
  return /^[^>]{0,1000}\[/.test(text.slice(at, at + 1_002)) || /<!ENTITY/i.test(text.slice(0, text.search(/<[a-z]/i)));
}

type ParsedFeed = ReturnType<typeof parseFeed>;
type FeedOf<Format> = Extract<ParsedFeed, { format: Format }>['feed'];
type RssItem = NonNullable<FeedOf<'rss'>['items']>[number];
type RdfItem = NonNullable<FeedOf<'rdf'>['items']>[number];
type AtomEntry = NonNullable<FeedOf<'atom'>['entries']>[number];
type JsonItem = NonNullable<ReturnType<typeof parseJsonFeed>['items']>[number];

/** The first value that is a text: dates are passed on as written. */
function firstText(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string');
}

function ofRss(item: RssItem): RawItem {
  return {
    title: item.title,
    description: item.description,
    content: item.content?.encoded,
    link: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
    guid: item.guid?.value,
    pubDate: firstText(item.pubDate, item.dc?.dates?.[0]),
    image:
      pictureOf(item.media) ??
      item.enclosures?.find(({ type, url }) => isPicture(type, url))?.url ??
      item.itunes?.image,
  };
}

function ofRdf(item: RdfItem): RawItem {
  const { title, description, link, dc, media, rdf } = item;
  const guid = rdf?.about ?? link;
  return {
    title,
    description,
    content: item.content?.encoded,
    link,
    guid,
    pubDate: firstText(dc?.dates?.[0]),
    image: pictureOf(media),
  };
}

function ofAtom(entry: AtomEntry): RawItem {
  const links = entry.links ?? [];
  const { title, summary, content } = entry;
  return {
    title: title?.type && title.type !== 'text' ? textOfHtml(title.value ?? '') : title?.value,
    description: htmlOfText(summary),
    content: htmlOfText(content),
    link: (links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links[0])?.href,
    guid: entry.id,
    pubDate: firstText(entry.published, entry.updated),
    image:
      pictureOf(entry.media) ?? links.find(({ rel, type, href }) => rel === 'enclosure' && isPicture(type, href))?.href,
  };
}

/**
 * HTML of a text construct: without a type, or with type `text`, it is plain text (RFC 4287,
 * section 3.1).
 */
function htmlOfText(text: { type?: string | undefined; value?: string | undefined } | undefined): string | undefined {
  if (!text?.value || (text.type !== undefined && /html/i.test(text.type))) return text?.value;
  return text.value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function pictureOf(media: RssItem['media']): string | undefined {
  const contents = media?.contents ?? [];
  return (
    contents.find(({ medium, type, url }) => medium === 'image' || isPicture(type, url))?.url ??
    media?.thumbnails?.[0]?.url ??
    contents[0]?.thumbnails?.[0]?.url
  );
}

function isPicture(type: string | undefined, url: string | undefined): boolean {
  return type?.startsWith('image/') ?? /\.(?:jpe?g|png|gif|webp)(?:[?#]|$)/i.test(url ?? '');
}

function jsonItems(text: string): RawItem[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableError(say('feed-no-json'));
  }
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).flatMap((item) => (isObject(item) ? [ofPlain(item)] : []));
  if (!isObject(value) || !Array.isArray(value['items'])) throw new UnreadableError(say('feed-no-list'));
  try {
    return (parseJsonFeed(value, { maxItems: ITEMS_MAX }).items ?? []).map(ofJsonFeed);
  } catch {
    throw new UnreadableError(say('feed-no-json-feed'));
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An item of a plain list, whose members are named like the tags. */
function ofPlain(item: Record<string, unknown>): RawItem {
  const text = (name: string) => {
    const value = item[name];
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  };
  return {
    title: text('title'),
    description: text('description'),
    content: text('content'),
    image: text('image'),
    link: text('link'),
    pubDate: text('pubDate'),
    guid: text('guid'),
  };
}

function ofJsonFeed(item: JsonItem): RawItem {
  const { content_html: html, content_text: text } = item;
  return {
    title: item.title,
    description: htmlOfText({ value: item.summary }),
    content: html ?? htmlOfText({ value: text }),
    image:
      item.image ?? item.banner_image ?? item.attachments?.find(({ mime_type, url }) => isPicture(mime_type, url))?.url,
    link: item.url ?? item.external_url,
    pubDate: firstText(item.date_published, item.date_modified),
    guid: item.id,
  };
}
