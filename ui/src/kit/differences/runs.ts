// What differs between two texts, by words; a merge tag is one. Pure.
import { piecesInWords } from '../merge-tags/conditions.ts';

/** `words`: what is said of a merge tag; of others, themselves. */
export type Token = { text: string; words: string; isTag: boolean };
/** Neighbours that are alike: only in this text, or in both. */
export type Run = { differs: boolean; tokens: readonly Token[] };

/**
 * This many pairs of words are compared at most; beyond that the middle of both counts as
 * different.
 */
const MOST_PAIRS = 1_000_000;
/** Characters of what is the same that stay beside what is not. */
const AROUND = 60;

/** Both texts in runs. @param said what is said of a merge tag */
export function runsOf(texts: readonly [string, string], said = (tag: string) => tag): [Run[], Run[]] {
  const [a, b] = texts.map((text) => tokensOf(text, said)) as [Token[], Token[]];
  const [inA, inB] = sameOf(
    a.map(({ text }) => text),
    b.map(({ text }) => text),
  );
  return [gathered(a, inA), gathered(b, inB)];
}

function tokensOf(text: string, said: (tag: string) => string): Token[] {
  return piecesInWords(text, said).flatMap((piece) => {
    if (piece.isTag) return [piece];
    const words = piece.text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
    return words.map((word) => ({ text: word, words: word, isTag: false }));
  });
}

/** Which words of both belong to their longest common sequence. */
function sameOf(a: readonly string[], b: readonly string[]): [boolean[], boolean[]] {
  const same: [boolean[], boolean[]] = [a.map(() => false), b.map(() => false)];
  const mark = (i: number, j: number) => {
    same[0][i] = true;
    same[1][j] = true;
  };
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) mark(from, from++);
  let [endA, endB] = [a.length, b.length];
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) mark(--endA, --endB);
  const [rows, width] = [endA - from, endB - from + 1];
  if (rows * width > MOST_PAIRS) return same;
  const longest = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--)
    for (let j = width - 2; j >= 0; j--)
      longest[i * width + j] =
        a[from + i] === b[from + j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
  for (let i = 0, j = 0; i < rows && j < width - 1; ) {
    if (a[from + i] === b[from + j]) mark(from + i++, from + j++);
    else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return same;
}

/** Room between words that differ differs, too. */
function gathered(tokens: readonly Token[], isSame: readonly boolean[]): Run[] {
  const runs: { differs: boolean; tokens: Token[] }[] = [];
  for (const [at, token] of tokens.entries()) {
    const isBetween = token.text === ' ' && isSame[at - 1] === false && isSame[at + 1] === false;
    const differs = isSame[at] === false || isBetween;
    const last = runs.at(-1);
    if (last?.differs === differs) last.tokens.push(token);
    else runs.push({ differs, tokens: [token] });
  }
  return runs;
}

const CUT: Token = { text: '…', words: ' … ', isTag: false };

/** Without the most of what is the same, where that is long. */
export function shortened(runs: readonly Run[]): Run[] {
  return runs.map((run, at) => {
    if (run.differs || lengthOf(run.tokens) <= 3 * AROUND || runs.length === 1) return run;
    const head = at === 0 ? [] : firstOf(run.tokens);
    const tail = at === runs.length - 1 ? [] : firstOf(run.tokens.toReversed()).toReversed();
    return { ...run, tokens: [...head, CUT, ...tail] };
  });
}

const lengthOf = (tokens: readonly Token[]) => tokens.reduce((sum, { words }) => sum + words.length, 0);

function firstOf(tokens: readonly Token[]): Token[] {
  let length = 0;
  const end = tokens.findIndex(({ words }) => {
    length += words.length;
    return length > AROUND;
  });
  return tokens.slice(0, Math.max(0, end));
}
