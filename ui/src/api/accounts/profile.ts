// The customer and the server, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type Profile = components['schemas']['Profile'];

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await answerOf(api.GET('/profile'))).data.record,
});

/** All countries, by their English names. */
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: async () => (await answerOf(api.GET('/countries', { params: { query: { per_page: 500 } } }))).data.records,
  staleTime: Number.POSITIVE_INFINITY,
});

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: async () => (await answerOf(api.GET('/installation'))).data.record,
});
