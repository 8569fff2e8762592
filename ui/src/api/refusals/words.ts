// What the server refuses, in the person's language: words for each code (src/kernel/sentences/).
// They are many and seldom needed, so that they and their catalogue are loaded with the first one.
import { i18n, type Messages } from '@lingui/core';
import type { Code, Say, Sentence } from '../sentences/words.ts';
import { accountsWords } from './accounts.ts';
import { campaignsWords } from './campaigns.ts';
import { contentWords } from './content.ts';
import { importsWords } from './imports.ts';
import { labels } from './labels.ts';
import { listsWords } from './lists.ts';
import { membersWords } from './members.ts';
import { peopleWords } from './people.ts';
import { requestsWords } from './requests.ts';
import { sendingWords } from './sending.ts';

const CATALOGUES = import.meta.glob<{ messages: Messages }>('./texts/*.po');
const WORDS: Partial<Record<Code, Say>> = {
  ...membersWords,
  ...requestsWords,
  ...campaignsWords,
  ...listsWords,
  ...peopleWords,
  ...contentWords,
  ...importsWords,
  ...accountsWords,
  ...sendingWords,
};

const spoken = new Set<string>();

/** Loads what is needed to say them in the language of the page. */
export async function learn(language: string): Promise<void> {
  if (spoken.has(language)) return;
  const catalogue = await CATALOGUES[`./texts/${language}.po`]?.();
  if (catalogue) i18n.load(language, catalogue.messages);
  spoken.add(language);
}

/**
 * The words for a sentence; undefined where a newer server says what has none here.
 * @param member what it is about: of values of fields, which are in capitals, labels are not ours
 */
export function wordsFor({ code, values }: Sentence, member = ''): string | undefined {
  const isOfField = /(?:^|\.)[A-Z][A-Z0-9_]*$/.test(member);
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    (name === 'label' && !isOfField) || name === 'kind' ? labelled(String(value)) : written(value),
  ]);
  return WORDS[code]?.(Object.fromEntries(entries));
}

/** `Columns[1]` is the second of them. */
function labelled(label: string): string {
  const [, name = label, place] = /^(.+?)\[(\d+)\]$/.exec(label) ?? [];
  const words = labels[name]?.() ?? name;
  return place === undefined ? words : `${words} (${Number(place) + 1})`;
}

/** The server writes large numbers as in English. */
const written = (value: string | number) =>
  typeof value === 'string' && /^\d{1,3}(?:,\d{3})+$/.test(value)
    ? i18n.number(Number(value.replaceAll(',', '')))
    : value;
