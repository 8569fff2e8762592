// Untrusted text as a single line, for storing and display.

/** No more of a text is looked at: its length is somebody else's choice. */
const LOOKED_AT_FACTOR = 20;
/** Words of ASCII with one space between two. */
const SINGLE = /^[!-~]+(?: [!-~]+)*$/;

/**
 * The text without line breaks, control characters and changes of direction, at most `max`
 * characters long; a cut text ends with `…`. Joiners stay: emoji and Persian words need them.
 */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  if (text.length <= max && SINGLE.test(text)) return text; // nearly every reply of a mail server
  const line = text
    .slice(0, max * LOOKED_AT_FACTOR)
    .toWellFormed()
    .replace(/(?:\p{Z}|(?![\u200c\u200d])\p{C})+/gu, ' ')
    .trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`; // not in the middle of a surrogate pair
}
