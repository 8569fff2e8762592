// What may stand in a text of a block: the marks, lists and merge tags that the API keeps.
import { type Editor, type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core';
import { MergeTag } from '../../merge-tags/chip.ts';

const mark = (name: string, tags: readonly string[], key?: string) =>
  Mark.create({
    name,
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: () => [tags[0] ?? name, 0],
    addKeyboardShortcuts() {
      const toggle = () => this.editor.commands.toggleMark(name);
      return key === undefined ? {} : { [key]: toggle };
    },
  });

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { parseHTML: (element: HTMLElement) => element.getAttribute('href') } }),
  parseHTML: () => [{ tag: 'a[href]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes), 0],
});

const Break = Node.create({
  name: 'break',
  group: 'inline',
  inline: true,
  selectable: false,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
});

const breakLine = (editor: Editor) => editor.commands.insertContent({ type: 'break' });

/** @param hasParts whether there are paragraphs and lists; else it is one line with breaks */
export function extensions(hasParts: boolean): Extensions {
  const Doc = Node.create({
    name: 'doc',
    topNode: true,
    content: hasParts ? 'part+' : 'paragraph',
    addKeyboardShortcuts() {
      const { editor } = this;
      const enter = () => (hasParts ? editor.commands.splitListItem('item') : breakLine(editor));
      return { Enter: enter, 'Shift-Enter': () => breakLine(editor) };
    },
  });
  const Paragraph = Node.create({
    name: 'paragraph',
    group: 'part',
    content: 'inline*',
    priority: 1000,
    parseHTML: () => [{ tag: 'p' }],
    renderHTML: () => ['p', 0],
  });
  const Words = Node.create({ name: 'text', group: 'inline' });
  const list = (name: string, tag: string) =>
    Node.create({ name, group: 'part list', content: 'item+', parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] });
  const Item = Node.create({
    name: 'item',
    content: 'paragraph list*',
    defining: true,
    parseHTML: () => [{ tag: 'li' }],
    renderHTML: () => ['li', 0],
  });
  const marks = [
    mark('strong', ['strong', 'b'], 'Mod-b'),
    mark('em', ['em', 'i'], 'Mod-i'),
    mark('u', ['u'], 'Mod-u'),
    ...[mark('s', ['s', 'del', 'strike']), mark('code', ['code']), mark('sub', ['sub']), mark('sup', ['sup'])],
  ];
  const parts = hasParts ? [list('bullets', 'ul'), list('numbers', 'ol'), Item] : [];
  return [Doc, Paragraph, Words, Break, MergeTag, Link, ...marks, ...parts];
}
