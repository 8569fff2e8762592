// Writing comma-separated text (RFC 4180) that is safe to open with a spreadsheet, and can be read back as it was.

/**
 * A cell that a spreadsheet would take for a formula: it begins with one of these signs (also the wide ones of East Asian
 * keyboards). Apostrophes before the sign count, so that taking one off again gives every text back.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** One line of CSV with its end. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What stood in a cell that `csvLine` wrote: the text without the apostrophe that keeps it from being a formula. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
