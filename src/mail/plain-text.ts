// Plain text made from HTML pieces, and links found in an author's own text. Slots survive as slots.
import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import { trackable } from './html.ts';
import { scanTags } from './merge.ts';
import type { BodyPiece, Slot } from './pieces.ts';
import { withinTime } from './time-box.ts';

/** Marks of the private use area stand for slots while the converter works; they are taken out of the author's text. */
const MARK = /\uE000(\d+)\uE001/g;
/** Longest time one conversion may take; 1 MB of HTML takes half a second. */
const PATIENCE_MS = 3000;
const MARK_CHARACTERS = /[\uE000\uE001]/g;

/** Plain text that says what the HTML says: links behind their text in <…>, lists with marks, tables with <th> in columns. */
export function textFromHtml(html: readonly BodyPiece[], links: readonly string[]): BodyPiece[] {
  const slots: Slot[] = [];
  let marked = '';
  for (const piece of html) {
    if (typeof piece === 'string') marked += piece.replace(MARK_CHARACTERS, '');
    else if (piece.kind !== 'open') marked += quoteMark(piece, `\uE000${slots.push(piece) - 1}\uE001`);
  }
  const destinations = slots.map((slot) => (slot.kind === 'link' ? (links[slot.index] ?? '') : ''));
  const converted = withinTime(PATIENCE_MS, () => toText(marked, destinations)) ?? withoutMarkup(marked);
  const lines = converted.split('\n').map((line) => line.trimEnd());
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
  return splitMarks(`${text}\n`, slots);
}

/** An author's own plain text, with tracked links when asked. */
export function textFromAuthor(
  text: string,
  options: { trackLinks: boolean; isKnownTag: (tag: string) => boolean; addLink: (destination: string) => number },
): BodyPiece[] {
  const tags = scanTags(text, options.isKnownTag);
  const addresses = options.trackLinks ? addressesIn(text) : [];
  const pieces: BodyPiece[] = [];
  let at = 0;
  for (const found of [...tags, ...addresses].toSorted((a, b) => a.start - b.start)) {
    if (found.start < at) continue; // a tag inside a tracked destination
    if (found.start > at) pieces.push(text.slice(at, found.start));
    if ('destination' in found) pieces.push({ kind: 'link', index: options.addLink(found.destination) });
    else pieces.push({ ...found.slot, tag: found.slot.tag.replace(/UNSUBSCRIBE_LINK$/, 'UNSUBSCRIBE_URL') });
    at = found.end;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

type FoundAddress = { start: number; end: number; destination: string };

/** http and https addresses in text; punctuation that closes a sentence or a bracket is not part of them. */
function addressesIn(text: string): FoundAddress[] {
  const found: FoundAddress[] = [];
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"]{1,2000}/gi)) {
    let address = match[0].replace(/[.,;:!?'…]+$/, '');
    if (address.endsWith(')') && !address.includes('(')) address = address.slice(0, -1);
    const destination = trackable(address);
    if (destination === address) found.push({ start: match.index, end: match.index + address.length, destination });
  }
  return found;
}

/** What is left when the converter fails: the text without tags. */
function withoutMarkup(html: string): string {
  return html.replace(/<[^<>]*>/g, ' ').replace(/[ \t]+/g, ' ');
}

function quoteMark(slot: Slot, mark: string): string {
  return slot.kind === 'link' && slot.quote ? `"${mark}"` : mark;
}

function splitMarks(text: string, slots: readonly Slot[]): BodyPiece[] {
  const pieces: BodyPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    const slot = slots[Number(match[1])];
    if (match.index > at) pieces.push(text.slice(at, match.index));
    if (slot) pieces.push(slot);
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

/** `text <address>`; the address alone when there is no text, the text alone when it is the address. */
const formatAnchor: FormatCallback = (element, walk, builder) => {
  const href = String(element.attribs?.href ?? '').trim();
  if (href === '' || href.startsWith('#') || /^javascript:/i.test(href)) {
    walk(element.children, builder);
    return;
  }
  let text = '';
  builder.pushWordTransform((word) => {
    text += word;
    return word;
  });
  walk(element.children, builder);
  builder.popWordTransform();
  // What toText was given beside the HTML; the typings don't know it yet.
  const destinations = (builder as unknown as { metadata: readonly string[] }).metadata;
  const shown = href
    .replace(/^(?:mailto|tel):/i, '')
    .replace(/\?.*$/, (query) => (/^mailto:/i.test(href) ? '' : query));
  const mark = /^\uE000(\d+)\uE001$/.exec(href)?.[1];
  const destination = (mark === undefined ? '' : destinations[Number(mark)]) || shown;
  if (sameAddress(text, destination)) return;
  builder.addInline(text === '' ? shown : ` <${shown}>`, { noWordTransform: true });
};

function sameAddress(text: string, destination: string): boolean {
  const bare = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return text !== '' && bare(text) === bare(destination);
}

/** What an image shows to those who don't see it. */
const formatImage: FormatCallback = (element, _walk, builder) => {
  const alt = String(element.attribs?.alt ?? '').trim();
  if (alt !== '') builder.addInline(alt);
};

/** Lists count from 1, 2, 3: other kinds of numbers and far starts only make the converter write without end. */
const formatOrderedList: FormatCallback = (element, walk, builder, options) => {
  const start = Number(element.attribs?.start);
  if (element.attribs) element.attribs = start >= 1 && start < 100_000 ? { start: String(Math.floor(start)) } : {};
  builder.options.formatters?.orderedList?.(element, walk, builder, options);
};

/** Tables with heading cells hold data and keep their columns; all others are layout, cell under cell. */
const formatTable: FormatCallback = (element, walk, builder, options) => {
  const cells = cellsOf(element);
  const isData = cells.some((cell) => cell.name === 'th') && cells.length <= CELLS_MAX && cells.every(isSmallCell);
  builder.options.formatters?.[isData ? 'dataTable' : 'block']?.(element, walk, builder, options);
};

const CELLS_MAX = 2000;
const TABLE_PARTS = new Set(['thead', 'tbody', 'tfoot', 'center', 'tr']);

/** The cells of a table itself, not of tables in it. */
function cellsOf(node: DomNode): DomNode[] {
  return (node.children ?? []).flatMap((child) => {
    if (child.name === 'th' || child.name === 'td') return [child];
    return TABLE_PARTS.has(child.name ?? '') ? cellsOf(child) : [];
  });
}

/** A cell's span is written out in blanks: `rowspan="50000000"` would fill the memory. */
function isSmallCell({ attribs }: DomNode): boolean {
  return [attribs?.colspan, attribs?.rowspan].every((span) => !span || (Number(span) >= 1 && Number(span) <= 50));
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } }));
const skipped = ['head', 'style', 'script', 'title'].map((selector) => ({ selector, format: 'skip' }));

const toText: (html: string, destinations: readonly string[]) => string = compile({
  wordwrap: false,
  limits: { maxDepth: 200 },
  formatters: { mailAnchor: formatAnchor, mailImage: formatImage, mailTable: formatTable, mailList: formatOrderedList },
  selectors: [
    ...headings,
    ...skipped,
    { selector: 'a', format: 'mailAnchor' },
    { selector: 'img', format: 'mailImage' },
    { selector: 'table', format: 'mailTable', options: { uppercaseHeaderCells: false, maxColumnWidth: 60 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ol', format: 'mailList' },
    { selector: 'ul', options: { itemPrefix: ' - ' } },
  ],
});
