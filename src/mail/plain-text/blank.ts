// Detects text that shows nothing.

const BLANK = /^(?:[\s\u00ad\u200b-\u200f\u2060\ufeff]|\u034f)*$/;

/** Whether a text is white space or invisible: soft hyphens, joiners, direction marks. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}
