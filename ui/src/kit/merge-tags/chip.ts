// A merge tag within a text that is written: one piece, which is put in, chosen and deleted as a whole.
import { type Command, InputRule, Node, PasteRule, type Range } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import { TAG } from './tag.ts';

/** Shown in words; what is stored and copied is the tag as it is written. */
export const MergeTag = Node.create<{ said: (tag: string) => string }>({
  name: 'mergeTag',
  ...{ group: 'inline', inline: true, atom: true, draggable: true },
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span');
      dom.dataset['tag'] = '';
      dom.title = String(node.attrs['tag']);
      dom.textContent = this.options.said(dom.title);
      return { dom };
    };
  },
  addAttributes: () => ({
    tag: { parseHTML: (element: HTMLElement) => element.textContent, renderHTML: () => ({}) },
  }),
  parseHTML: () => [{ tag: 'span[data-tag]' }],
  renderHTML: ({ node }) => ['span', { 'data-tag': '' }, String(node.attrs['tag'])],
  renderText: ({ node }) => String(node.attrs['tag']),
  addInputRules() {
    return [new InputRule({ find: new RegExp(`${TAG.source}$`), handler: readTag })];
  },
  addPasteRules() {
    return [new PasteRule({ find: new RegExp(TAG.source, 'g'), handler: readTag })];
  },
});

/** A tag as it was typed or pasted becomes a chip, as bold as its letters are. */
function readTag({ state, range: { from, to }, match }: { state: EditorState; range: Range; match: string[] }): void {
  const marks = state.doc.resolve(from + 1).marks();
  state.tr.replaceWith(from, to, state.schema.node('mergeTag', { tag: match[0] }, undefined, marks));
}

/** Puts a merge tag in the place of what is selected, with the marks that a letter would have. */
export const putTag =
  (tag: string): Command =>
  ({ tr, state }) => {
    tr.replaceSelectionWith(state.schema.node('mergeTag', { tag }));
    return true;
  };
