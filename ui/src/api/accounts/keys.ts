// API keys of the customer, as screens ask for them.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';
import type { components } from '../schema.d.ts';

export type ApiKey = components['schemas']['ApiKey'];

export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async () => (await answerOf(api.GET('/api-keys', { params: { query: { per_page: 500 } } }))).data.records,
});
