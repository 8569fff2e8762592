// Where blocks stand, and moving them: in the document, in columns, or in a condition, which may hold
// columns. Pure.
import { type Block, type Kind, listsOf, newId, withLists } from './document.ts';

/** A list of blocks: the document's own, or a column's; a condition has one. */
export type List = { of: string; column: number } | null;
/** Before which block of a list something stands. */
export type Place = { list: List; index: number };
export type Found = { block: Block; list: List; index: number; count: number };

/** `list`: the one that the blocks are. */
export function find(blocks: readonly Block[], id: string, list: List = null): Found | undefined {
  for (const [index, block] of blocks.entries()) {
    if (block.id === id) return { block, list, index, count: blocks.length };
    for (const [column, inner] of listsOf(block).entries()) {
      const found = find(inner, id, { of: block.id, column });
      if (found) return found;
    }
  }
  return undefined;
}

/** The blocks with something else in the place of one. */
export function replaced(blocks: readonly Block[], id: string, by: (block: Block) => readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.id === id) return by(block);
    return listsOf(block).length === 0 ? [block] : [withLists(block, (inner) => replaced(inner, id, by))];
  });
}

export const without = (blocks: readonly Block[], id: string) => replaced(blocks, id, () => []);

export function inserted(blocks: readonly Block[], { list, index }: Place, block: Block): Block[] {
  if (list === null) return blocks.toSpliced(index, 0, block);
  const put = (inner: Block[], at: number) => (at === list.column ? inner.toSpliced(index, 0, within(block)) : inner);
  return replaced(blocks, list.of, (owner) => [withLists(owner, put)]);
}

/** In another block a block has no ground of its own, and is no saved one. */
function within({ on: _, saved: __, ...block }: Block): Block {
  return block as Block;
}

/** Whether such a block may stand in a list of that kind of block; undefined: of the mail itself. */
export const mayHold = (ofKind: Kind | undefined, { kind, feed }: Partial<Block>) =>
  ofKind === undefined || (kind !== 'condition' && feed === undefined && (kind !== 'columns' || ofKind !== 'columns'));

export const mayStand = (blocks: readonly Block[], block: Block, list: List) =>
  mayHold(list === null ? undefined : find(blocks, list.of)?.block.kind, block);

/** Moves a block; to where it may not stand: nothing changes. */
export function moved(blocks: readonly Block[], id: string, place: Place): readonly Block[] {
  const found = find(blocks, id);
  if (!found || !mayStand(blocks, found.block, place.list)) return blocks;
  const isSame = sameList(found.list, place.list);
  const index = isSame && found.index < place.index ? place.index - 1 : place.index;
  if (isSame && index === found.index) return blocks;
  return inserted(without(blocks, id), { list: place.list, index }, found.block);
}

const sameList = (a: List, b: List) => (a === null || b === null ? a === b : a.of === b.of && a.column === b.column);

/** Where a step up or down leads: at the end of a list out of it, else past the neighbour. */
export function stepOf(blocks: readonly Block[], id: string, by: -1 | 1): Place | undefined {
  const found = find(blocks, id);
  if (!found) return undefined;
  const { list, index, count } = found;
  const isEnd = by < 0 ? index === 0 : index === count - 1;
  if (!isEnd) return { list, index: by < 0 ? index - 1 : index + 2 };
  if (list === null) return undefined;
  const owner = find(blocks, list.of);
  const beside = owner && listsOf(owner.block)[list.column + by];
  if (beside) return { list: { of: list.of, column: list.column + by }, index: by < 0 ? beside.length : 0 };
  return owner && { list: owner.list, index: owner.index + (by < 0 ? 0 : 1) };
}

/** The place in the columns or the condition beside a block, if it may stand there. */
export function intoBeside(blocks: readonly Block[], id: string): Place | undefined {
  const found = find(blocks, id);
  const { of, column } = found?.list ?? {};
  const owner = of === undefined ? undefined : find(blocks, of)?.block;
  const siblings = owner ? listsOf(owner)[column ?? 0] : blocks;
  for (const at of found ? [found.index + 1, found.index - 1] : []) {
    const beside = siblings?.[at];
    const [first] = beside ? listsOf(beside) : [];
    if (!beside || !first) continue;
    const list = { of: beside.id, column: 0 };
    if (found && mayHold(beside.kind, found.block)) return { list, index: at > found.index ? 0 : first.length };
  }
  return undefined;
}

/** A copy with ids of its own. */
export function copyOf(block: Block): Block {
  return withLists({ ...block, id: newId() }, (inner) => inner.map(copyOf));
}

/** All blocks from top to bottom, those within others after them. */
export const allOf = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...allOf(listsOf(block).flat())]);
