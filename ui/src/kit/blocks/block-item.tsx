// One block in the editor: the line with its name, by which it is opened, moved and taken out, how
// it looks, and, when it is open, what can be written and chosen.
import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react';
import { useTagWords } from '../merge-tags/words.ts';
import { Button, Menu } from '../parts.tsx';
import { AddMenu } from './add-menu.tsx';
import { BlockList } from './block-list.tsx';
import { BlockView } from './block-view.tsx';
import { BlockWriting } from './block-writing.tsx';
import { type Block, type Kind, listsOf, wordsOf } from './document/document.ts';
import { copyOf, find, inserted, intoBeside, type Place, stepOf } from './document/moves.ts';
import { BlockForm } from './forms/block-form.tsx';
import { useKindNames } from './kinds.ts';
import { SavedLine, SaveItem } from './saved.tsx';
import { useEditing } from './tools.ts';
import { useDrag } from './use-drag.ts';
import { useMoves } from './use-moves.ts';

/** `ofKind`: the kind of block that it stands in. */
type ItemProps = { block: Block; place: Place; ofKind: Kind | undefined };

export function BlockItem({ block, place, ofKind }: ItemProps) {
  const { selected, select } = useEditing();
  const isOpen = selected === block.id;
  const names = useKindNames();
  const words = wordsOf(block, useTagWords());
  const lists = listsOf(block);
  const name = names[block.kind];
  const open = ({ target, currentTarget }: MouseEvent) => {
    const isOwn = target instanceof Element && target.closest('.block') === currentTarget.parentElement;
    if (isOwn) select(block.id);
  };
  return (
    <li
      className="block"
      data-block={block.id}
      data-open={isOpen || undefined}
      aria-label={words === '' ? name : `${name}: ${words}`}
    >
      <Bar {...{ block, place, ofKind, isOpen }} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button in its line does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div className={`block-look on-${groundOf(block)}`} onClick={isOpen ? undefined : open}>
        {isOpen ? <BlockWriting block={block} hasFocus={lists.length === 0} /> : <BlockView block={block} />}
        {lists.length > 0 && (
          <div className="block-columns" style={{ '--parts': partsOf(block) } as CSSProperties}>
            {lists.map((inner, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is what stands at its place
              <BlockList key={column} blocks={inner} list={{ of: block.id, column }} ofKind={block.kind} />
            ))}
          </div>
        )}
      </div>
      {isOpen && <SavedLine block={block} />}
      {isOpen && <BlockForm block={block} ofKind={ofKind} />}
    </li>
  );
}

const groundOf = (block: Block) => String(block['on'] ?? (block.kind === 'footer' ? 'page' : 'card'));

function partsOf(block: Block): string {
  const widths = Array.isArray(block['widths']) ? (block['widths'] as number[]) : listsOf(block).map(() => 1);
  return widths.map((width) => `minmax(0, ${width}fr)`).join(' ');
}

type BarProps = ItemProps & { isOpen: boolean };

function Bar({ block, place, ofKind, isOpen }: BarProps) {
  const { t } = useLingui();
  const { doc, select } = useEditing();
  const { step, remove } = useMoves();
  const drag = useDrag(block);
  const name = useKindNames()[block.kind];
  const onKey = (event: KeyboardEvent) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp'];
    if (by !== undefined) {
      event.preventDefault();
      if (event.altKey) step(block, by);
      else focusBeside(event.currentTarget, by);
    } else if (event.key === 'Delete') remove(block);
    else if (event.key === 'Escape') select(undefined);
  };
  const [up, down] = [stepOf(doc.blocks, block.id, -1), stepOf(doc.blocks, block.id, 1)];
  const words = wordsOf(block, useTagWords());
  return (
    <div className="block-bar">
      <span className="grip" aria-hidden="true" title={t`Drag to move`} onPointerDown={drag}>
        ⠿
      </span>
      <button
        type="button"
        className="block-name"
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        title={t`Alt+↑ or ↓ moves it, Delete removes it`}
        onClick={() => select(isOpen ? undefined : block.id)}
        onKeyDown={onKey}
      >
        {name}
        {words !== '' && <span className="unseen">: {words}</span>}
      </button>
      {isOpen && (
        <div className="row block-actions">
          <Small label={t`Move up`} sign="↑" isOff={!up} onPress={() => step(block, -1)} />
          <Small label={t`Move down`} sign="↓" isOff={!down} onPress={() => step(block, 1)} />
          <AddMenu place={{ ...place, index: place.index + 1 }} ofKind={ofKind} label={t`Add below`} isSmall />
          <More block={block} place={place} ofKind={ofKind} />
        </div>
      )}
    </div>
  );
}

type SmallProps = { label: string; sign: string; isOff: boolean; onPress: () => void };

function Small({ label, sign, isOff, onPress }: SmallProps) {
  return (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={label}
      title={label}
      disabled={isOff}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {sign}
    </Button>
  );
}

function More({ block, place, ofKind }: Omit<BarProps, 'isOpen'>) {
  const { t } = useLingui();
  const { doc, put, select } = useEditing();
  const { move, remove } = useMoves();
  const into = intoBeside(doc.blocks, block.id);
  const beside = into?.list && find(doc.blocks, into.list.of)?.block.kind;
  const owner = place.list === null ? undefined : find(doc.blocks, place.list.of);
  const duplicate = () => {
    const copy = copyOf(block);
    put(inserted(doc.blocks, { ...place, index: place.index + 1 }, copy), { focus: copy.id, words: t`Duplicated` });
    select(copy.id);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-xs">
          {t`More`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={duplicate}>{t`Duplicate`}</Menu.Item>
        {into && (
          <Menu.Item onClick={() => move(block, into)}>
            {beside === 'condition' ? t`Move into the condition` : t`Move into the columns`}
          </Menu.Item>
        )}
        {owner && (
          <Menu.Item onClick={() => move(block, { list: owner.list, index: owner.index + 1 })}>
            {ofKind === 'condition' ? t`Move out of the condition` : t`Move out of the columns`}
          </Menu.Item>
        )}
        {place.list === null && block['saved'] === undefined && <SaveItem block={block} />}
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => remove(block)}>
          {t`Remove`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function focusBeside(from: EventTarget & Element, by: -1 | 1): void {
  const all = [...(from.closest('.blocks-editor')?.querySelectorAll<HTMLElement>('.block-name') ?? [])];
  all[all.indexOf(from as HTMLElement) + by]?.focus();
}
