// Texts in HTML.

const SPECIAL = /[&<>"']/;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as it may stand between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  if (!SPECIAL.test(text)) return text; // most texts; a test is a fraction of a replace
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
