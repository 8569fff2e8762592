// `[RANDOM_CONTENT:a|b|c]` (wire contract, section 11): one alternative a message. The brackets and
// strokes are found in the author's text and become marks among its pieces; the text between them
// is cut, escaped and tracked like everything else, and is grouped into choices at the end.
//
//   scanChoices(text, tags)           → the positions of the marks
//   gatherChoices(pieces), flatten    → the pieces, with choices in place of marks; and back
//   chosenAlternative(choice, lookup) → the pieces of one alternative
//
// Choices may be nested. Brackets within an alternative must be balanced; an unclosed choice is
// plain text, and so is one that is nested too deep.
//
// `[IF:CITY:is:Berlin]a[ELSE]b[ENDIF]` has marks of the same kind, and is a choice that a condition
// makes (conditions.ts).
import { rangeFinder, type TextRange } from '../../kernel/text/range-finder.ts';
import { holds, MARKS, type Test, testOf, writtenTest } from './conditions.ts';

/**
 * The tag whose value selects the alternative: a number that is the same wherever the same message
 * is made.
 */
export const DRAW = 'RANDOM_CONTENT';

/** A bracket or stroke of a choice. `by`: a condition chooses; `test`: which, where it begins. */
export type ChoiceMark = { kind: 'mark'; mark: keyof typeof WRITTEN; by?: 'condition'; test?: Test };
export type FoundMark = TextRange & { mark: ChoiceMark };
/**
 * The alternatives, of which a message takes one. Adjacent texts are always joined. `test`: what
 * decides between the first and the second, if there is one.
 */
export type Choice<Slot> = { kind: 'choice'; alternatives: (string | Slot | Choice<Slot>)[][]; test?: Test };

/** Deepest nesting of choices, and of conditions; functions that walk them recurse as deep. */
const DEPTH_MAX = 20;

const WRITTEN = { begin: '[RANDOM_CONTENT:', next: '|', end: ']' } as const;
const CONDITION = { begin: '', next: '[ELSE]', end: '[ENDIF]' } as const;

/**
 * The marks of a text in order. `tags`: its merge tags in order; marks inside a tag are ignored.
 */
