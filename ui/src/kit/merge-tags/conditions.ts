// Conditions within a text, `[IF:CITY:is:Berlin]…[ELSE]…[ENDIF]`: which of their marks belong together, as
// the server reads them (docs/merge-tags.md). Pure.
import { pieces } from './tag.ts';

/** Comparisons with a value beside them, and those without. */
export const COMPARED = [
  ...(['is', 'is-not', 'contains', 'not-contains', 'starts', 'not-starts'] as const),
  ...(['ends', 'not-ends', 'greater', 'less'] as const),
] as const;
export const ALONE = ['not-empty', 'empty'] as const;
export type Comparison = (typeof COMPARED)[number] | (typeof ALONE)[number];
/** `value`: as people read it; '' beside those without. */
export type Condition = { tag: string; comparison: Comparison; value: string };

const MARK = /^\[(?:IF:([A-Z][A-Z0-9_]{0,63}):([a-z]{2,8}(?:-[a-z]{2,8})?)(?::([^[\]\r\n]{0,1000}))?|ELSE|ENDIF)\]$/;

/** Whether a tag begins, divides or ends a condition, whether or not another belongs to it. */
export const isMark = (written: string) => MARK.test(written);

/** What the tag asks that begins a condition; undefined for other tags, and where it is not whole. */
export function readCondition(written: string): Condition | undefined {
  const [, tag, comparison = '', value] = MARK.exec(written) ?? [];
  if (tag === undefined) return undefined;
  const isCompared = (COMPARED as readonly string[]).includes(comparison) && value !== undefined && value.trim() !== '';
  const isAlone = (ALONE as readonly string[]).includes(comparison) && value === undefined;
  if (!isCompared && !isAlone) return undefined;
  return { tag, comparison: comparison as Comparison, value: decoded(value ?? '') };
}

/** `%` with digits stands for bytes, as in addresses; where it does not, for itself. */
const decoded = (value: string) =>
  value.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });

/**
 * The conditions of a text, each by the places of its marks among the tags: beginning, what divides it
 * if anything does, end. A mark that is in none of them is sent as it is written.
 * @param tags all tags of the text, in order
 */
export function conditionsOf(tags: readonly string[]): number[][] {
  const closed: number[][] = [];
  const open: number[][] = [];
  for (const [at, written] of tags.entries()) {
    const own = open.at(-1);
    if (written.startsWith('[IF:') && isMark(written)) open.push([at]);
    else if (written === '[ELSE]' && own?.length === 1) own.push(at);
    else if (written === '[ENDIF]' && own) {
      open.pop();
      if (readCondition(tags[own[0] as number] as string)) closed.push([...own, at]);
    }
  }
  return closed;
}

/**
 * What is said of each tag; a mark without the others of its condition stays as it is written.
 * @param across marks whose others stand in another text, by their places among the tags, as `0,3`
 */
export function tagsInWords(tags: readonly string[], said: (tag: string) => string, across = ''): string[] {
  const whole = new Set([...conditionsOf(tags).flat(), ...(across === '' ? [] : across.split(',').map(Number))]);
  return tags.map((tag, at) => (isMark(tag) && !whole.has(at) ? tag : said(tag)));
}

/** A text in words and merge tags, with what is said of each tag. `words`: of what is no tag, itself. */
export function piecesInWords(text: string, said: (tag: string) => string, across = '') {
  const all = pieces(text);
  const tags = all.flatMap((piece) => (piece.isTag ? [piece.text] : []));
  const words = tagsInWords(tags, said, across).values();
  return all.map((piece) => ({ ...piece, words: piece.isTag ? (words.next().value ?? '') : piece.text }));
}

/** The text without the marks of one condition; what they were around stays. @param at place of its first mark among the tags */
export function withoutCondition(text: string, at: number): string {
  const all = pieces(text);
  const tags = all.flatMap((piece) => (piece.isTag ? [piece.text] : []));
  const marks = conditionsOf(tags).find(([first]) => first === at) ?? [];
  let tag = -1;
  return all
    .filter(({ isTag }) => {
      if (isTag) tag += 1;
      return !isTag || !marks.includes(tag);
    })
    .map((piece) => piece.text)
    .join('');
}
