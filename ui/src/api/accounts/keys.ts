// API keys of the customer, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type ApiKey = components['schemas']['ApiKey'];

export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async () => (await answerOf(api.GET('/api-keys', { params: { query: { per_page: 500 } } }))).data.records,
});
