// Untrusted text as a single line, for storing and display.

/**
 * The text without line breaks and control characters, at most `max` characters long; a cut text
 * ends with `…`.
 */
export function oneLine(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`; // not in the middle of a surrogate pair
}
