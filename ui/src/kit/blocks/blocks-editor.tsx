// The editor of a mail of blocks: their list, what is chosen of the open one, undo and redo.
import './blocks.css';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react';
import { marksAcross } from '../merge-tags/across.ts';
import type { Completion } from '../merge-tags/tag.ts';
import { TagsContext } from '../merge-tags/words.ts';
import { useUndoKeys } from '../page/mac.ts';
import { Button } from '../parts.tsx';
import { BlockList } from './block-list.tsx';
import { lookOf, withMembers } from './document/document.ts';
import { allOf, find, replaced } from './document/moves.ts';
import { useDocument } from './document/use-document.ts';
import { LookFold } from './forms/look-fields.tsx';
import { UpdateDialog } from './forms/update-drafts.tsx';
import { variablesOf } from './look-style.ts';
import { usePictureBlocks } from './picture-blocks.tsx';
import { SaveDialog } from './saved.tsx';
import { type Editing, EditingContext, type Question, type Tools } from './tools.ts';

export type BlocksEditorProps = {
  /** The document, as JSON. */
  value: string;
  onChange: (json: string) => void;
  tools: Tools;
  tags: readonly Completion[];
  /** Saves the mail now. */
  flush: () => Promise<boolean>;
};

export function BlocksEditor({ value, onChange, tools, tags, flush }: BlocksEditorProps) {
  const edited = useDocument(value, onChange);
  const { doc } = edited;
  const root = useRef<HTMLElement>(null);
  const [selected, select] = useState<string>();
  const [question, ask] = useState<Question>();
  const [said, setSaid] = useState('');
  const focus = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the blocks were drawn anew
  useEffect(() => {
    const { current } = focus;
    focus.current = undefined;
    if (current === undefined) return;
    const named = (id: string) =>
      root.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"] .block-name`);
    if (current !== '') named(current)?.focus();
    else if (document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('.blocks-head button')?.focus();
  }, [doc]);
  const put: Editing['put'] = (blocks, { step, focus: next, words } = {}) => {
    focus.current = next;
    if (words !== undefined) setSaid(words);
    edited.change({ ...doc, blocks: [...blocks] }, step);
  };
  /** What had the focus may be gone afterwards. */
  const kept = (act: (() => void) | undefined) =>
    act &&
    (() => {
      focus.current = '';
      act();
    });
  const editing: Editing = {
    ...edited,
    undo: kept(edited.undo),
    redo: kept(edited.redo),
    tools,
    tags,
    selected,
    select,
    flush,
    ask,
    put,
    look: useMemo(() => lookOf(doc, tools.brand, tools.defaults), [doc, tools.brand, tools.defaults]),
    across: useMemo(() => marksAcross(doc.blocks), [doc.blocks]),
    set: ({ id }, members, step = '') =>
      put(
        replaced(doc.blocks, id, (one) => [withMembers(one, members)]),
        { step },
      ),
  };
  const pictures = usePictureBlocks(editing);
  // What happens in a dialog of the editor bubbles to it, too.
  const isWithin = ({ target }: SyntheticEvent) => root.current?.contains(target as Node) === true;
  const asked = question?.what === 'save' ? find(doc.blocks, question.id)?.block : undefined;
  return (
    <EditingContext value={editing}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears what happens in what stands in it */}
      <section
        ref={root}
        className="blocks-editor"
        onKeyDownCapture={(event) => isWithin(event) && onKey(event, editing)}
        onPaste={(event) => isWithin(event) && pictures.take(event, event.clipboardData)}
        onDragOver={(event) => isWithin(event) && event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => isWithin(event) && pictures.take(event, event.dataTransfer)}
      >
        <Head editing={editing} />
        {pictures.words}
        <div className="mail-ground" style={variablesOf(editing.look)}>
          <TagsContext value={tags}>
            <BlockList blocks={doc.blocks} list={null} />
          </TagsContext>
        </div>
        <p className="unseen" role="status">
          {said}
        </p>
        <LookFold />
        {asked && <SaveDialog block={asked} close={() => ask(undefined)} />}
        {question?.what === 'update' && <UpdateDialog {...question} close={() => ask(undefined)} />}
      </section>
    </EditingContext>
  );
}

function Head({ editing: { doc, undo, redo } }: { editing: Editing }) {
  const { t } = useLingui();
  const count = allOf(doc.blocks).length;
  const keys = useUndoKeys();
  const acts = [[t`Undo`, keys.undo, undo] as const, [t`Redo`, keys.redo, redo] as const];
  return (
    <div className="row apart blocks-head">
      <span className="small">{count === 1 ? t`1 block` : t`${count} blocks`}</span>
      <div className="row">
        {acts.map(([label, title, act]) => (
          <Button key={label} {...{ variant: 'default', size: 'compact-xs', title, disabled: !act, onClick: act }}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Undo and redo over the whole mail, also while something is written in a block. */
function onKey(event: KeyboardEvent, { undo, redo }: Editing): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  const act = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : null;
  if (act === null) return;
  event.preventDefault();
  event.stopPropagation();
  act?.();
}
