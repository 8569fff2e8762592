// A text of a block as it is drawn while nobody writes in it: elements that the API keeps, and
// merge tags as chips.
import './rich.css';
import { createElement, memo, type ReactNode } from 'react';
import { tagsInWords } from '../../merge-tags/conditions.ts';
import { TagChip } from '../../merge-tags/tag-chips.tsx';
import { useTagWords } from '../../merge-tags/words.ts';
import { parsed, toEditor } from './rich-html.ts';

const KEPT = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'br']);

type RichViewProps = { html: string /** As in `tagsInWords`. */; across?: string | undefined };

/** Of a long mail the texts that did not change are not read again with each letter. */
export const RichView = memo(({ html, across }: RichViewProps) => {
  const said = useTagWords();
  const body = parsed(toEditor(html));
  const chips = [...body.querySelectorAll('[data-tag]')];
  const written = chips.map((chip) => chip.textContent);
  const words = tagsInWords(written, said, across);
  return childrenOf(body, new Map(chips.map((chip, at) => [chip as Node, words[at] ?? ''])));
});

function childrenOf(parent: Node, words: ReadonlyMap<Node, string>): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof HTMLElement)) return null;
    const chip = words.get(node);
    if (chip !== undefined) return createElement(TagChip, { key: index, written: node.textContent, words: chip });
    const name = node.localName;
    if (name === 'a') return createElement('u', { key: index, className: 'look-link' }, childrenOf(node, words));
    if (name === 'br') return createElement('br', { key: index });
    return createElement(KEPT.has(name) ? name : 'span', { key: index }, childrenOf(node, words));
  });
}
