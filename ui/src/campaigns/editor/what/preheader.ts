// The line that inboxes show beside the subject: the first, hidden text of a page. Pure; the page is
// changed as text, never through a document, so that comments and merge tags stay as they are.

/** A hidden element at the beginning of the body, up to its first inner element. */
const HIDDEN = /^(?:\s|<!--[\s\S]*?-->)*<(div|span|p)\b([^>]*display\s*:\s*none[^>]*)>([^<]*)/i;
const BODY = /<body\b[^>]*>/i;
/** What fills the line up, so that the page's first words do not follow: invisible characters. */
const FILLER = /(?:\s|&nbsp;|&#8199;|&#65279;|&#847;|&zwnj;|&#8204;|&#x200c;|\u200c|\u034f|\u2007|\ufeff|\u00a0)+$/i;
const ROOM = 'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px';
const FILLED = '&#8199;&#65279;&#847; '.repeat(30);

function found(html: string): { start: number; text: string } | undefined {
  const body = BODY.exec(html);
  const from = body ? body.index + body[0].length : 0;
  const hidden = HIDDEN.exec(html.slice(from, from + 5_000));
  if (!hidden) return undefined;
  const text = hidden[3] ?? '';
  return { start: from + hidden[0].length - text.length, text };
}

/** The preheader of a page, as people read it; '' when it has none. */
export function preheaderOf(html: string): string {
  return decoded(found(html)?.text.replace(FILLER, '').trim() ?? '');
}

/** The page with this preheader; a page without one gets a hidden element for it. */
export function withPreheader(html: string, text: string): string {
  const there = found(html);
  if (there) {
    const rest = FILLER.exec(there.text)?.[0] ?? '';
    return `${html.slice(0, there.start)}${encoded(text)}${rest}${html.slice(there.start + there.text.length)}`;
  }
  if (text === '') return html;
  const body = BODY.exec(html);
  const at = body ? body.index + body[0].length : 0;
  return `${html.slice(0, at)}\n<div style="${ROOM}">${encoded(text)}${FILLED}</div>${html.slice(at)}`;
}

const encoded = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const decoded = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
