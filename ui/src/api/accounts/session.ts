// Who is signed in, for which customer, with which rights.

import type { components } from '@mailwright/client/schema';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '../../kit/local-time.ts';
import { ApiError, answerOf, api } from '../client.ts';

export type Session = components['schemas']['Session'];
export type Right = Session['rights'][number];

/**
 * `null`: nobody is signed in. Where somebody was, the end of the session is an error, and what was
 * known stays: the screens, with what is written on them, wait for the same person to sign in again.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ client }): Promise<Session | null> => {
    try {
      const { record } = (await answerOf(api.GET('/session'))).data;
      if (record.state === 'signed-in') return record;
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 401; // its cookie is of no use any more
      if (!isOver) throw error;
    }
    if (client.getQueryData(['session'])) throw new ApiError(401, 'Nobody is signed in.');
    return null;
  },
  staleTime: MINUTE_MS,
});

/** The customers that the user belongs to, by name. @param search '' for all */
export const customersQuery = (search: string) =>
  queryOptions({
    queryKey: ['session-customers', search],
    queryFn: async () =>
      (await answerOf(api.GET('/session/customers', { params: { query: { per_page: 100, search } } }))).data,
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
