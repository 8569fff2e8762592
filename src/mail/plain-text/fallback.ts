// Plain text for pages on which the converter fails: the readable text line by line, and nothing
// else. Built from the tags in order, so that it takes linear time for any page.
import { parseHtml } from '../html/tags.ts';

/** Elements whose text is not shown. */
const UNREAD = new Set(['style', 'script', 'title', 'template']);
/** Elements that may stand in a head; any other one ends it, as in browsers. */
const IN_HEAD = new Set([...UNREAD, 'head', 'meta', 'link', 'base', 'noscript']);
const LINES = new Set(
  'address article aside blockquote br center dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

/** The text of a page without markup, style sheets, scripts and head. */
export function fallbackText(html: string): string {
  let text = '';
  let unread: string | undefined;
  let isInHead = false;
  parseHtml(html, {
    onOpen({ name, attributes }) {
      if (unread !== undefined) return;
      isInHead = name === 'head' || (isInHead && IN_HEAD.has(name));
      if (UNREAD.has(name)) unread = name;
      else if (LINES.has(name)) text += '\n';
      else if (name === 'img') text += ` ${attributes.find((one) => one.name === 'alt')?.value ?? ''} `;
    },
    onClose(name) {
      if (unread === name) unread = undefined;
      else if (unread === undefined && LINES.has(name)) text += '\n';
      if (name === 'head') isInHead = false;
    },
    onText(piece) {
      if (unread === undefined && !isInHead) text += piece.replace(/\s+/g, ' ');
    },
  });
  return text.replace(/ {2,}/g, ' ').replace(/\n /g, '\n');
}
