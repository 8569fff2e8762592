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

/**
 * The tag whose value selects the alternative: a number that is the same wherever the same message
 * is made.
 */
export const DRAW = 'RANDOM_CONTENT';

/** A bracket or stroke of a choice. */
export type ChoiceMark = { kind: 'mark'; mark: keyof typeof WRITTEN };
/** `[start, end)` in UTF-16 units. */
type Range = { start: number; end: number };
export type FoundMark = Range & { mark: ChoiceMark };
/** The alternatives, of which a message takes one. Adjacent texts are always joined. */
export type Choice<Slot> = { kind: 'choice'; alternatives: (string | Slot | Choice<Slot>)[][] };

/** Deepest nesting of choices; functions that walk them recurse as deep. */
const DEPTH_MAX = 20;

const WRITTEN = { begin: '[RANDOM_CONTENT:', next: '|', end: ']' } as const;

/**
 * The marks of a text in order. `tags`: its merge tags in order; marks inside a tag are ignored.
 */
export function scanChoices(text: string, tags: readonly Range[]): FoundMark[] {
  if (!text.includes(WRITTEN.begin)) return [];
  const found: FoundMark[] = [];
  const open: FoundMark[][] = []; // the marks of each open choice; undefined for another bracket
  const brackets = /\[RANDOM_CONTENT:|[[\]|]/g;
  let depth = 0;
  let next = 0;
  for (let hit = brackets.exec(text); hit; hit = brackets.exec(text)) {
    const start = hit.index;
    while ((tags[next]?.end ?? text.length) <= start) next += 1;
    if ((tags[next]?.start ?? text.length) <= start) {
      brackets.lastIndex = tags[next]?.end ?? text.length;
      continue;
    }
    const at = { start, end: brackets.lastIndex };
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

/** Groups pieces into choices by their marks; an unmatched mark becomes text again. */
export function gatherChoices<Slot extends { kind: string }>(
  pieces: readonly (string | Slot | ChoiceMark)[],
): (string | Slot | Choice<Slot>)[] {
  type Alternatives = Choice<Slot>['alternatives'];
  const open: Alternatives[] = [[[]]];
  const last = () => open.at(-1)?.at(-1) ?? [];
  for (const piece of pieces) {
    if (!isMark(piece)) addPiece(last(), piece);
    else if (piece.mark === 'begin') open.push([[]]);
    else if (open.length === 1) addPiece(last(), WRITTEN[piece.mark]);
    else if (piece.mark === 'next') open.at(-1)?.push([]);
    else {
      const alternatives = open.pop() ?? [];
      last().push({ kind: 'choice', alternatives });
    }
  }
  while (open.length > 1) {
    const alternatives = open.pop() ?? [];
    for (const [i, alternative] of alternatives.entries()) {
      addPiece(last(), WRITTEN[i === 0 ? 'begin' : 'next']);
      for (const piece of alternative) addPiece(last(), piece);
    }
  }
  return last();
}

/** Turns choices back into marks: the inverse of gatherChoices. */
export function flatten<Slot>(pieces: readonly (string | Slot | Choice<Slot>)[]): (string | Slot | ChoiceMark)[] {
  return pieces.flatMap((piece) => {
    if (!isChoice(piece)) return [piece];
    const alternatives = piece.alternatives.flatMap((alternative, i) => [
      { kind: 'mark' as const, mark: i === 0 ? ('begin' as const) : ('next' as const) },
      ...flatten(alternative),
    ]);
    return [...alternatives, { kind: 'mark', mark: 'end' }];
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
  { alternatives }: Choice<Slot>,
  lookup: (tag: string) => string | undefined,
): (string | Slot | Choice<Slot>)[] {
  return alternatives[Number(lookup(DRAW) ?? 0) % alternatives.length] ?? [];
}
