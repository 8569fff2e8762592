// Finds and replaces the addresses in a page and its styles, leaving every other character as the
// author wrote it. Linear in the page's length.
import { attributeOf, type OpenTag, parseHtml } from './tags.ts';

/**
 * The position of an address: the element, in lower case; the attribute, or `url(` for a style
 * sheet; and the offset in the page.
 */
export type Place = { tag: string; attribute: string; at: number };

/** Replacements for the references of a page; undefined leaves one as it is. */
export type References = {
  /** The new address of a picture or link (entities and CSS escapes are already decoded). */
  address(address: string, place: Place): string | undefined;
  /** The text of a style sheet to embed in place of its link. Absent: links stay. */
  styleSheet?(address: string): string | undefined;
  /** The replacement for the address of a `<base>` outside of comments; `''` removes it. */
  base?(address: string): string | undefined;
};

type Edit = { start: number; end: number; text: string };

const ADDRESSES = new Set(['src', 'href', 'background', 'poster', 'data', 'o:href', 'xlink:href']);

/**
 * The page with its references replaced, also those in conditional comments (Outlook takes its
 * backgrounds from there).
 */
export function replaceReferences(html: string, references: References): string {
  const inComments = { ...references, base: undefined };
  return replaceIn(html, references, 0, (comment, offset) =>
    // HTML comments do not nest: one level deep is enough, and keeps this linear.
    comment.includes('<') ? replaceIn(comment, inComments, offset, (inner) => inner) : comment,
  );
}

function replaceIn(
  html: string,
  references: References,
  offset: number,
  replaceInComment: (comment: string, offset: number) => string,
): string {
  const edits: Edit[] = [];
  let styleStart: number | undefined;
  const endStyle = (end: number) => {
    if (styleStart === undefined) return;
    const place = { tag: 'style', attribute: 'url(', at: offset + styleStart };
    pushChange(edits, styleStart, end, html, (css) =>
      replaceInStyle(css, (address) => references.address(address, place)),
    );
    styleStart = undefined;
  };
  parseHtml(html, {
    onOpen(tag) {
      for (const edit of tagEdits(html, tag, references, offset)) edits.push(edit);
      if (tag.name === 'style') styleStart = tag.end;
    },
    onClose: (_name, start) => endStyle(start),
    onComment(start, end) {
      pushChange(edits, start, end, html, (comment) => replaceInComment(comment, offset + start));
    },
  });
  endStyle(html.length);
  return applyEdits(html, edits);
}

function tagEdits(html: string, tag: OpenTag, references: References, offset: number): Edit[] {
  const { start, end } = tag;
  if (tag.name === 'link') {
    const kinds = (attributeOf(tag, 'rel') ?? '').toLowerCase().split(/\s+/);
    const css = kinds.includes('stylesheet') ? references.styleSheet?.(attributeOf(tag, 'href') ?? '') : undefined;
    if (css !== undefined) return [{ start, end, text: styleElement(css, attributeOf(tag, 'media')) }];
  }
  if (tag.name === 'base') {
    const text = references.base?.(attributeOf(tag, 'href') ?? '');
    return text === undefined ? [] : [{ start, end, text }];
  }
  const edits: Edit[] = [];
  for (const { name, value, hasValue, ...at } of tag.attributes) {
    if (!hasValue) continue;
    const place = { tag: tag.name, attribute: name, at: offset + at.start };
    const changed = changedValue(name, value, (address) => references.address(address, place));
    if (changed === undefined) continue;
    const written = html.slice(at.start, at.start + name.length);
    edits.push({ start: at.start, end: at.end, text: `${written}="${escaped(changed)}"` });
  }
  return edits;
}

type Change = (address: string) => string | undefined;

function changedValue(name: string, value: string, address: Change): string | undefined {
  if (ADDRESSES.has(name)) return address(value);
  if (name !== 'style' && name !== 'srcset') return undefined;
  const changed = name === 'style' ? replaceInStyle(value, address) : replaceInSourceSet(value, address);
  return changed === value ? undefined : changed;
}

function styleElement(css: string, media: string | undefined): string {
  // `</style` ends the element anywhere, even in a CSS string; an escaped slash means the same to
  // CSS.
  const inner = css.replace(/<\/(?=style)/gi, '<\\/');
  return `<style type="text/css"${media === undefined ? '' : ` media="${escaped(media)}"`}>\n${inner}\n</style>`;
}

/** Replaces `url(…)` in CSS text, outside of comments and other strings. */
export function replaceInStyle(css: string, address: Change): string {
  const edits: Edit[] = [];
  const marks = /\/\*|["']|\burl\(/gi;
  for (let mark = marks.exec(css); mark; mark = marks.exec(css)) {
    if (mark[0] === '/*') {
      const end = css.indexOf('*/', marks.lastIndex);
      if (end < 0) break;
      marks.lastIndex = end + 2;
    } else if (mark[0].length === 1) {
      marks.lastIndex = endOfString(css, mark.index);
    } else {
      const start = endOfSpaces(css, marks.lastIndex);
      const isQuoted = css[start] === '"' || css[start] === "'";
      const end = isQuoted ? endOfString(css, start) : css.indexOf(')', start);
      if (end < 0) break;
      const [from, to] = isQuoted ? [start + 1, end - 1] : [start, start + css.slice(start, end).trimEnd().length];
      const replaced = address(withoutEscapes(css.slice(from, to)));
      if (replaced !== undefined) edits.push({ start: from, end: to, text: replaced });
      marks.lastIndex = Math.max(end, marks.lastIndex);
    }
  }
  return applyEdits(css, edits);
}

/**
 * The offset after the string that opens at `start`; an unclosed one ends with its line (CSS
 * Syntax 3, 4.3.5).
 */
function endOfString(css: string, start: number): number {
  const quote = css[start];
  for (let index = start + 1; index < css.length; index++) {
    const character = css[index];
    if (character === '\\') index++;
    else if (character === quote || character === '\n') return index + 1;
  }
  return css.length;
}

function endOfSpaces(text: string, start: number): number {
  let index = start;
  while (index < text.length && /\s/.test(text[index] ?? '')) index++;
  return index;
}

const withoutEscapes = (text: string) =>
  text.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_all, code?: string, character?: string) =>
    code === undefined ? (character ?? '') : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );

/**
 * Candidates of a `srcset`: an address up to a space or a comma at its end, then a descriptor up to
 * the comma (HTML 4.8.4.3.4).
 */
function replaceInSourceSet(text: string, address: Change): string {
  const edits: Edit[] = [];
  const candidate = /[^\s,]\S*/g;
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    let length = match[0].length;
    while (match[0][length - 1] === ',') length -= 1;
    const url = match[0].slice(0, length);
    const replaced = address(url);
    if (replaced !== undefined) edits.push({ start: match.index, end: match.index + url.length, text: replaced });
    if (url.length === match[0].length) {
      const comma = text.indexOf(',', candidate.lastIndex);
      candidate.lastIndex = comma < 0 ? text.length : comma + 1;
    }
  }
  return applyEdits(text, edits);
}

function pushChange(edits: Edit[], start: number, end: number, html: string, change: (text: string) => string): void {
  const before = html.slice(start, end);
  const text = change(before);
  if (text !== before) edits.push({ start, end, text });
}

function applyEdits(text: string, edits: Edit[]): string {
  let result = '';
  let copied = 0;
  for (const edit of edits) {
    result += text.slice(copied, edit.start) + edit.text;
    copied = edit.end;
  }
  return result + text.slice(copied);
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
