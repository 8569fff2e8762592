// Writes comma-separated text (RFC 4180) that is safe to open with a spreadsheet, and can be read
// back unchanged.

/** What files begin with: Excel takes one without it for another charset, and spoils umlauts. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * A cell that a spreadsheet would take for a formula: it begins with one of these signs (also the
 * full-width ones of East Asian keyboards). Apostrophes before the sign count, so that removing one
 * gives every text back.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * One line of CSV with its line end. A cell that a spreadsheet would take for a formula gets an
 * apostrophe.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** What a cell has that cannot stand as it is; most have nothing of it. */
const SPECIAL = /[",;\r\n]|^['=+\-@\t\uff1d\uff0b\uff0d\uff20]/;

function csvCell(text: string): string {
  if (!SPECIAL.test(text)) return text;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Lines of `csvLine`, which quotes cells with semicolons, with semicolons between their cells, as
 * Excel reads them where numbers are written with a comma.
 * @param text cut anywhere
 */
export async function* withSemicolons(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isQuoted = false;
  const next = (part: string, n: number) => {
    if (n > 0) isQuoted = !isQuoted; // within quotation marks each stands twice, so it stays as it was
    return isQuoted ? part : part.replaceAll(',', ';');
  };
  for await (const piece of text) yield piece.split('"').map(next).join('"');
}

/**
 * The text of a cell written by `csvLine`, without the apostrophe that keeps it from being a
 * formula.
 */
export function parseCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Text as a file has it: after a byte order mark, which a kept file begins with already. */
export async function* withMark(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const piece of text) {
    yield isFirst && !piece.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + piece : piece;
    isFirst = false;
  }
}
