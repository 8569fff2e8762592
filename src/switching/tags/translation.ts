// Translating the tags of another server in a text. Pure.

/** A tag that stays as it is written: where it begins (offset in the text), and why. */
export type LeftTag = { tag: string; at: number; why: string };

export type Translation = { text: string; left: LeftTag[] };

/**
 * Translates a text.
 * @param fields our tag of each field, by its tag at the former server
 */
export type Translate = (text: string, fields: ReadonlyMap<string, string>) => Translation;

/** What becomes of one tag: its text here, or why there is none. */
export type Outcome = { text: string } | { why: string };

/** Replaces what `pattern` (global) finds. */
export function replaceTags(text: string, pattern: RegExp, outcome: (match: RegExpExecArray) => Outcome): Translation {
  const left: LeftTag[] = [];
  let result = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const became = outcome(match);
    result += text.slice(from, match.index);
    from = match.index + match[0].length;
    if ('text' in became) {
      result += became.text;
      continue;
    }
    left.push({ tag: match[0].slice(0, SHOWN), at: match.index, why: became.why });
    result += match[0];
  }
  return { text: result + text.slice(from), left };
}

const SHOWN = 80;

/** The number of the line, from 1, that an offset is in. */
export function lineAt(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1)) line += 1;
  return line;
}
