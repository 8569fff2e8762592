// Writing within one text of a block: marks, lists, links, and merge tags as chips.
import './rich.css';
import { useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { useId, useState } from 'react';
import type { Completion } from '../../html/code-editor.tsx';
import { Button, Menu, TextField } from '../../parts.tsx';
import { isLink } from '../document/document.ts';
import { useRich } from './use-rich.ts';

export type RichEditorProps = {
  label: string;
  html: string;
  /** Whether it has paragraphs and lists. */
  hasParts?: boolean;
  /** The cursor stands in it when it appears. */
  hasFocus?: boolean;
  onChange: (html: string) => void;
  tags: readonly Completion[];
};

export function RichEditor({ label, html, hasParts = false, hasFocus = false, onChange, tags }: RichEditorProps) {
  const { t } = useLingui();
  const id = useId();
  const { place, editor, suggested, choose } = useRich({ label, html, hasParts, hasFocus, onChange, tags });
  const chosen = suggested?.items[suggested.at];
  return (
    <div className="rich">
      {editor && <Tools editor={editor} hasParts={hasParts} tags={tags} label={label} />}
      <div className="rich-place">
        <div ref={place} />
        {editor && suggested && (
          <div
            className="rich-tags"
            role="listbox"
            aria-label={t`Merge tags`}
            style={{ left: suggested.left, top: suggested.top }}
          >
            {suggested.items.map((item) => (
              <button
                type="button"
                role="option"
                key={item.label}
                aria-selected={item === chosen}
                tabIndex={-1}
                onMouseDown={(event) => {
                  event.preventDefault();
                  choose(editor, item);
                }}
              >
                <span className="mono">{item.label}</span>
                <span className="small">{item.detail}</span>
              </button>
            ))}
          </div>
        )}
        <span id={id} className="unseen" role="status">
          {chosen && `${chosen.label} ${chosen.detail}`}
        </span>
      </div>
    </div>
  );
}

type ToolsProps = { editor: Editor; hasParts: boolean; tags: readonly Completion[]; label: string };

function Tools({ editor, hasParts, tags, label }: ToolsProps) {
  const { t } = useLingui();
  const [isLinking, setLinking] = useState(false);
  const href = String(editor.getAttributes('link')['href'] ?? '');
  const marks = [
    ['strong', t`Bold`, 'B'],
    ['em', t`Italic`, 'I'],
    ['u', t`Underlined`, 'U'],
    ['s', t`Struck through`, 'S'],
  ] as const;
  const lists = [
    ['bullets', t`Points`],
    ['numbers', t`Numbers`],
  ] as const;
  return (
    <>
      <div className="rich-tools" role="toolbar" aria-label={t`Marks of ${label}`}>
        {marks.map(([name, words, letter]) => (
          <Tool
            key={name}
            {...{ name, words }}
            isOn={editor.isActive(name)}
            onPress={() => editor.chain().focus().toggleMark(name).run()}
          >
            {letter}
          </Tool>
        ))}
        {hasParts &&
          lists.map(([name, words]) => (
            <Tool
              key={name}
              {...{ name, words }}
              isOn={editor.isActive(name)}
              onPress={() => editor.chain().focus().toggleList(name, 'item').run()}
            />
          ))}
        <Tool name="linked" words={t`Link`} isOn={href !== ''} onPress={() => setLinking(!isLinking)}>
          {t`Link`}
        </Tool>
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <button type="button" className="rich-tool">
              {t`Merge tag`}
            </button>
          </Menu.Target>
          <Menu.Dropdown className="tags-menu">
            {tags.map((tag) => (
              <Menu.Item
                key={tag.label}
                onClick={() =>
                  editor
                    .chain()
                    .focus()
                    .insertContent({ type: 'mergeTag', attrs: { tag: tag.label } })
                    .run()
                }
              >
                <span className="mono">{tag.label}</span> <span className="small">{tag.detail}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      {isLinking && (
        <LinkForm
          key={href}
          href={href}
          tags={tags}
          onLink={(next) => {
            const chain = editor.chain().focus().extendMarkRange('link');
            if (next === '') chain.unsetMark('link').run();
            else if (editor.state.selection.empty && href === '')
              chain.insertContent({ type: 'text', text: next, marks: [{ type: 'link', attrs: { href: next } }] }).run();
            else chain.setMark('link', { href: next }).run();
            setLinking(false);
          }}
        />
      )}
    </>
  );
}

type ToolProps = { name: string; words: string; isOn: boolean; onPress: () => void; children?: string };

function Tool({ name, words, isOn, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className={`rich-tool ${name}`}
      aria-pressed={isOn}
      aria-label={words}
      title={words}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

type LinkFormProps = { href: string; tags: readonly Completion[]; onLink: (href: string) => void };

function LinkForm({ href, tags, onLink }: LinkFormProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(href);
  const [isTold, setTold] = useState(false);
  const id = useId();
  const link = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed.trim()) ? `https://${typed.trim()}` : typed.trim();
  const set = () => {
    if (link === '' || isLink(link)) onLink(link);
    else setTold(true);
  };
  return (
    <div className="rich-link">
      <TextField
        label={t`Where the link leads`}
        placeholder={'https://'}
        size="xs"
        data-autofocus
        autoFocus
        list={id}
        value={typed}
        error={isTold && t`Begin with https://, mailto:, tel: or a merge tag.`}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          set();
        }}
      />
      <LinkTags id={id} tags={tags} />
      <Button size="compact-sm" onClick={set}>{t`Set link`}</Button>
      {href !== '' && (
        <Button size="compact-sm" variant="default" onClick={() => onLink('')}>
          {t`Take link away`}
        </Button>
      )}
    </div>
  );
}

/** Merge tags that give addresses. */
export function LinkTags({ id, tags }: { id: string; tags: readonly Completion[] }) {
  return (
    <datalist id={id}>
      {tags
        .filter(({ label }) => label.endsWith('_URL]'))
        .map(({ label, detail }) => (
          <option key={label} value={label}>
            {detail}
          </option>
        ))}
    </datalist>
  );
}
