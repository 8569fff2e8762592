// A list of blocks, of the mail, a column or a condition: they are dropped here, and the last button adds one.
import { useLingui } from '@lingui/react/macro';
import { AddMenu } from './add-menu.tsx';
import { BlockItem } from './block-item.tsx';
import type { Block, Kind } from './document/document.ts';
import type { List } from './document/moves.ts';

/** `ofKind`: the kind of block that the list is in. */
type ListProps = { blocks: readonly Block[]; list: List; ofKind?: Kind };

export function BlockList({ blocks, list, ofKind }: ListProps) {
  const { t } = useLingui();
  const at = (list?.column ?? 0) + 1;
  const [name, add] =
    list === null
      ? [t`Blocks of the mail`, t`Add a block`]
      : ofKind === 'condition'
        ? [t`What is shown then`, t`Add to the condition`]
        : [t`Column ${at}`, t`Add to column ${at}`];
  return (
    <div className={list === null ? 'block-list' : 'block-list column'} data-column={list?.column}>
      <ol aria-label={name}>
        {blocks.map((block, index) => (
          <BlockItem key={block.id} block={block} place={{ list, index }} ofKind={ofKind} />
        ))}
      </ol>
      <AddMenu place={{ list, index: blocks.length }} ofKind={ofKind} label={add} isSmall={list !== null} />
    </div>
  );
}
