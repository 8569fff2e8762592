// The HTML of a campaign, cut into literal pieces and slots. What is no slot stays byte for byte as it was. Nothing is ever
// fetched.
//
//   prepareHtml(html, options) → BodyPiece[]
//   appendToBody(html, fragment) → html with the fragment before </body>
import { Parser } from 'htmlparser2';
import { type FoundTag, scanTags, type TagSlot } from './merge.ts';
import type { BodyPiece, Slot } from './pieces.ts';

export type HtmlOptions = {
  trackLinks: boolean;
  openPixel: boolean;
  isKnownTag: (tag: string) => boolean;
  /** Called once per tracked link with its destination; gives its index in the message's links. */
  addLink: (destination: string) => number;
};

/** Tags whose value is one of our own public pages (wire contract, section 11): a link to one is never tracked. */
const OWN_PAGE =
  /^\[(?:UNSUBSCRIBE|DIRECT_UNSUBSCRIBE|UNSUBSCRIBE_FROM_CUSTOMER|UPDATE_PROFILE|WEB_VERSION|FORWARD_FRIEND|SUBSCRIBE|CAMPAIGN|CAMPAIGN_REPORT_ABUSE)_URL(?::filter:[^\]]*)?\]/;
/** Tags that stand for a whole link. */
const LINK_TAGS: Record<string, string> = {
  UNSUBSCRIBE_LINK: 'UNSUBSCRIBE_URL',
  DIRECT_UNSUBSCRIBE_LINK: 'DIRECT_UNSUBSCRIBE_URL',
};
/** Elements whose content is no HTML text. */
const RAW_ELEMENTS = new Set(['style', 'script', 'title', 'textarea', 'noscript', 'xmp', 'iframe']);

type Cut = { start: number; end: number; pieces: BodyPiece[] };
type Range = { start: number; end: number };
type Anatomy = { hrefs: (Range & { destination: string; bare: boolean })[]; texts: Range[]; bodyEnd: number };

/** Cuts HTML at merge tags, tracked links and the place of the open pixel. Linear in the text's length. */
export function prepareHtml(html: string, options: HtmlOptions): BodyPiece[] {
  const anatomy = dissect(html);
  const cuts = options.trackLinks ? linkCuts(anatomy, options.addLink) : [];
  const links = [...cuts];
  let next = 0;
  let text = 0;
  for (const tag of scanTags(html, options.isKnownTag)) {
    while (links[next] && (links[next]?.end ?? 0) <= tag.start) next += 1;
    if ((links[next]?.start ?? html.length) <= tag.start) continue; // inside a tracked destination
    while (anatomy.texts[text] && (anatomy.texts[text]?.end ?? 0) <= tag.start) text += 1;
    const inText = (anatomy.texts[text]?.start ?? html.length) <= tag.start;
    cuts.push({ start: tag.start, end: tag.end, pieces: tagPieces(tag, inText) });
  }
  if (options.openPixel) cuts.push({ start: anatomy.bodyEnd, end: anatomy.bodyEnd, pieces: [{ kind: 'open' }] });
  return applyCuts(html, cuts);
}

/** The HTML with `fragment` as the last thing in its body. */
export function appendToBody(html: string, fragment: string): string {
  const { bodyEnd } = dissect(html);
  return html.slice(0, bodyEnd) + fragment + html.slice(bodyEnd);
}

/** Finds where link destinations and text stand, in one pass. */
function dissect(html: string): Anatomy {
  const anatomy: Anatomy = { hrefs: [], texts: [], bodyEnd: html.length };
  let isLink = false;
  let rawDepth = 0;
  const parser: Parser = new Parser({
    onopentagname(name) {
      isLink = name === 'a' || name === 'area';
      if (RAW_ELEMENTS.has(name)) rawDepth += 1;
    },
    onattribute(name, value, quote) {
      if (!isLink || name !== 'href') return;
      isLink = false; // of equal attributes the first counts
      const range = valueRange(html, parser.startIndex, parser.endIndex, quote);
      if (range) anatomy.hrefs.push({ ...range, destination: value, bare: quote === null });
    },
    onclosetag(name, isImplied) {
      if (RAW_ELEMENTS.has(name) && rawDepth > 0) rawDepth -= 1;
      if (name === 'body' && !isImplied) anatomy.bodyEnd = html.lastIndexOf('<', parser.endIndex);
    },
    ontext() {
      if (rawDepth === 0) anatomy.texts.push({ start: parser.startIndex, end: parser.endIndex + 1 });
    },
  });
  parser.end(html);
  return anatomy;
}

const HREF_VALUE = /\s*=\s*/y;

/** Where the value of an `href` attribute stands, without quotes. */
function valueRange(html: string, start: number, end: number, quote: string | null | undefined): Range | undefined {
  HREF_VALUE.lastIndex = start + 'href'.length;
  if (quote === undefined || !HREF_VALUE.test(html)) return undefined;
  const from = HREF_VALUE.lastIndex;
  if (quote === null) return { start: from, end };
  const to = html.indexOf(quote, from + 1);
  return html[from] === quote && to !== -1 ? { start: from + 1, end: to } : undefined;
}

function linkCuts(anatomy: Anatomy, addLink: (destination: string) => number): Cut[] {
  const cuts: Cut[] = [];
  for (const { start, end, destination, bare } of anatomy.hrefs) {
    const address = trackable(destination);
    if (address === undefined) continue;
    const index = addLink(address);
    cuts.push({ start, end, pieces: [bare ? { kind: 'link', index, quote: true } : { kind: 'link', index }] });
  }
  return cuts;
}

/**
 * The destination to store, or undefined when the link is not tracked: only http and https are, and none of our own
 * pages. White space around and line breaks within go, as every browser does it (URL standard, section 4.4).
 */
export function trackable(href: string): string | undefined {
  const address = href.replace(/[\t\r\n]+/g, '').trim();
  if (!/^https?:\/\/[^\s]/i.test(address)) return undefined;
  return OWN_PAGE.test(address.replace(/^https?:\/\//i, '')) ? undefined : address;
}

/** Tags as the author meant them: entities of HTML undone in filter arguments, a final htmlencode left to the escaping. */
function tagPieces({ slot }: FoundTag, inText: boolean): BodyPiece[] {
  const page = LINK_TAGS[slot.tag];
  if (page !== undefined) {
    const url: Slot = { kind: 'tag', tag: page, filters: [] };
    return inText ? ['<a href="', url, '">Unsubscribe</a>'] : [url];
  }
  const filters = slot.filters.map((filter) =>
    filter.argument === undefined ? filter : { ...filter, argument: decodeEntities(filter.argument) },
  );
  if (filters.at(-1)?.name === 'htmlencode') filters.pop();
  const tag: TagSlot = { kind: 'tag', tag: slot.tag, filters };
  return [inText ? { ...tag, inText } : tag];
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
  const pieces: BodyPiece[] = [];
  let at = 0;
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    addLiteral(pieces, source.slice(at, cut.start));
    for (const piece of cut.pieces) {
      if (typeof piece === 'string') addLiteral(pieces, piece);
      else pieces.push(piece);
    }
    at = cut.end;
  }
  addLiteral(pieces, source.slice(at));
  return pieces;
}

/** Keeps literals whole: no two stand side by side, none is empty. */
function addLiteral(pieces: BodyPiece[], text: string): void {
  const last = pieces.at(-1);
  if (typeof last === 'string') pieces[pieces.length - 1] = last + text;
  else if (text !== '') pieces.push(text);
}
