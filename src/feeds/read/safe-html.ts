// Sanitizes untrusted HTML for an author's mail: known elements and attributes only, every opened
// element closed, and no other closed. Unknown elements lose their tags and keep their text.

import { Parser } from 'htmlparser2';
import { escapeHtml } from '../../kernel/text/escape-html.ts';

/** Elements removed with all their content. */
const GONE = new Set(
  'script style iframe frame frameset object embed applet svg math template noscript noembed noframes head title form select textarea button xmp listing plaintext audio video canvas map'.split(
    ' ',
  ),
);
const KEPT = new Set(
  'a abbr b big blockquote br caption center cite code dd del dfn div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var'.split(
    ' ',
  ),
);
const VOID = new Set(['br', 'hr', 'img']);
/** Elements that, outside of these parents, would close an element of the author. */
const INSIDE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['caption', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'].map((name) => [name, 'table'])),
  dd: 'dl',
  dt: 'dl',
};
/** Elements that end with a line break in plain text. */
const BLOCKS = new Set(
  'blockquote caption dd div dl dt figure h1 h2 h3 h4 h5 h6 hr li ol p pre table tr ul'.split(' '),
);

const PLAIN = new Set(
  'abbr alt align bgcolor border cellpadding cellspacing color colspan dir face height lang rowspan size title valign width'.split(
    ' ',
  ),
);
const STYLE_DANGER = /url\s*\(|image\s*\(|expression|javascript|import|behavior|binding|position|content\s*:|[\\<@]/i;

const DEEPEST = 50;

/**
 * The HTML without active content: no scripts, handlers, forms, frames or other schemes. Contains
 * no merge tags.
 * @param base the address that links and pictures are relative to
 */
export function safeHtml(html: string, base: string): string {
  let safe = '';
  let gone = 0;
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (GONE.has(name)) gone += 1;
      if (gone > 0 || !mayOpen(name, open)) return;
      safe += `<${name}${attributesOf(name, attributes, base)}>`;
      if (!VOID.has(name)) open.push(name);
    },
    ontext(text) {
      if (gone === 0) safe += inert(escapeHtml(text));
    },
    onclosetag(name) {
      if (GONE.has(name)) gone = Math.max(0, gone - 1);
      else if (gone === 0) safe += closed(name, open);
    },
  });
  parser.end(html);
  return (
    safe +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}

function mayOpen(name: string, open: readonly string[]): boolean {
  if (!KEPT.has(name) || (open.length >= DEEPEST && !VOID.has(name))) return false;
  if (name === 'a') return !open.includes('a');
  if (name === 'li') return open.includes('ul') || open.includes('ol');
  const inside = INSIDE[name];
  return inside === undefined || open.includes(inside);
}

/** Closes an open element, with all open elements in it. */
function closed(name: string, open: string[]): string {
  const place = open.lastIndexOf(name);
  if (place < 0) return '';
  return open
    .splice(place)
    .toReversed()
    .map((one) => `</${one}>`)
    .join('');
}

function attributesOf(name: string, attributes: Record<string, string>, base: string): string {
  let text = '';
  for (const [attribute, value] of Object.entries(attributes)) {
    const safe = attributeOf(name, attribute, value, base);
    if (safe !== undefined) text += ` ${attribute}="${inert(escapeHtml(safe))}"`;
  }
  return text;
}

function attributeOf(element: string, name: string, value: string, base: string): string | undefined {
  if (name === 'href') return element === 'a' ? linkAddress(value, base) : undefined;
  if (name === 'src') return element === 'img' ? webAddress(value, base) || undefined : undefined;
  if (name === 'style') return STYLE_DANGER.test(value) ? undefined : value;
  return PLAIN.has(name) ? value : undefined;
}

function linkAddress(value: string, base: string): string | undefined {
  if (/^\s*(?:mailto|tel):[^\s]*\s*$/i.test(value)) return bracketless(value.trim());
  return webAddress(value, base) || undefined;
}

/** An http or https address, absolute; empty when invalid. Cannot hold a merge tag. */
export function webAddress(value: string, base: string): string {
  if (value.trim() === '' || !URL.canParse(value.trim(), base)) return '';
  const url = new URL(value.trim(), base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return '';
  return url.hostname.startsWith('[') ? '' : bracketless(url.href);
}

/**
 * Percent-encodes brackets and strokes: the address is the same, and is never parsed as a merge
 * tag.
 */
export function bracketless(address: string): string {
  return address.replaceAll('[', '%5B').replaceAll(']', '%5D').replaceAll('|', '%7C');
}

/**
 * Escapes HTML so that text in brackets is no merge tag, and strokes separate no alternatives of
 * the author.
 */
export function inert(html: string): string {
  return html.replaceAll('[', '&#91;').replaceAll(']', '&#93;').replaceAll('|', '&#124;');
}

/** The plain text of HTML: blocks and line breaks begin new lines. */
export function textOfHtml(html: string): string {
  let text = '';
  let gone = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (GONE.has(name)) gone += 1;
      if (name === 'br' || BLOCKS.has(name)) text += '\n';
    },
    ontext(part) {
      if (gone === 0) text += part.replace(/\s+/g, ' ');
    },
    onclosetag(name) {
      if (GONE.has(name)) gone = Math.max(0, gone - 1);
      if (BLOCKS.has(name)) text += '\n';
    },
  });
  parser.end(html);
  return text
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The address of the first picture in HTML; empty when there is none. */
export function firstPicture(html: string, base: string): string {
  let found = '';
  const parser = new Parser({
    onopentag(name, { src = '' }) {
      if (name === 'img' && found === '') found = webAddress(src, base);
    },
  });
  parser.end(html);
  return found;
}
