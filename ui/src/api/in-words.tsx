// What an answer says went wrong, in the person's language: its words are loaded when it is there.
import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { inWords } from './client.ts';
import type { Sentence } from './sentences/words.ts';

/** @param text as the server says it */
export function InWords({ sentences, text }: { sentences: readonly Sentence[]; text: string }) {
  const { i18n } = useLingui();
  const { data } = useQuery({
    queryKey: ['in words', i18n.locale, text],
    queryFn: () => inWords(sentences, text),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
