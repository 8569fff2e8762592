// Which blocks of two mails differ. Pure.
import { type Block, canonical, textOf } from '../blocks/document/document.ts';
import { allOf } from '../blocks/document/moves.ts';

/** A block as it is in each of both mails; undefined: not there. */
export type BlockPair = { id: string; pair: readonly [Block | undefined, Block | undefined] };

/** The blocks that are not the same in both, from top to bottom; how many are. */
export function differentBlocks(
  first: readonly Block[],
  second: readonly Block[],
): { pairs: BlockPair[]; same: number } {
  const [a, b] = [first, second].map((blocks) => new Map(allOf(blocks).map((block) => [block.id, block])));
  const pairs: BlockPair[] = [];
  let same = 0;
  for (const id of mergedOf([...(a?.keys() ?? [])], [...(b?.keys() ?? [])])) {
    const pair = [a?.get(id), b?.get(id)] as const;
    if (pair[0] && pair[1] && ownOf(pair[0]) === ownOf(pair[1])) same += 1;
    else pairs.push({ id, pair });
  }
  return { pairs, same };
}

/** A block without those in it, which have their own place. */
const ownOf = ({ columns, blocks, ...own }: Block) => canonical({ ...own, count: columns?.length ?? null });

/** Whether those that both have stand in the same order. */
export function hasSameOrder(first: readonly Block[], second: readonly Block[]): boolean {
  const [a, b] = [first, second].map((blocks) => allOf(blocks).map(({ id }) => id)) as [string[], string[]];
  const [inA, inB] = [new Set(a), new Set(b)];
  const both = b.filter((id) => inA.has(id));
  return a.filter((id) => inB.has(id)).every((id, at) => id === both[at]);
}

/** All of both, each that one alone has after what is before it there. */
function mergedOf(a: readonly string[], b: readonly string[]): string[] {
  const merged = [...a];
  let at = 0;
  for (const id of b) {
    const known = merged.indexOf(id);
    if (known === -1) merged.splice(at, 0, id);
    at = (known === -1 ? at : known) + 1;
  }
  return merged;
}

/** What is written in a block, as plain text with its merge tags. */
export function plainOf(block: Block): string {
  const html = [textOf(block, 'title'), textOf(block), textOf(block, 'html')].filter((text) => text !== '').join('\n');
  const text = html
    .replaceAll(/<(?:br|\/p|\/li)[^>]*>(?=.)/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  return text.replaceAll('&amp;', '&').trim();
}
