// Writing within one text of a block: marks, lists, links, and merge tags as chips.
import './rich.css';
import { useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { useId, useState } from 'react';
import { putTag } from '../../merge-tags/chip.ts';
import { isMark } from '../../merge-tags/conditions.ts';
import { FallbackField } from '../../merge-tags/fallback-field.tsx';
import { LinkTags } from '../../merge-tags/link-tags.tsx';
import { type Completion, mayBeEmpty } from '../../merge-tags/tag.ts';
import { TagsMenu } from '../../merge-tags/tags-menu.tsx';
import { Button, TextField } from '../../parts.tsx';
import { isLink } from '../document/document.ts';
import { selectedTag, useRich } from './use-rich.ts';

export type RichEditorProps = {
  label: string;
  html: string;
  /** Whether it has paragraphs and lists. */
  hasParts?: boolean;
  /** The cursor stands in it when it appears. */
  hasFocus?: boolean;
  onChange: (html: string) => void;
  tags: readonly Completion[];
  /** Marks of conditions that go on in another text, as `tagsInWords` takes them. */
  across?: string | undefined;
};

export function RichEditor({ hasParts = false, hasFocus = false, across, ...given }: RichEditorProps) {
  const { label, tags } = given;
  const { t } = useLingui();
  const id = useId();
  const { place, editor, suggested, choose, said } = useRich({ ...given, hasParts, hasFocus, across });
  const chosen = suggested?.items[suggested.at];
  const chip = editor && selectedTag(editor);
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
          {chosen ? `${chosen.label} ${chosen.detail}` : chip && said(chip)}
        </span>
      </div>
    </div>
  );
}

type ToolsProps = { editor: Editor; hasParts: boolean; tags: readonly Completion[]; label: string };

function Tools({ editor, hasParts, tags, label }: ToolsProps) {
  const { t } = useLingui();
  const [isLinking, setLinking] = useState(false);
  const chip = selectedTag(editor);
  const href = String(editor.getAttributes('link')['href'] ?? '');
  const marks = [
    ['strong', t`Bold`, 'B'],
    ['em', t`Italic`, 'I'],
    ['u', t`Underline`, 'U'],
    ['s', t`Strikethrough`, 'S'],
  ] as const;
  const lists = [
    ['bullets', t`Bulleted list`],
    ['numbers', t`Numbered list`],
  ] as const;
  return (
    <>
      <div className="rich-tools" role="toolbar" aria-label={t`Formatting of ${label}`}>
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
        <TagsMenu
          tags={tags}
          className="rich-tool"
          onChoose={(tag) => editor.chain().focus().command(putTag(tag)).run()}
        />
        {chip !== undefined && isMark(chip) && (
          <button type="button" className="rich-tool" onClick={() => editor.chain().focus().deleteSelection().run()}>
            {t`Remove the condition`}
          </button>
        )}
        {chip !== undefined && mayBeEmpty(chip) && (
          <FallbackField
            key={editor.state.selection.from}
            written={chip}
            onChange={(tag) =>
              editor.chain().updateAttributes('mergeTag', { tag }).setNodeSelection(editor.state.selection.from).run()
            }
            onDone={() => editor.commands.focus()}
          />
        )}
      </div>
      {isLinking && (
        <LinkForm
          key={href}
          href={href}
          tags={tags}
          onLink={(next) => {
            setLinking(false);
            if (next === undefined) return void editor.commands.focus();
            const chain = editor.chain().focus().extendMarkRange('link');
            if (next === '') chain.unsetMark('link').run();
            else if (editor.state.selection.empty && href === '')
              chain.insertContent({ type: 'text', text: next, marks: [{ type: 'link', attrs: { href: next } }] }).run();
            else chain.setMark('link', { href: next }).run();
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

/** `onLink`: '' takes the link away, undefined leaves it. */
type LinkFormProps = { href: string; tags: readonly Completion[]; onLink: (href: string | undefined) => void };

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
        label={t`Link address`}
        placeholder={'https://'}
        size="xs"
        data-autofocus
        autoFocus
        list={id}
        value={typed}
        error={isTold && t`Start with https://, mailto:, tel: or a merge tag.`}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') set();
          else onLink(undefined);
        }}
      />
      <LinkTags id={id} tags={tags} />
      <Button size="compact-sm" onClick={set}>{t`Apply link`}</Button>
      {href !== '' && (
        <Button size="compact-sm" variant="default" onClick={() => onLink('')}>
          {t`Remove link`}
        </Button>
      )}
    </div>
  );
}
