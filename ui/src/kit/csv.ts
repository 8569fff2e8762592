// Writes CSV as the server does (src/csv/write.ts): safe to open with a spreadsheet.

/** What a spreadsheet would take for a formula. */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Rows as CSV. It begins with a byte order mark, by which Excel knows UTF-8. */
export function csvOf(rows: readonly (readonly string[])[], separator: ',' | ';'): string {
  return `\ufeff${rows.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join('')}`;
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
