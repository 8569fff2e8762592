// Who is signed in, for which customer, with which rights.

import type { components } from '@mailwright/client/schema';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, answerOf, api } from '../client.ts';

export type Session = components['schemas']['Session'];
export type Right = Session['rights'][number];

/** `null`: nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      const { record } = (await answerOf(api.GET('/session'))).data;
      return record.state === 'signed-in' ? record : null;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null; // its cookie is of no use any more
      throw error;
    }
  },
  staleTime: 60_000,
});

/**
 * Goes on as somebody else, or as nobody: what was kept for the former session is forgotten.
 * @param go leads to a screen that the new session may see
 */
export async function changeSession(
  client: QueryClient,
  session: Session | null,
  go: () => Promise<unknown>,
): Promise<void> {
  if (session) client.setQueryData(sessionQuery.queryKey, session);
  await go();
  if (!session) client.setQueryData(sessionQuery.queryKey, null); // screens of the shell cannot do without
  const others = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session' };
  client.removeQueries({ ...others, type: 'inactive' });
  await client.resetQueries(others);
}

/** The session of a screen that is shown to people who are signed in alone. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('Nobody is signed in.');
  return data;
}

/** Whether the person may do what needs this right. */
export function useMay(right: Right): boolean {
  return useSession().rights.includes(right);
}
