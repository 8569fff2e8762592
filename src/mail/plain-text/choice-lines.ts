// Tidies choices in plain text made from HTML: their marks stood among blocks, which left blanks
// and empty lines that belong to one alternative or another.
import { addPiece, type Choice } from '../merge/choices.ts';

type Piece<Slot> = string | Slot | Choice<Slot>;

/** The pieces without doubled empty lines before, in and after a choice. */
export function withTidyChoices<Slot extends { kind: string }>(pieces: readonly Piece<Slot>[]): Piece<Slot>[] {
  const tidy: Piece<Slot>[] = [];
  let blank = ''; // what stood after the previous choice, now part of its alternatives
  for (const [i, piece] of pieces.entries()) {
    if (typeof piece === 'string') addPiece(tidy, piece.slice(blank.length));
    else if (piece.kind === 'choice' && 'alternatives' in piece) {
      const before = tidy.at(-1);
      const after = pieces[i + 1];
      const isLineStart = before === undefined || endsLine(before);
      // Of a condition that may leave nothing, the line's end goes with what it shows.
      const mayVanish = piece.test !== undefined && piece.alternatives.length === 1 && isLineStart;
      blank = typeof after !== 'string' ? '' : after.startsWith(' ') ? ' ' : mayVanish ? leadingLines(after) : '';
      const isLineEnd = typeof after === 'string' && after.startsWith('\n');
      const alternatives = piece.alternatives.map((alternative) =>
        between(withTidyChoices(alternative), { isLineStart, isLineEnd, blank }),
      );
      tidy.push({ ...piece, alternatives });
      continue;
    } else tidy.push(piece);
    blank = '';
  }
  return tidy;
}

type ChoiceSurroundings = { isLineStart: boolean; isLineEnd: boolean; blank: string };

function between<Slot>(
  alternative: Piece<Slot>[],
  { isLineStart, isLineEnd, blank }: ChoiceSurroundings,
): Piece<Slot>[] {
  const [first, last] = [alternative[0], alternative.at(-1)];
  if (isLineStart && typeof first === 'string') alternative[0] = first.replace(/^[ \n]*\n/, '');
  if (isLineEnd && typeof last === 'string')
    alternative[alternative.length - 1] = String(alternative.at(-1)).replace(/\n+$/, '');
  if (last === undefined || !endsLine(last) || blank.startsWith('\n')) addPiece(alternative, blank);
  return alternative.filter((piece) => piece !== '');
}

const leadingLines = (text: string) => /^\n*/.exec(text)?.[0] ?? '';

function endsLine(piece: unknown): boolean {
  return typeof piece === 'string' && piece.endsWith('\n');
}
