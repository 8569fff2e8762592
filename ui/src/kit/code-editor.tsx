// An editor of HTML: colours, completion of elements and of merge tags, faults in the gutter.
import { html, htmlLanguage } from '@codemirror/lang-html';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { basicSetup, EditorView } from 'codemirror';
import { useEffect, useRef } from 'react';

/** A word that may be inserted, with what it means. */
export type Completion = { label: string; detail: string };

/** A fault in the text; `from` and `to` are places in it. */
export type CodeFault = { from: number; to: number; message: string };

type CodeEditorProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  completions: readonly Completion[];
  faults: readonly CodeFault[];
  isReadOnly?: boolean;
  nonce: string;
};

export function CodeEditor({
  label,
  value,
  onChange,
  completions,
  faults,
  isReadOnly = false,
  nonce,
}: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  const begin = useRef(value);
  useEffect(() => {
    if (!place.current) return undefined;
    const editor = new EditorView({
      parent: place.current,
      doc: begin.current,
      extensions: [
        basicSetup,
        html({ matchClosingTags: true, autoCloseTags: true }),
        htmlLanguage.data.of({ autocomplete: completionOf(completions) }),
        lintGutter(),
        EditorView.lineWrapping,
        EditorView.cspNonce.of(nonce),
        EditorView.editable.of(!isReadOnly),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed.current(update.state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, [completions, isReadOnly, label, nonce]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    // What came from elsewhere (an upload, an older version) replaces the text; our own typing does not come back.
    if (editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    begin.current = value;
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

/** Suggests merge tags behind `[`. */
function completionOf(completions: readonly Completion[]) {
  const options = completions.map(({ label, detail }) => ({ label, detail, type: 'variable' }));
  return (context: Context) => {
    const begun = context.matchBefore(/\[[A-Z0-9_]*/i);
    return begun ? { from: begun.from, options, validFor: /^\[[A-Z0-9_]*$/i } : null;
  };
}
