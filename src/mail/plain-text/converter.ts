// Converts HTML to plain text with html-to-text and additional formats for mail.
import type * as htmlToText from 'html-to-text';
import type { DomNode, FormatCallback } from 'html-to-text';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { isRelative } from '../html/base-address.ts';

/** Input and output of the formats beside the element. */
type ConverterNotes = {
  /** Identifies what an address or a marked text stands for, to drop repetitions. */
  meaningOf(written: string): string;
  /** Links that are in the text. */
  shown: Set<string>;
};

/**
 * Converts a page to plain text; `shown` are those of its links (as written) that are in the text.
 */
export type Convert = (html: string, meaningOf: ConverterNotes['meaningOf']) => { text: string; shown: Set<string> };

/** Loads the converter. */
export function loadConverter(): Convert {
  const convert = converter();
  return (html, meaningOf) => {
    const shown = new Set<string>();
    return { text: convert(html, { meaningOf, shown }), shown };
  };
}

/** A link's address as plain text shows it; undefined for one without a target outside the page. */
export function shownAddress(href: string): string | undefined {
  const address = href.trim();
  const isMark = address.startsWith('\uE000'); // plain-text.ts puts marks in place of merge tags and tracked links
  if (address === '' || (isRelative(address) && !isMark)) return undefined;
  if (/^(?:#|javascript:|data:|vbscript:)/i.test(address)) return undefined;
  const isMail = /^mailto:/i.test(address);
  const bare = address.replace(/^(?:mailto|tel):/i, '').replace(/[\t\r\n]+/g, '');
  return (isMail ? (bare.split('?', 1)[0] ?? '') : bare).replace(/\s/g, '%20');
}

const notesOf = (builder: unknown) => (builder as { metadata: ConverterNotes }).metadata; // missing in the typings

/** `text <address>`; the text alone when it is the address. */
const formatAnchor: FormatCallback = (element, walk, builder) => {
  const href = String(element.attribs?.href ?? '');
  const address = shownAddress(href);
  let text = '';
  builder.pushWordTransform((word) => {
    text += word;
    return word;
  });
  if (element.name === 'area') builder.addInline(` ${element.attribs?.alt ?? ''}`);
  else walk(element.children, builder);
  builder.popWordTransform();
  if (address === undefined) return;
  const { meaningOf, shown } = notesOf(builder);
  shown.add(href);
  if (isSameAddress(meaningOf(text), meaningOf(address))) return;
  builder.addInline(` <${address}>`, { noWordTransform: true });
};

function isSameAddress(text: string, address: string): boolean {
  return text === address || `${text}/` === address;
}

/** The alternative text of an image. */
const formatImage: FormatCallback = (element, _walk, builder) => {
  const alt = String(element.attribs?.alt ?? '').trim();
  if (alt !== '') builder.addInline(alt);
};

/**
 * Lists always count from 1, 2, 3: other numberings and high starts make the converter write
 * without end.
 */
const formatOrderedList: FormatCallback = (element, walk, builder, options) => {
  const start = Number(element.attribs?.start);
  if (element.attribs) element.attribs = start >= 1 && start < 100_000 ? { start: String(Math.floor(start)) } : {};
  builder.options.formatters?.orderedList?.(element, walk, builder, options);
};

/** Data tables keep their columns; all others are layout, written cell below cell. */
const formatTable: FormatCallback = (element, walk, builder, options) => {
  builder.options.formatters?.[isDataTable(element) ? 'dataTable' : 'block']?.(element, walk, builder, options);
};

const CELLS_MAX = 2000;
const TABLE_PARTS = new Set(['thead', 'tbody', 'tfoot', 'center']);
const NO_DATA = new Set(['table', 'img', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'hr']);
/**
 * Longest cell, in characters, of a data table without headings; longer texts side by side are a
 * layout.
 */
const CELL_LENGTH_MAX = 40;

/**
 * Tables with headings hold data, as do those whose rows all have the same number of short texts.
 */
function isDataTable(table: DomNode): boolean {
  const rows = rowsOf(table).map(cellsOf);
  const cells = rows.flat();
  if (/^(?:presentation|none)$/i.test(String(table.attribs?.role ?? ''))) return false;
  if (cells.length > CELLS_MAX || !cells.every(isSmallCell)) return false;
  if (cells.some((cell) => cell.name === 'th')) return true;
  const width = rows[0]?.length ?? 0;
  return width > 1 && rows.length > 1 && rows.every((row) => row.length === width) && cells.every(isShortText);
}

/** The rows of a table itself, not of nested tables. */
function rowsOf(node: DomNode): DomNode[] {
  return (node.children ?? []).flatMap((child) => {
    if (child.name === 'tr') return [child];
    return TABLE_PARTS.has(child.name ?? '') ? rowsOf(child) : [];
  });
}

function cellsOf(row: DomNode): DomNode[] {
  return (row.children ?? []).filter(({ name }) => name === 'th' || name === 'td');
}

/** A cell's span is written as blanks: `rowspan="50000000"` would fill the memory. */
function isSmallCell({ attribs }: DomNode): boolean {
  return [attribs?.colspan, attribs?.rowspan].every((span) => !span || (Number(span) >= 1 && Number(span) <= 50));
}

function isShortText(cell: DomNode): boolean {
  return textLength(cell) <= CELL_LENGTH_MAX;
}

/** Characters in an element; infinite when it holds more than text. */
function textLength(node: DomNode): number {
  if (NO_DATA.has(node.name ?? '')) return Number.POSITIVE_INFINITY;
  if (node.type === 'text') return (node.data ?? '').trim().length;
  return (node.children ?? []).reduce((sum, child) => sum + textLength(child), 0);
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } }));
/** Elements that browsers start on a new line, besides those the library knows. */
const lines = 'address caption center dd details dl dt fieldset figcaption figure hgroup legend summary'
  .split(' ')
  .map((selector) => ({ selector, format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } }));
const skipped = ['head', 'style', 'script', 'title'].map((selector) => ({ selector, format: 'skip' }));

const converter = whenNeeded((take): ((html: string, notes: ConverterNotes) => string) =>
  (take('html-to-text') as typeof htmlToText).compile({
    wordwrap: false,
    whitespaceCharacters: ' \t\r\n\f', // not U+200B, which has no width
    baseElements: { selectors: [] }, // all of it: content after a </body> is shown too
    limits: { maxDepth: 200 },
    formatters: {
      mailAnchor: formatAnchor,
      mailImage: formatImage,
      mailTable: formatTable,
      mailList: formatOrderedList,
    },
    selectors: [
      ...headings,
      ...lines,
      ...skipped,
      { selector: 'a', format: 'mailAnchor' },
      { selector: 'area', format: 'mailAnchor' },
      { selector: 'img', format: 'mailImage' },
      { selector: 'table', format: 'mailTable', options: { uppercaseHeaderCells: false, maxColumnWidth: 60 } },
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: 'ol', format: 'mailList' },
      { selector: 'ul', options: { itemPrefix: ' - ' } },
    ],
  }),
);