export function scanChoices(text: string, tags: readonly TextRange[]): FoundMark[] {
  if (!text.includes(WRITTEN.begin)) return [];
  const found: FoundMark[] = [];
  const open: FoundMark[][] = []; // the marks of each open choice; undefined for another bracket
  const brackets = /\[RANDOM_CONTENT:|[[\]|]/g;
  const tagAt = rangeFinder(tags);
  let depth = 0;
  for (let hit = brackets.exec(text); hit; hit = brackets.exec(text)) {
    const tag = tagAt(hit.index);
    if (tag) {
      brackets.lastIndex = tag.end;
      continue;
    }
    const at = { start: hit.index, end: brackets.lastIndex };
    const top = open.at(-1);
    if (hit[0] === WRITTEN.begin && depth < DEPTH_MAX) {
      open.push([{ ...at, mark: { kind: 'mark', mark: 'begin' } }]);
      depth += 1;
    } else if (hit[0].startsWith('[')) open.push([]);
    else if (hit[0] === '|') {
      if (top && top.length > 0) top.push({ ...at, mark: { kind: 'mark', mark: 'next' } });
    } else if (open.pop() && top && top.length > 0) {
      depth -= 1;
      for (const mark of top) found.push(mark);
      found.push({ ...at, mark: { kind: 'mark', mark: 'end' } });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/**
 * The marks of conditions on known tags, in order; `tags` as in scanChoices, `choices`: its marks.
 * What is not closed within the same alternative is text.
 */
export function scanConditions(
  text: string,
  tags: readonly TextRange[],
  { choices, isKnown }: { choices: readonly FoundMark[]; isKnown: (tag: string) => boolean },
): FoundMark[] {
  if (!text.includes('[ENDIF]')) return [];
  const all: FoundMark[] = [...choices];
  const tagAt = rangeFinder(tags);
  for (const { 0: written, 1: tag, 2: comparison, 3: value, 4: isElse, index: start } of text.matchAll(MARKS)) {
    if (tagAt(start)) continue;
    const test = tag !== undefined && isKnown(tag) ? testOf(tag, comparison, value) : undefined;
    const mark = tag !== undefined ? ('begin' as const) : isElse !== undefined ? ('next' as const) : ('end' as const);
    const found: ChoiceMark = { kind: 'mark', mark, by: 'condition', ...(test && { test }) };
    all.push({ start, end: start + written.length, mark: found });
  }
  return closedConditions(all.toSorted((a, b) => a.start - b.start)).toSorted((a, b) => a.start - b.start);
}

/** Those marks of conditions that belong together, with nothing across them. */
function closedConditions(marks: readonly FoundMark[]): FoundMark[] {
  const closed: FoundMark[] = [];
  const open: FoundMark[][] = []; // the marks of each that is open; the first one begins it
  const isCondition = () => open.at(-1)?.[0]?.mark.by !== undefined;
  for (const found of marks) {
    const { mark, by } = found.mark;
    if (mark === 'begin') open.push([found]);
    else if (by === undefined) {
      while (isCondition()) open.pop();
      if (mark === 'end') open.pop();
    } else if (isCondition()) {
      const own = open.at(-1) ?? [];
      if (mark === 'end' || own.length === 1) own.push(found);
      if (mark === 'next') continue;
      open.pop();
      const isTag = own[0]?.mark.test !== undefined;
      if (isTag && open.length < DEPTH_MAX) for (const one of own) closed.push(one);
    }
  }
  return closed;
}

/** Groups pieces into choices by their marks; an unmatched mark becomes text again. */
export function gatherChoices<Slot extends { kind: string }>(
  pieces: readonly (string | Slot | ChoiceMark)[],
): (string | Slot | Choice<Slot>)[] {
  type Open = { mark?: ChoiceMark; alternatives: Choice<Slot>['alternatives'] };
  const open: Open[] = [{ alternatives: [[]] }];
  const last = () => open.at(-1)?.alternatives.at(-1) ?? [];
  for (const piece of pieces) {
    const top = open.at(-1)?.mark;
    if (!isMark(piece)) addPiece(last(), piece);
    else if (piece.mark === 'begin') open.push({ mark: piece, alternatives: [[]] });
    else if (!top || top.by !== piece.by) addPiece(last(), writtenMark(piece));
    else if (piece.mark === 'next') open.at(-1)?.alternatives.push([]);
    else {
      const alternatives = open.pop()?.alternatives ?? [];
      last().push({ kind: 'choice', alternatives, ...(top.test && { test: top.test }) });
    }
  }
  while (open.length > 1) {
    const { mark, alternatives } = open.pop() as Open;
    for (const [i, alternative] of alternatives.entries()) {
      if (mark) addPiece(last(), writtenMark(i === 0 ? mark : { ...mark, mark: 'next' }));
      for (const piece of alternative) addPiece(last(), piece);
    }
  }
  return last();
}

function writtenMark({ mark, by, test }: ChoiceMark): string {
  if (by === undefined) return WRITTEN[mark];
  return mark === 'begin' && test ? writtenTest(test) : CONDITION[mark];
}

/** Turns choices back into marks: the inverse of gatherChoices. */
export function flatten<Slot>(pieces: readonly (string | Slot | Choice<Slot>)[]): (string | Slot | ChoiceMark)[] {
  return pieces.flatMap((piece) => {
    if (!isChoice(piece)) return [piece];
    const { test } = piece;
    const by = test && { by: 'condition' as const };
    const alternatives = piece.alternatives.flatMap((alternative, i): (string | Slot | ChoiceMark)[] => [
      { kind: 'mark', mark: i === 0 ? 'begin' : 'next', ...by, ...(i === 0 && test && { test }) },
      ...flatten(alternative),
    ]);
    return [...alternatives, { kind: 'mark', mark: 'end', ...by }];
  });
}

/** Whether a piece is a choice, not a slot or text. */
export function isChoice<Slot>(piece: string | Slot | Choice<Slot>): piece is Choice<Slot> {
  return typeof piece === 'object' && piece !== null && 'kind' in piece && piece.kind === 'choice';
}

function isMark<Slot extends { kind: string }>(piece: string | Slot | ChoiceMark): piece is ChoiceMark {
  return typeof piece !== 'string' && piece.kind === 'mark';
}

/** Adds a piece; adjacent texts are joined, and none is empty. */
export function addPiece<Slot>(pieces: (string | Slot)[], piece: string | Slot): void {
  const last = pieces.at(-1);
  if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
  else if (piece !== '') pieces.push(piece);
}

/**
 * The alternative for a message: choices with equally many alternatives take the same one, so that
 * authors can pair them.
 */
export function chosenAlternative<Slot>(
  { alternatives, test }: Choice<Slot>,
  lookup: (tag: string) => string | undefined,
): (string | Slot | Choice<Slot>)[] {
  if (test) return alternatives[holds(test, lookup) ? 0 : 1] ?? [];
  return alternatives[Number(lookup(DRAW) ?? 0) % alternatives.length] ?? [];
}
