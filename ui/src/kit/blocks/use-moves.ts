// Moving blocks and taking them out.
import { useLingui } from '@lingui/react/macro';
import { useUndoKeys } from '../page/mac.ts';
import { toast } from '../toast.ts';
import { type Block, listsOf } from './document/document.ts';
import { find, mayStand, moved, type Place, stepOf, without } from './document/moves.ts';
import { useKindNames } from './kinds.ts';
import { useEditing } from './tools.ts';

export function useMoves() {
  const { t } = useLingui();
  const { doc, put, select, selected } = useEditing();
  const [names, { undo }] = [useKindNames(), useUndoKeys()];
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
    const owner = found?.list ? find(blocks, found.list.of)?.block : undefined;
    const left = owner ? (listsOf(owner)[found?.list?.column ?? 0] ?? []) : blocks;
    const next = left[found?.index ?? 0] ?? left.at(-1) ?? owner;
    put(blocks, { focus: next?.id ?? '', words: t`${name} was removed` });
    if (selected === block.id) select(undefined);
    const keys = matchMedia('(pointer: coarse)').matches ? t`“Undo”` : undo; // phones have no such keys
    toast(t`${name} was removed. ${keys} brings it back.`);
  };
  return { move, step, remove };
}
