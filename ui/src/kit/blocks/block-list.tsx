// A list of blocks, of the mail, a column or a condition: they are dropped here, and the last button adds one.
import { useLingui } from '@lingui/react/macro';
import { type DragEvent, useState } from 'react';
import { AddMenu } from './add-menu.tsx';
import { BlockItem } from './block-item.tsx';
import type { Block, Kind } from './document/document.ts';
import { type List, mayHold } from './document/moves.ts';
import { draggedNow, useMoves } from './use-moves.ts';

/** `ofKind`: the kind of block that the list is in. */
type ListProps = { blocks: readonly Block[]; list: List; ofKind?: Kind };

export function BlockList({ blocks, list, ofKind }: ListProps) {
  const { t } = useLingui();
  const { move } = useMoves();
  const [over, setOver] = useState<number>();
  const take = (event: DragEvent<HTMLElement>) => {
    const block = draggedNow();
    if (!block || !mayHold(ofKind, block)) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(indexAt(event));
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    const block = draggedNow();
    if (!block || !mayHold(ofKind, block)) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(undefined);
    move(block, { list, index: indexAt(event) });
  };
  const at = (list?.column ?? 0) + 1;
  const [name, add] =
    list === null
      ? [t`Blocks of the mail`, t`Add a block`]
      : ofKind === 'condition'
        ? [t`What is shown then`, t`Add to the condition`]
        : [t`Column ${at}`, t`Add to column ${at}`];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging; keys have the buttons of each block
    <div
      className={list === null ? 'block-list' : 'block-list column'}
      data-over={over !== undefined && blocks.length === 0 ? '' : undefined}
      onDragOver={take}
      onDragLeave={() => setOver(undefined)}
      onDrop={drop}
    >
      <ol aria-label={name}>
        {blocks.map((block, index) => (
          <BlockItem
            key={block.id}
            block={block}
            place={{ list, index }}
            ofKind={ofKind}
            drop={over === index ? 'before' : over === index + 1 && index === blocks.length - 1 ? 'after' : undefined}
          />
        ))}
      </ol>
      <AddMenu place={{ list, index: blocks.length }} ofKind={ofKind} label={add} isSmall={list !== null} />
    </div>
  );
}

/** Before which block of the list something is dropped. */
function indexAt({ currentTarget, clientY }: DragEvent<HTMLElement>): number {
  const items = [...currentTarget.querySelectorAll(':scope > ol > li')];
  const below = items.findIndex((item) => {
    const { top, height } = item.getBoundingClientRect();
    return clientY < top + height / 2;
  });
  return below === -1 ? items.length : below;
}
