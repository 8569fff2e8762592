// Reduces HTML of people to the marks that text blocks may have. What is left is well formed and in
// one spelling, so that later steps can rely on it; texts and merge tags stay as they were written.
import { parseHtml } from '../../mail/html/tags.ts';
import { isLink } from './links.ts';

const MARKS = new Map([
  ...['strong', 'em', 'u', 's', 'a', 'code', 'sub', 'sup', 'br'].map((name) => [name, name] as const),
  ...([
    ['b', 'strong'],
    ['i', 'em'],
    ['del', 's'],
    ['strike', 's'],
  ] as const),
]);
const PARTS = new Set(['p', 'ul', 'ol', 'li']);
/** Elements whose content is no text for people. */
const DROPPED = new Set([
  ...['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'],
  ...['svg', 'math', 'template', 'select', 'object', 'plaintext', 'head'],
]);
/** Deepest nesting of marks and lists that is kept. */
const DEPTH_MAX = 20;

/** A value between double quotes. */
function attributeText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** @param hasParts whether paragraphs and lists are kept; else they become line breaks */
export function richText(html: string, { hasParts }: { hasParts: boolean }): string {
  let written = '';
  let from = 0; // up to where the HTML was looked at
  let dropping: string | undefined;
  const open: string[] = [];
  const take = (until: number) => {
    if (dropping === undefined) written += html.slice(from, Math.max(from, until)).replaceAll('<', '&lt;');
  };
  const close = (name: string) => {
    if (!open.includes(name)) return;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      written += `</${last}>`;
      if (last === name) return;
    }
  };
  const begin = (name: string, attributes = '') => {
    if (open.length >= DEPTH_MAX) return;
    written += `<${name}${attributes}>`;
    if (name !== 'br') open.push(name);
  };
  const part = (name: string) => {
    if (!hasParts) {
      if (written !== '' && name !== 'ul' && name !== 'ol' && !written.endsWith('<br>')) written += '<br>';
      return;
    }
    close('p');
    if (name === 'li') {
      if (open.lastIndexOf('li') > Math.max(open.lastIndexOf('ul'), open.lastIndexOf('ol'))) close('li');
      if (!open.includes('ul') && !open.includes('ol')) begin('ul');
    }
    begin(name);
  };
  parseHtml(html, {
    onOpen({ name, start, end, attributes }) {
      take(start);
      from = end;
      if (dropping !== undefined) return;
      if (DROPPED.has(name)) dropping = name;
      else if (PARTS.has(name)) part(name);
      else if (name === 'a') {
        const href = attributes.find((one) => one.name === 'href')?.value ?? '';
        close('a');
        if (isLink(href)) begin('a', ` href="${attributeText(href.trim())}"`);
      } else {
        const mark = MARKS.get(name);
        if (mark !== undefined) begin(mark);
      }
    },
    onClose(name, start) {
      take(start);
      from = Math.max(from, endOf(html, start));
      if (dropping === name) dropping = undefined;
      else if (dropping === undefined) close(MARKS.get(name) ?? name);
    },
    onComment(start, end) {
      take(start - 4);
      from = Math.max(from, Math.min(html.length, end + 3));
    },
  });
  take(html.length);
  while (open.length > 0) close(open.at(-1) ?? '');
  return written.trim();
}

function endOf(html: string, start: number): number {
  const end = html.indexOf('>', start);
  return end === -1 ? html.length : end + 1;
}
