// Pictures that are dropped on the editor or pasted into it: kept, and put in as blocks after the
// open one.
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import { Notice } from '../notice.tsx';
import { addressFor } from '../pictures/tools.ts';
import { picturesIn, useAdding } from '../pictures/use-adding.ts';
import { newId } from './document/document.ts';
import { find, inserted } from './document/moves.ts';
import type { Editing } from './tools.ts';

type PictureBlocks = { take: (event: SyntheticEvent, data: DataTransfer | null) => void; words: ReactNode };

export function usePictureBlocks(editing: Editing): PictureBlocks {
  const { t } = useLingui();
  const { left, faults, add } = useAdding(editing.tools.addPicture);
  const now = useRef(editing);
  now.current = editing;
  const take = (event: SyntheticEvent, data: DataTransfer | null) => {
    const files = picturesIn(data);
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    void add(files).then((pictures) => {
      const { doc, selected, put, select } = now.current;
      const open = selected === undefined ? undefined : find(doc.blocks, selected);
      const top = open && open.list !== null ? find(doc.blocks, open.list.of) : open;
      const index = top ? top.index + 1 : doc.blocks.length;
      const blocks = pictures.map((picture) => ({
        id: newId(),
        kind: 'image' as const,
        src: addressFor(picture, 600),
        alt: picture.alt ?? '',
      }));
      const [first] = blocks;
      if (!first) return;
      put(
        blocks.toReversed().reduce((all, block) => inserted(all, { list: null, index }, block), [...doc.blocks]),
        { words: t`${blocks.length} images were added` },
      );
      select(first.id);
    });
  };
  return {
    take,
    words: (left > 0 || faults.length > 0) && (
      <Notice tone={faults.length > 0 ? 'bad' : 'info'}>
        {left > 0 && <p>{t`${left} images left to add`}</p>}
        {faults.map((fault) => (
          <p key={fault}>{fault}</p>
        ))}
      </Notice>
    ),
  };
}
