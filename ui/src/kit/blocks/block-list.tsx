// A list of blocks, of the mail or of a column: they are dropped here, and the last button adds one.
import { useLingui } from '@lingui/react/macro';
import { type DragEvent, useState } from 'react';
import { AddMenu } from './add-menu.tsx';
import { BlockItem } from './block-item.tsx';
import type { Block } from './document/document.ts';
import { type List, mayStand } from './document/moves.ts';
import { draggedNow, useMoves } from './use-moves.ts';

export function BlockList({ blocks, list }: { blocks: readonly Block[]; list: List }) {
  const { t } = useLingui();
  const { move } = useMoves();
  const [over, setOver] = useState<number>();
  const take = (event: DragEvent<HTMLElement>) => {
    const block = draggedNow();
    if (!block || !mayStand(block, list)) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(indexAt(event));
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    const block = draggedNow();
    if (!block || !mayStand(block, list)) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(undefined);
    move(block, { list, index: indexAt(event) });
  };
  const at = list === null ? undefined : list.column + 1;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging; keys have the buttons of each block
    <div
      className={list === null ? 'block-list' : 'block-list column'}
      data-over={over !== undefined && blocks.length === 0 ? '' : undefined}
      onDragOver={take}
      onDragLeave={() => setOver(undefined)}
      onDrop={drop}
    >
      <ol aria-label={at === undefined ? t`Blocks of the mail` : t`Column ${at}`}>
        {blocks.map((block, index) => (
          <BlockItem
            key={block.id}
            block={block}
            place={{ list, index }}
            drop={over === index ? 'before' : over === index + 1 && index === blocks.length - 1 ? 'after' : undefined}
          />
        ))}
      </ol>
      <AddMenu
        place={{ list, index: blocks.length }}
        label={at === undefined ? t`Add a block` : t`Add to column ${at}`}
        isSmall={list !== null}
      />
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
