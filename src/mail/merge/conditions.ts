// Conditions on what a merge tag gives one recipient: `[IF:CITY:is:Berlin]…[ELSE]…[ENDIF]` (the
// marks are found and grouped as those of choices are, choices.ts). Pure.
import { foldText, orderOf } from '../../kernel/text/comparing.ts';

/** Comparisons by what they need: a value beside them, or none. The names are those of segments. */
export const COMPARED = [
  ...(['is', 'is-not', 'contains', 'not-contains', 'starts', 'not-starts'] as const),
  ...(['ends', 'not-ends', 'greater', 'less'] as const),
] as const;
export const ALONE = ['empty', 'not-empty'] as const;
export type Comparison = (typeof COMPARED)[number] | (typeof ALONE)[number];

/** `value` as it is written: `%` with two digits stands for a byte, as in addresses. */
export type Test = { tag: string; comparison: Comparison; value: string };

/**
 * What begins, divides and ends what depends on a condition. A value has no bracket, so that no
 * sign is looked at again from mark after mark.
 */
export const MARKS =
  /\[(?:IF:([A-Z][A-Z0-9_]{0,63}):([a-z]{2,8}(?:-[a-z]{2,8})?)(?::([^[\]\r\n]{0,1000}))?|(ELSE)|ENDIF)\]/g;

/** The condition of a mark that begins one; undefined where it is none. */
export function testOf(tag: string, comparison: string | undefined, value: string | undefined): Test | undefined {
  const isCompared = (COMPARED as readonly (string | undefined)[]).includes(comparison);
  const isAlone = (ALONE as readonly (string | undefined)[]).includes(comparison);
  const isWhole = isCompared ? value !== undefined && value.trim() !== '' : isAlone && value === undefined;
  return isWhole ? { tag, comparison: comparison as Comparison, value: value ?? '' } : undefined;
}

/** The mark that begins a condition. */
export const writtenTest = ({ tag, comparison, value }: Test) =>
  `[IF:${tag}:${comparison}${value === '' ? '' : `:${value}`}]`;

/** A value so that it can stand in a mark, in HTML and in text. */
export const writtenValue = (value: string) => value.replace(/[%[\]<>&"'|\p{Cc}\p{Co}]/gu, encodeURIComponent);

/** A page that shows what depends on conditions, and not what takes its place. Linear. */
export function withoutConditions(page: string): string {
  const isElse: boolean[] = []; // of each open condition
  let hidden = 0; // of those, how many are at what takes its place
  let shown = '';
  let from = 0;
  for (const { 0: mark, 4: next, index } of page.matchAll(MARKS)) {
    if (hidden === 0) shown += page.slice(from, index);
    from = index + mark.length;
    if (mark.startsWith('[IF')) isElse.push(false);
    else if (next === undefined) hidden -= isElse.pop() ? 1 : 0;
    else if (isElse.at(-1) === false) {
      isElse[isElse.length - 1] = true;
      hidden += 1;
    }
  }
  return hidden === 0 ? shown + page.slice(from) : shown;
}

/** Compared with what, made once for all recipients. */
const wantedBy = new WeakMap<Test, string>();

/** Whether the condition holds for a recipient. */
export function holds(test: Test, lookup: (tag: string) => string | undefined): boolean {
  const text = foldText((lookup(test.tag) ?? '').trim());
  const wanted = wantedBy.get(test) ?? foldText(decoded(test.value).trim());
  wantedBy.set(test, wanted);
  switch (test.comparison) {
    case 'is':
      return text === wanted;
    case 'is-not':
      return text !== wanted;
    case 'contains':
      return text.includes(wanted);
    case 'not-contains':
      return !text.includes(wanted);
    case 'starts':
      return text.startsWith(wanted);
    case 'not-starts':
      return !text.startsWith(wanted);
    case 'ends':
      return text.endsWith(wanted);
    case 'not-ends':
      return !text.endsWith(wanted);
    case 'greater':
      return text !== '' && orderOf(text, wanted) > 0;
    case 'less':
      return text !== '' && orderOf(text, wanted) < 0;
    case 'empty':
      return text === '';
    case 'not-empty':
      return text !== '';
  }
}

/** A sign that begins no byte stands for itself. */
function decoded(value: string): string {
  return value.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
}
