// Conditions that begin in the text of one block and end in that of another: as the server reads
// them, which looks at the mail as a whole. Pure.
import { type Block, listsOf, textOf } from '../blocks/document/document.ts';
import { conditionsOf } from './conditions.ts';
import { pieces } from './tag.ts';

/** Members that are written, from top to bottom. */
const WRITTEN = ['label', 'title', 'text', 'price', 'more', 'html'] as const;

/** `[block id].[member]` */
export const placeOf = (block: Block, member = 'text') => `${block.id}.${member}`;

type Text = { place: string; tags: readonly string[] };

/**
 * The marks of such conditions.
 * @returns by the place of a text, the numbers of its marks among its tags, as `0,3`; a text that has
 *   none is not named
 */
export function marksAcross(blocks: readonly Block[]): ReadonlyMap<string, string> {
  const all = textsOf(blocks).flatMap(({ place, tags }) => tags.map((tag, at) => ({ place, tag, at })));
  const found = new Map<string, number[]>();
  for (const condition of conditionsOf(all.map(({ tag }) => tag))) {
    const marks = condition.flatMap((at) => all[at] ?? []);
    if (marks.every(({ place }) => place === marks[0]?.place)) continue;
    for (const { place, at } of marks) found.set(place, [...(found.get(place) ?? []), at]);
  }
  return new Map([...found].map(([place, marks]) => [place, marks.toSorted((a, b) => a - b).join()]));
}

/** A block that is a condition has the marks of one around those in it. */
function textsOf(blocks: readonly Block[]): Text[] {
  return blocks.flatMap((block): Text[] => {
    const inner = textsOf(listsOf(block).flat());
    if (block.kind !== 'condition') return [...WRITTEN.flatMap((member) => textIn(block, member)), ...inner];
    const place = placeOf(block, 'condition');
    return [{ place, tags: ['[IF:CONDITION:not-empty]'] }, ...inner, { place, tags: ['[ENDIF]'] }];
  });
}

/** Tags within the addresses of links and other attributes are no marks. */
function textIn(block: Block, member: string): Text[] {
  const tags = pieces(textOf(block, member).replaceAll(/<[^>]*>/g, '')).filter(({ isTag }) => isTag);
  return tags.length === 0 ? [] : [{ place: placeOf(block, member), tags: tags.map(({ text }) => text) }];
}
