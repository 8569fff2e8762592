// Who is signed in, and where.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => (await answerOf(api.GET('/me'))).data.record,
});

export const mySessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async () => (await answerOf(api.GET('/me/sessions'))).data.records,
});
