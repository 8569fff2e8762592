// People of the customer, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type User = components['schemas']['User'];

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async () => (await answerOf(api.GET('/users', { params: { query: { per_page: 500 } } }))).data.records,
});
