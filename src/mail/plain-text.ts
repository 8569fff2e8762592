// Plain text made from HTML pieces, and links found in an author's own text. Slots survive as slots.
import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import { addPiece, type FoundMark, flatten, gather, scanChoices } from './choices.ts';
import { trackable } from './html.ts';
import { scanTags, type TagSlot } from './merge.ts';
import type { BodyPiece, FlatPiece } from './pieces.ts';
import { isBareScheme, placeOfTag } from './placed-values.ts';
import { withinTime } from './time-box.ts';

/** Marks of the private use area stand for slots while the converter works; they are taken out of the author's text. */
const MARK = /\uE000(\d+)\uE001/g;
/** Longest time one conversion may take; 1 MB of HTML takes half a second. */
const PATIENCE_MS = 3000;
const MARK_CHARACTERS = /[\uE000\uE001]/g;

type FlatSlot = Exclude<FlatPiece, string>;

/** Plain text that says what the HTML says: links behind their text in <…>, lists with marks, tables with <th> in columns. */
export function textFromHtml(html: readonly BodyPiece[], links: readonly string[]): BodyPiece[] {
  const slots: FlatSlot[] = [];
  let marked = '';
  for (const piece of flatten(html)) {
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
  const marks = scanChoices(text, tags);
  const addresses = addressesIn(text, marks);
  const links = options.trackLinks ? addresses.filter(({ destination }) => trackable(destination) === destination) : [];
  const pieces: FlatPiece[] = [];
  let at = 0;
  let next = 0;
  for (const found of [...tags, ...marks, ...links].toSorted((a, b) => a.start - b.start)) {
    if (found.start < at) continue; // inside a tracked destination
    while ((addresses[next]?.end ?? text.length) <= found.start) next += 1;
    const before = 'slot' in found ? text.slice(addresses[next]?.start ?? text.length, found.start) : '';
    addPiece(pieces, text.slice(at, isBareScheme(before) ? found.start - before.length : found.start));
    if ('destination' in found) pieces.push({ kind: 'link', index: options.addLink(found.destination) });
    else pieces.push('mark' in found ? found.mark : tagBehind(before, found.slot));
    at = found.end;
  }
  addPiece(pieces, text.slice(at));
  return gather(pieces);
}

/** A tag behind a part of an address is another part of it; behind nothing it is text. */
function tagBehind(before: string, slot: TagSlot): FlatPiece {
  const tag = { ...slot, tag: slot.tag.replace(/UNSUBSCRIBE_LINK$/, 'UNSUBSCRIBE_URL') };
  if (before === '') return tag;
  return isBareScheme(before) ? { ...tag, scheme: before } : { ...tag, place: placeOfTag(tag, 'url-part') };
}

type FoundAddress = { start: number; end: number; destination: string };

/** http and https addresses in text; punctuation that closes a sentence or a bracket is not part of them. */
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
    let destination = text.slice(start, end).replace(/[.,;:!?'…]+$/, '');
    if (destination.endsWith(')') && !destination.includes('(')) destination = destination.slice(0, -1);
    found.push({ start, end: start + destination.length, destination });
  }
  return found;
}

/** Where an address ends: with the alternative that it stands in. Undefined when a choice begins in it and ends elsewhere. */
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

/** What is left when the converter fails: the text without tags. */
function withoutMarkup(html: string): string {
  return html.replace(/<[^<>]*>/g, ' ').replace(/[ \t]+/g, ' ');
}

function quoteMark(slot: FlatSlot, mark: string): string {
  return slot.kind === 'link' && slot.quote ? `"${mark}"` : mark;
}

function splitMarks(text: string, slots: readonly FlatSlot[]): BodyPiece[] {
  const pieces: FlatPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    const slot = slots[Number(match[1])];
    addPiece(pieces, text.slice(at, match.index));
    if (slot) pieces.push(slot);
    at = match.index + match[0].length;
  }
  addPiece(pieces, text.slice(at));
  return gather(pieces);
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
