// The editor within one text, kept in step with the document; and the merge tags that it suggests
// behind `[`.
import { Editor } from '@tiptap/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { pastedHtml } from '../../html/pasted.ts';
import { putTag } from '../../merge-tags/chip.ts';
import { tagsInWords } from '../../merge-tags/conditions.ts';
import type { Completion } from '../../merge-tags/tag.ts';
import { useTagWords } from '../../merge-tags/words.ts';
import { isLink } from '../document/document.ts';
import { fromEditor, toEditor } from './rich-html.ts';
import { extensions } from './schema.ts';

type RichOptions = {
  label: string;
  html: string;
  hasParts: boolean;
  hasFocus: boolean;
  onChange: (html: string) => void;
  tags: readonly Completion[];
  /** As in `tagsInWords`. */
  across: string | undefined;
};

/** What is suggested, where, and which of it is chosen. */
export type Suggested = { from: number; items: readonly Completion[]; at: number; left: number; top: number };

const MOST = 8;

export function useRich(options: RichOptions) {
  const { label, html, hasParts, across } = options;
  const place = useRef<HTMLDivElement>(null);
  const of = useRef(options);
  of.current = options;
  const [editor, setEditor] = useState<Editor>();
  const [, draw] = useState(0);
  const { suggested, look, choose, onKey, close } = useSuggestions(of, place);
  const said = useTagWords();
  const saying = useRef(said);
  saying.current = said;
  const keys = useRef(onKey);
  keys.current = onKey;
  useEffect(() => {
    if (!place.current) return undefined;
    const made: Editor = new Editor({
      element: place.current,
      extensions: extensions(hasParts),
      content: toEditor(of.current.html),
      injectCSS: false,
      autofocus: of.current.hasFocus ? 'end' : false,
      editorProps: {
        attributes: { role: 'textbox', 'aria-label': label, 'aria-multiline': 'true' },
        transformPastedHTML: (pasted) =>
          pasted.includes('data-pm-slice') ? pasted : toEditor(pastedHtml(pasted, isLink)),
        handleKeyDown: (_, event) => keys.current(made, event),
      },
      // Drawn at once: whatever comes next, a letter or a press, would go by the text before it.
      onUpdate: () => flushSync(() => of.current.onChange(fromEditor(made.getHTML(), hasParts))),
      onTransaction: () => {
        draw((count) => count + 1);
        sayTags(made, saying.current, of.current.across);
        look(made);
      },
      onBlur: close,
    });
    sayTags(made, saying.current, of.current.across);
    setEditor(made);
    return () => made.destroy();
  }, [label, hasParts, look, close]);
  useEffect(() => {
    if (!editor || editor.isDestroyed || fromEditor(editor.getHTML(), hasParts) === html) return;
    const same = fromEditor(toEditor(html), hasParts);
    if (same === fromEditor(editor.getHTML(), hasParts)) return;
    editor.commands.setContent(toEditor(html), { emitUpdate: false });
  }, [editor, html, hasParts]);
  useEffect(() => {
    if (editor && !editor.isDestroyed) sayTags(editor, said, across);
  }, [editor, said, across]);
  return { place, editor, suggested, choose, said };
}

/** Gives each chip its words. */
function sayTags({ view }: Editor, said: (tag: string) => string, across: string | undefined): void {
  const chips = [...view.dom.querySelectorAll<HTMLElement>('[data-tag]')];
  const words = tagsInWords(
    chips.map(({ title }) => title),
    said,
    across,
  );
  for (const [at, chip] of chips.entries()) if (chip.textContent !== words[at]) chip.textContent = words[at] ?? '';
}

function useSuggestions(of: RefObject<RichOptions>, place: RefObject<HTMLDivElement | null>) {
  const [suggested, setSuggested] = useState<Suggested>();
  const now = useRef(suggested);
  now.current = suggested;
  const [{ look, close }] = useState(() => ({
    look(editor: Editor) {
      const { selection } = editor.state;
      const before = selection.empty ? textBefore(editor) : '';
      const typed = /\[([A-Z0-9_]*)$/i.exec(before)?.[1]?.toUpperCase();
      const items = typed === undefined ? [] : matching(of.current.tags, typed);
      if (typed === undefined || items.length === 0 || !editor.isFocused) return setSuggested(undefined);
      const from = selection.from - typed.length - 1;
      const { left, bottom } = editor.view.coordsAtPos(from);
      const box = place.current?.parentElement?.getBoundingClientRect();
      const [x, y] = [left - (box?.left ?? 0), bottom - (box?.top ?? 0) + 4];
      return setSuggested({ from, items, at: 0, left: Math.max(0, Math.min(x, (box?.width ?? 0) - 280)), top: y });
    },
    close: () => setSuggested(undefined),
  }));
  const choose = (editor: Editor, item: Completion | undefined) => {
    const { current } = now;
    if (!current || !item) return;
    const range = { from: current.from, to: editor.state.selection.from };
    setSuggested(undefined);
    editor.chain().focus().setTextSelection(range).command(putTag(item.label)).run();
  };
  const onKey = (editor: Editor, event: KeyboardEvent): boolean => {
    const { current } = now;
    if (!current) {
      const isChip = event.key === 'Enter' && selectedTag(editor) !== undefined;
      if (isChip) place.current?.closest('.rich')?.querySelector<HTMLElement>('.fallback input')?.focus();
      return isChip;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      const count = current.items.length;
      setSuggested({ ...current, at: (current.at + by + count) % count });
      return true;
    }
    if (event.key === 'Enter' || event.key === 'Tab') {
      choose(editor, current.items[current.at]);
      return true;
    }
    if (event.key !== 'Escape') return false;
    event.stopPropagation();
    setSuggested(undefined);
    return true;
  };
  return { suggested, look, choose, onKey, close };
}

/** The merge tag that is selected as a whole. */
export function selectedTag({ state: { selection } }: Editor): string | undefined {
  const { node } = selection as { node?: { attrs: Record<string, string> } };
  return node?.attrs['tag'];
}

function textBefore(editor: Editor): string {
  const { $from } = editor.state.selection;
  return $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
}

function matching(tags: readonly Completion[], typed: string): readonly Completion[] {
  const found = tags.filter(({ label, detail }) => label.includes(typed) || detail.toUpperCase().includes(typed));
  return found.slice(0, MOST);
}
