// Where blocks stand, and moving them: in the document, or in a block of columns or a condition.
// Pure.
import { type Block, listsOf, newId, withLists } from './document.ts';

/** A list of blocks: the document's own, or a column's; a condition has one. */
export type List = { of: string; column: number } | null;
/** Before which block of a list something stands. */
export type Place = { list: List; index: number };
export type Found = { block: Block; list: List; index: number; count: number };

export function find(blocks: readonly Block[], id: string): Found | undefined {
  for (const [index, block] of blocks.entries()) {
    if (block.id === id) return { block, list: null, index, count: blocks.length };
    for (const [column, inner] of listsOf(block).entries()) {
      const at = inner.findIndex((one) => one.id === id);
      const found = inner[at];
      if (found) return { block: found, list: { of: block.id, column }, index: at, count: inner.length };
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

/** Whether a block may stand in that list. */
export const mayStand = (block: Block, list: List) =>
  list === null || (listsOf(block).length === 0 && block['feed'] === undefined && list.of !== block.id);

/** Moves a block; to where it may not stand: nothing changes. */
export function moved(blocks: readonly Block[], id: string, place: Place): readonly Block[] {
  const found = find(blocks, id);
  if (!found || !mayStand(found.block, place.list)) return blocks;
  const isSame = sameList(found.list, place.list);
  const index = isSame && found.index < place.index ? place.index - 1 : place.index;
  if (isSame && index === found.index) return blocks;
  return inserted(without(blocks, id), { list: place.list, index }, found.block);
}

const sameList = (a: List, b: List) => (a === null || b === null ? a === b : a.of === b.of && a.column === b.column);

/** Where a step up or down leads: out of a column at its end, else past the neighbour. */
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
  return owner && { list: null, index: owner.index + (by < 0 ? 0 : 1) };
}

/** The place in the columns or the condition beside a block, if it may stand there. */
export function intoBeside(blocks: readonly Block[], id: string): Place | undefined {
  const found = find(blocks, id);
  if (!found || found.list !== null) return undefined;
  for (const at of [found.index + 1, found.index - 1]) {
    const beside = blocks[at];
    const [first] = beside ? listsOf(beside) : [];
    if (!beside || !first) continue;
    const list = { of: beside.id, column: 0 };
    if (mayStand(found.block, list)) return { list, index: at > found.index ? 0 : first.length };
  }
  return undefined;
}

/** A copy with ids of its own. */
export function copyOf(block: Block): Block {
  return withLists({ ...block, id: newId() }, (inner) => inner.map(copyOf));
}

/** All blocks from top to bottom, those within others behind them. */
export const allOf = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...listsOf(block).flat()]);
