// The search over everything, as the palette asks for it.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

async function find(q: string, signal: AbortSignal) {
  return (await answerOf(api.GET('/search', { params: { query: { q } }, signal }))).data;
}

export type Found = Awaited<ReturnType<typeof find>>;

/** @param text at least one character */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => find(text, signal),
    staleTime: 10_000,
  });
