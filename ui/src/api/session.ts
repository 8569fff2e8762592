// Who is signed in, for which customer, with which rights.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

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
