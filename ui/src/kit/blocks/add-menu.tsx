// Adds a block: a new one of a kind, or one that was saved for several mails.
import { useLingui } from '@lingui/react/macro';
import { Button, Menu } from '../parts.tsx';
import type { Block, Kind } from './document/document.ts';
import { copyOf, inserted, mayHold, type Place } from './document/moves.ts';
import { KINDS, useKindNames, useNewBlock } from './kinds.ts';
import { useEditing } from './tools.ts';

type AddProps = { place: Place; ofKind: Kind | undefined; label: string; isSmall: boolean };

export function AddMenu({ place, ofKind, label, isSmall }: AddProps) {
  const { t } = useLingui();
  const { doc, put, select, tools } = useEditing();
  const names = useKindNames();
  const newBlock = useNewBlock();
  const kinds = KINDS.filter((kind) => mayHold(ofKind, { kind }));
  const saved = place.list === null ? tools.saved : [];
  const add = (block: Block) => {
    const name = names[block.kind];
    const isWritten = ['heading', 'text', 'product'].includes(block.kind); // its text takes the focus
    put(inserted(doc.blocks, place, block), { words: t`${name} was added`, ...(!isWritten && { focus: block.id }) });
    select(block.id);
  };
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button variant="default" size={isSmall ? 'compact-xs' : 'compact-sm'} className="add-block" aria-label={label}>
          {place.list === null ? label : t({ context: 'block', message: 'Add' })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="kinds-menu">
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => add(newBlock(kind))}>
            {names[kind]}
          </Menu.Item>
        ))}
        {saved.length > 0 && <Menu.Label>{t`Saved blocks`}</Menu.Label>}
        {saved.map(({ saved_block_uid: uid, name, block }) => (
          <Menu.Item key={uid} onClick={() => add({ ...copyOf(block as unknown as Block), saved: uid })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
