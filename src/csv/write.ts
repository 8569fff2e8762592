// Writes comma-separated text (RFC 4180) that is safe to open with a spreadsheet, and can be read
// back unchanged.

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
const SPECIAL = /[",\r\n]|^['=+\-@\t\uff1d\uff0b\uff0d\uff20]/;

function csvCell(text: string): string {
  if (!SPECIAL.test(text)) return text;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The text of a cell written by `csvLine`, without the apostrophe that keeps it from being a
 * formula.
 */
export function parseCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
