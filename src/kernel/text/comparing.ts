// How texts that people wrote are compared: without case, and as numbers or dates where they are
// one.

/**
 * A text for comparing: lower case, composed (NFC), well-formed and without NUL, which PostgreSQL's
 * jsonb refuses.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: printable ASCII needs none of the rest
  return /[^\x01-\x7f]/.test(lower) ? lower.normalize('NFC').toWellFormed().replaceAll('\0', '') : lower;
}

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;

/**
 * With a decimal comma, thousands apart by points or not: 12,50 and 1.234,567. A comma with three
 * digits behind it and nothing else may as well part thousands: that is no number.
 */
const WITH_COMMA = /^[+-]?(?:\d{1,15},(?:\d{1,2}|\d{4,15})|0,\d{3}|\d{1,3}(?:\.\d{3}){1,4},\d{1,15})$/;
/** With thousands apart by commas: 1,234.50. */
const WITH_GROUPS = /^[+-]?\d{1,3}(?:,\d{3}){1,4}\.\d{1,15}$/;

/** The number that a text denotes (decimal notation, where it has one meaning), or undefined. */
export function numberOf(text: string): number | undefined {
  if (NUMBER.test(text)) return Number(text);
  if (!text.includes(',')) return undefined;
  if (WITH_COMMA.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  return WITH_GROUPS.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/;

/**
 * Milliseconds since 1970 of a real `Y-m-d` or `Y-m-d H:i:s` read as UTC, or undefined. For
 * comparing only.
 */
export function dateOf(text: string): number | undefined {
  const parts = text.charCodeAt(4) === 45 ? DATE.exec(text) : null;
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => Number(parts[i] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day); // unlike Date.UTC, this keeps the years 0 to 99
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.setUTCHours(hour, minute, second);
}

/**
 * Below 0: the first comes before the second; by number or date when both are one, else by code
 * point. Both folded.
 */
export function orderOf(a: string, b: string): number {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== undefined && y !== undefined) return x - y;
  const [from, to] = [dateOf(a), dateOf(b)];
  if (from !== undefined && to !== undefined) return from - to;
  return Buffer.compare(Buffer.from(a), Buffer.from(b)); // UTF-8 bytes sort like code points
}
