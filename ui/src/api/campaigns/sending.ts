// Relays and sending domains, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type Relay = components['schemas']['DeliveryServer'];
export type SendingDomain = components['schemas']['SendingDomain'];
export type DnsState = SendingDomain['status'];

export const relaysQuery = queryOptions({
  queryKey: ['delivery-servers'],
  queryFn: async () =>
    (await answerOf(api.GET('/delivery-servers', { params: { query: { per_page: 500 } } }))).data.records,
});

export const domainsQuery = queryOptions({
  queryKey: ['sending-domains'],
  queryFn: async () =>
    (await answerOf(api.GET('/sending-domains', { params: { query: { per_page: 500 } } }))).data.records,
});

export const domainQuery = (domain_uid: string) =>
  queryOptions({
    queryKey: ['sending-domains', domain_uid],
    queryFn: async () => {
      const params = { path: { domain_uid } };
      return (await answerOf(api.GET('/sending-domains/{domain_uid}', { params }))).data.record;
    },
  });
