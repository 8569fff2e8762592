// Texts of blocks between the form that is stored, the one that the editor takes, and what is
// drawn. Merge tags are text in the first and pieces of their own in the others; addresses of links
// are read as they are written, never through properties that would make them absolute.
import { pieces } from '../../merge-tags/tag.ts';

/** Parsed without loading or running anything. */
export const parsed = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;

/** The stored text with merge tags as elements. */
export function toEditor(html: string): string {
  const body = parsed(html);
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    const parts = pieces(text.data);
    if (!parts.some(({ isTag }) => isTag)) continue;
    text.replaceWith(
      ...parts.map((part) => {
        if (!part.isTag) return part.text;
        const element = body.ownerDocument.createElement('span');
        element.setAttribute('data-tag', '');
        element.textContent = part.text;
        return element;
      }),
    );
  }
  return body.innerHTML;
}

/** What the editor holds, as it is stored. @param hasParts whether it has paragraphs and lists */
export function fromEditor(html: string, hasParts: boolean): string {
  const text = html
    .replaceAll(/<span data-tag="">([^<]*)<\/span>/g, '$1')
    .replaceAll(/<li><p>([\s\S]*?)<\/p>/g, '<li>$1');
  return hasParts ? text : text.replace(/^<p>([\s\S]*)<\/p>$/, '$1');
}
