// Webhooks of the customer, and what was sent to them, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type Webhook = components['schemas']['Webhook'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await answerOf(api.GET('/webhooks', { params: { query: { per_page: 500 } } }))).data.records,
  refetchInterval: 15_000, // how far they are changes by itself
});

/** The latest first. */
export const deliveriesQuery = (webhook_uid: string, only: 'all' | 'failed') =>
  infiniteQueryOptions({
    queryKey: ['webhooks', webhook_uid, 'deliveries', only],
    queryFn: async ({ pageParam: after }) => {
      const query = { only, per_page: 25, ...(after !== '' && { after }) };
      const params = { path: { webhook_uid }, query };
      return (await answerOf(api.GET('/webhooks/{webhook_uid}/deliveries', { params }))).data;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
