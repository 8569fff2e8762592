// Tags: words by which a customer sorts lists and campaigns, in requests, answers and filters.
import { z } from 'zod';
import { throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Declaration, type Declarations, text, trimmedText } from './declare.ts';
import { optional } from './member.ts';
import { readMembers } from './schema.ts';
import { foldedTag } from './stored-tags.ts';

const MOST_TAGS = 20;
/** In characters. */
const MAX_TAG = 50;

/** Absent: they stay; null, an empty text and an empty array take all away. */
export function tags(about: string): Declaration<string[]> {
  return {
    about,
    read: (value) => (value === null || value === '' ? [] : tagsOf(value)),
    fault(value, label) {
      if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) return say('member-texts', { label });
      if (value.length > MOST_TAGS) return say('member-too-many', { label, most: MOST_TAGS });
      const long = value.find((one: string) => [...one].length > MAX_TAG);
      if (long !== undefined) return say('member-texts-long', { label, max: MAX_TAG });
      if (value.some((one: string) => /[\p{Cc},]/u.test(one))) return say('member-texts-line', { label });
      return undefined;
    },
    json: { anyOf: [{ type: 'array', items: { type: ['string', 'number', 'boolean'] } }, { type: 'string' }] },
  };
}

/** Trimmed, each once in any case: the first is kept. A text has commas between them. */
function tagsOf(value: unknown): unknown {
  if (value === undefined) return undefined;
  const list = typeof value === 'string' ? value.split(',') : isList(value) ? Object.values(value) : [value];
  const found = new Map<unknown, unknown>();
  for (const one of list) {
    const tag = trimmedText(one);
    const key = typeof tag === 'string' ? foldedTag(tag) : tag;
    if (tag !== undefined && !found.has(key)) found.set(key, tag);
  }
  return [...found.values()];
}

/** Forms may number them in any way. */
const isList = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

const QUERY: Declarations = { tag: text('Only those with this tag, case-insensitive.') };
/** Query of a listing of what has tags. */
export const tagQuery = optional(QUERY) as { tag: z.ZodType<string | undefined> };

/** The tag to look for; undefined: none. A tag may be "null". @throws AppError `invalid` */
export function readTag(query: Record<string, unknown>): string | undefined {
  const { values, faults } = readMembers(tagQuery, query);
  throwFaults(faults);
  return values.tag === 'undefined' ? undefined : values.tag;
}

/** Tags in an answer. */
export const tagsShown = (about: string) => z.array(z.string()).describe(about);
