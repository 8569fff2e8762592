// Which addresses links and pictures of blocks may have.

// biome-ignore lint/suspicious/noControlCharactersInRegex: what hides a scheme from people
const HIDDEN = /[\x00-\x1f\x7f]/;
const TAG = /^\[[A-Z][A-Z0-9_]*(?::[^\]]*)?\]/;

/** The same as JSON Schema can say it. */
export const LINK_PATTERN = '^\\s*(?:[hH][tT][tT][pP][sS]?://|[mM][aA][iI][lL][tT][oO]:|[tT][eE][lL]:|#|\\[[A-Z])';
export const ADDRESS_PATTERN = '^\\s*(?:[hH][tT][tT][pP][sS]?://|\\[[A-Z])';

/** Whether a link leads to a page, a mail address, a phone, or where a merge tag says. */
export function isLink(href: string): boolean {
  const text = href.trim();
  if (text === '' || HIDDEN.test(text)) return false;
  return /^(?:https?:\/\/|mailto:|tel:|#)/i.test(text) || TAG.test(text);
}

/** Whether a picture can be loaded from the address. */
export function isAddress(src: string): boolean {
  const text = src.trim();
  return text !== '' && !HIDDEN.test(text) && (/^https?:\/\//i.test(text) || TAG.test(text));
}
