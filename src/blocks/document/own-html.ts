// HTML of people between blocks: it may be anything, except that it ends nothing that it did not
// begin, and that it has no scripts.
import { parseHtml } from '../../mail/html/tags.ts';

const VOID = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'],
]);
/** Tags that are left out; the content of the first ones too. */
const DROPPED = new Set(['script', 'noscript', 'iframe', 'object', 'template', 'head', 'title', 'plaintext']);
const UNWRAPPED = new Set(['html', 'body', 'base', 'meta', 'link']);

/** The HTML with every element closed; everything else byte for byte. */
export function ownHtml(html: string): string {
  let written = '';
  let from = 0;
  let dropping: string | undefined;
  const open: string[] = [];
  const opened = new Map<string, number>(); // how many of a name are open
  const count = (name: string, by: 1 | -1) => void opened.set(name, (opened.get(name) ?? 0) + by);
  const isOpen = (name: string) => (opened.get(name) ?? 0) > 0;
  const take = (until: number) => {
    if (dropping === undefined) written += html.slice(from, Math.max(from, until));
    from = Math.max(from, until);
  };
  parseHtml(html, {
    onOpen({ name, start, end, attributes }) {
      take(start);
      const isLeftOut = dropping !== undefined || DROPPED.has(name) || UNWRAPPED.has(name);
      if (dropping === undefined && DROPPED.has(name)) dropping = name;
      if (isLeftOut) {
        from = end;
        return;
      }
      for (const attribute of attributes.filter(({ name: one }) => one.startsWith('on'))) {
        take(attribute.start);
        from = attribute.end;
      }
      take(end);
      // Of HTML's own elements a slash ends none (HTML, section 13.2.5.40): `<a href=x/>` goes on.
      const isForeign = name.includes(':') || isOpen('svg') || isOpen('math');
      if (VOID.has(name) || (isForeign && html[end - 2] === '/')) return;
      open.push(name);
      count(name, 1);
    },
    onClose(name, start) {
      take(start);
      const found = html.indexOf('>', start);
      const end = found === -1 ? html.length : found + 1;
      const isOwn = dropping === undefined && isOpen(name);
      if (dropping === name) dropping = undefined;
      if (!isOwn) {
        from = end;
        return;
      }
      for (let last = ''; last !== name; ) {
        last = open.pop() ?? name;
        count(last, -1);
        written += `</${last}>`;
      }
      from = end;
    },
    onComment(start, end) {
      take(Math.min(html.length, end + 3));
      if (!html.startsWith('-->', end) && dropping === undefined)
        written += html.startsWith('<!--', start - 4) ? '-->' : '>';
    },
  });
  // A tag or comment that never ends would take what follows into it.
  if (dropping === undefined) written += html.slice(from).replace(/<(?=[a-z/])/gi, '&lt;');
  const cut = written.lastIndexOf('<');
  if (cut > written.lastIndexOf('>')) written = `${written.slice(0, cut)}&lt;${written.slice(cut + 1)}`;
  return (
    written +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}
