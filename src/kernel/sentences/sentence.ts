// What the server found, said so that each reader can have it in their language: a sentence is its
// code in a table of English ones, with the values that stand in it.
import { ENGLISH } from './english.ts';

export type SentenceCode = keyof typeof ENGLISH;
export const SENTENCE_CODES = Object.keys(ENGLISH) as SentenceCode[];

export type Sentence = { code: SentenceCode; values: Readonly<Record<string, string | number>> };

/** What is told to a person: a sentence, or English text of which there is no sentence. */
export type Told = string | Sentence;

/** The values that a template names. */
type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ValuesOf<Code extends SentenceCode> = Readonly<Record<NamesIn<(typeof ENGLISH)[Code]>, string | number>>;

/** A sentence with exactly the values that it needs. */
export function say<Code extends SentenceCode>(
  code: Code,
  ...[values]: NamesIn<(typeof ENGLISH)[Code]> extends never ? [] : [values: ValuesOf<Code>]
): Sentence {
  return { code, values: values ?? {} };
}

/** Reads sentences that were stored. */
export function parseSentences(stored: string): readonly Sentence[] {
  return JSON.parse(stored) as Sentence[];
}

/** Why something fails, as it was stored; earlier versions stored English text. */
export function storedFault(stored: string | null): readonly Sentence[] {
  if (stored === null) return [];
  try {
    return parseSentences(stored);
  } catch {
    return [say('server-says', { words: stored })];
  }
}

/** The same as English text; null where nothing fails. */
export function storedText(stored: string | null): string | null {
  return stored === null ? null : textOf(storedFault(stored));
}

/** What was thrown as a sentence: its own, else its words as they are. */
export function sentenceOf(thrown: unknown): Sentence {
  const own = (thrown as { sentence?: unknown } | undefined)?.sentence;
  if (isSentence(own)) return own;
  return say('server-says', { words: thrown instanceof Error ? thrown.message : String(thrown) });
}

/** Whether something is a sentence. */
export function isSentence(value: unknown): value is Sentence {
  if (typeof value !== 'object' || value === null || !('code' in value && 'values' in value)) return false;
  return typeof value.code === 'string' && Object.hasOwn(ENGLISH, value.code);
}

/** Sentences as English text. What a newer version stored and this one cannot say is its code. */
export function textOf(sentences: readonly Sentence[]): string {
  return sentences.map(inEnglish).join(' ');
}

/** What is told, as English text. */
export function inEnglish(told: Told): string {
  if (typeof told === 'string') return told;
  const { code, values } = told;
  const template: string = ENGLISH[code] ?? code;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
