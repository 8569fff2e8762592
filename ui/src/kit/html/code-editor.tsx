// An editor of HTML: colors, completion of elements and of merge tags, faults in the gutter.
import { html, htmlLanguage } from '@codemirror/lang-html';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import { useEffect, useRef } from 'react';
import type { Completion } from '../merge-tags/tag.ts';

/** A fault in the text; `from` and `to` are places in it. */
export type CodeFault = { from: number; to: number; message: string };

type CodeEditorProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  completions: readonly Completion[];
  faults: readonly CodeFault[];
  nonce: string;
  /** The cursor stands in it when it appears. */
  hasFocus?: boolean;
};

/** Colors are in html-editor.css: readable in both themes. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], class: 'code-element' },
  { tag: [tags.attributeName, tags.propertyName], class: 'code-name' },
  { tag: [tags.attributeValue, tags.string, tags.number, tags.color, tags.unit], class: 'code-value' },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], class: 'code-note' },
  { tag: [tags.keyword, tags.className, tags.character, tags.atom], class: 'code-word' },
  { tag: tags.invalid, class: 'code-fault' },
]);

export function CodeEditor({ label, value, onChange, completions, faults, nonce, hasFocus = false }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  const known = useRef(completions);
  known.current = completions;
  const begin = useRef(value);
  const wantsFocus = useRef(hasFocus);
  /** Whether a change is ours: what came from elsewhere is not told as typed. */
  const isTaking = useRef(false);
  /** What was typed and told since the text and its value were the same. */
  const told = useRef(new Set<string>());
  useEffect(() => {
    if (!place.current) return undefined;
    const editor = new EditorView({
      parent: place.current,
      doc: begin.current,
      extensions: [
        basicSetup,
        syntaxHighlighting(COLOURS),
        html({ matchClosingTags: true, autoCloseTags: true }),
        htmlLanguage.data.of({ autocomplete: completionOf(() => known.current) }),
        lintGutter(),
        EditorView.lineWrapping,
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || isTaking.current) return;
          const text = update.state.doc.toString();
          told.current.add(text);
          changed.current(text);
        }),
      ],
    });
    view.current = editor;
    if (wantsFocus.current) editor.focus();
    return () => editor.destroy();
  }, [label, nonce]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    begin.current = value;
    const { doc } = editor.state;
    const isSame = doc.toString() === value;
    if (!isSame && told.current.has(value)) return; // our own typing, of a moment ago
    told.current.clear();
    if (isSame) return;
    // What came from elsewhere (an upload, an older version) replaces the text, which undo brings back.
    isTaking.current = true;
    editor.dispatch({ changes: { from: 0, to: doc.length, insert: value } });
    isTaking.current = false;
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const { length } = editor.state.doc;
    const shown: Diagnostic[] = faults.map(({ from, to, message }) => ({
      from: Math.min(from, length),
      to: Math.min(to, length),
      severity: 'warning',
      message,
    }));
    editor.dispatch(setDiagnostics(editor.state, shown));
  }, [faults]);
  return <div ref={place} className="code-editor" />;
}

type Context = { matchBefore(expression: RegExp): { from: number; text: string } | null };

/** Suggests merge tags after `[`. */
function completionOf(completions: () => readonly Completion[]) {
  return (context: Context) => {
    const begun = context.matchBefore(/\[[A-Z0-9_]*/i);
    if (!begun) return null;
    const options = completions().map(({ label, detail }) => ({ label, detail, type: 'variable' }));
    return { from: begun.from, options, validFor: /^\[[A-Z0-9_]*$/i };
  };
}
