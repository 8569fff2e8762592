// Moving blocks and taking them out: with keys and buttons, and by dragging.
import { useLingui } from '@lingui/react/macro';
import type { DragEvent } from 'react';
import { useUndoKeys } from '../page/mac.ts';
import { toast } from '../toast.ts';
import type { Block } from './document/document.ts';
import { find, mayStand, moved, type Place, stepOf, without } from './document/moves.ts';
import { useKindNames } from './kinds.ts';
import { useEditing } from './tools.ts';

/** The block that is dragged now; a browser has one at a time. */
let dragged: Block | undefined;
export const draggedNow = () => dragged;

export function useMoves() {
  const { t } = useLingui();
  const { doc, put, select, selected } = useEditing();
  const [names, { undo: keys }] = [useKindNames(), useUndoKeys()];
  const move = (block: Block, place: Place) => {
    const blocks = moved(doc.blocks, block.id, place);
    if (blocks === doc.blocks) return;
    const found = find(blocks, block.id);
    const [name, at, count] = [names[block.kind], (found?.index ?? 0) + 1, found?.count ?? 0];
    put(blocks, { focus: block.id, words: t`${name} is now ${at} of ${count}` });
  };
  const step = (block: Block, by: -1 | 1) => {
    const place = stepOf(doc.blocks, block.id, by);
    if (place && mayStand(doc.blocks, block, place.list)) move(block, place);
  };
  const remove = (block: Block) => {
    const found = find(doc.blocks, block.id);
    const blocks = without(doc.blocks, block.id);
    const name = names[block.kind];
    const next = found?.list === null ? (blocks[found.index] ?? blocks.at(-1)) : undefined;
    put(blocks, { ...(next && { focus: next.id }), words: t`${name} is taken out` });
    if (selected === block.id) select(undefined);
    toast(t`${name} is taken out. ${keys} brings it back.`);
  };
  const startDrag = (event: DragEvent, block: Block) => {
    dragged = block;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', names[block.kind]);
    const item = event.currentTarget.closest('.block');
    if (item) event.dataTransfer.setDragImage(item, 20, 16);
  };
  const endDrag = () => {
    dragged = undefined;
  };
  return { move, step, remove, startDrag, endDrag };
}
