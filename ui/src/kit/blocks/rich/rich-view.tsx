// A text of a block as it is drawn while nobody writes in it: elements that the API keeps, and
// merge tags as chips.
import './rich.css';
import { createElement, memo, type ReactNode } from 'react';
import { TagChips } from '../../merge-tags/tag-chips.tsx';
import { parsed } from './rich-html.ts';

const KEPT = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'br']);

/** Of a long mail the texts that did not change are not read again with each letter. */
export const RichView = memo(({ html }: { html: string }) => <>{childrenOf(parsed(html))}</>);

function childrenOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node instanceof Text) return createElement(TagChips, { key: index, text: node.data });
    if (!(node instanceof HTMLElement)) return null;
    const name = node.localName;
    if (name === 'a') return createElement('u', { key: index, className: 'as-link' }, childrenOf(node));
    if (name === 'br') return createElement('br', { key: index });
    return createElement(KEPT.has(name) ? name : 'span', { key: index }, childrenOf(node));
  });
}
