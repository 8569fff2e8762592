// A merge tag within a text that is written: one piece, which is put in, chosen and deleted as a whole;
// the marks of a condition go together.
import { type Command, InputRule, Node, PasteRule, type Range } from '@tiptap/core';
import type { Node as Content } from '@tiptap/pm/model';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';
import { conditionsOf, isMark } from './conditions.ts';
import { TAG } from './tag.ts';

/** Shown in words; what is stored and copied is the tag as it is written. */
export const MergeTag = Node.create({
  name: 'mergeTag',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('span');
      dom.dataset['tag'] = '';
      dom.title = String(node.attrs['tag']);
      dom.textContent = dom.title; // words are for all tags of a text together (use-rich.ts)
      return { dom };
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
  addProseMirrorPlugins: () => [
    new Plugin({ appendTransaction: (done, before, { doc, tr }) => withoutOthers(done, before.doc, doc, tr) }),
  ],
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

/** The merge tags of a text, and where they stand. */
function tagsIn(doc: Content): { tag: string; at: number }[] {
  const found: { tag: string; at: number }[] = [];
  doc.descendants((node, at) => {
    if (node.type.name === 'mergeTag') found.push({ tag: String(node.attrs['tag']), at });
  });
  return found;
}

/**
 * When some marks of a condition were deleted, the others go as well; what was around them stays. Marks
 * that were moved, or put in another's place, are as many as before.
 */
function withoutOthers(
  done: readonly Transaction[],
  before: Content,
  doc: Content,
  tr: Transaction,
): Transaction | undefined {
  if (before.eq(doc)) return undefined;
  const was = tagsIn(before);
  const marks = was.filter(({ tag }) => isMark(tag)).length;
  if (marks === 0) return undefined;
  const after = was.map(({ at }) => {
    let [now, isGone] = [at, false];
    for (const { mapping } of done) {
      const result = mapping.mapResult(now, 1);
      [now, isGone] = [result.pos, isGone || result.deletedAfter];
    }
    return isGone ? undefined : now;
  });
  const gone = was.filter(({ tag }, index) => isMark(tag) && after[index] === undefined).length;
  if (gone === 0 || marks - gone !== tagsIn(doc).filter(({ tag }) => isMark(tag)).length) return undefined;
  const others = conditionsOf(was.map(({ tag }) => tag))
    .filter((condition) => condition.some((index) => after[index] === undefined))
    .flatMap((condition) => condition.flatMap((index) => after[index] ?? []));
  for (const at of others.toSorted((a, b) => b - a)) tr.delete(at, at + 1);
  return others.length === 0 ? undefined : tr;
}
