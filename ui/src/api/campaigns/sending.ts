// Relays and sending domains, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type WholeRelay = components['schemas']['DeliveryServer'];
export type SendingDomain = components['schemas']['SendingDomain'];
export type DnsState = SendingDomain['status'];

export const relaysQuery = queryOptions({
  queryKey: ['delivery-servers'],
  queryFn: async () =>
    (await answerOf(api.GET('/delivery-servers', { params: { query: { per_page: 500 } } }))).data.records,
});

export const relayQuery = (server_id: string) =>
  queryOptions({
    queryKey: [...relaysQuery.queryKey, server_id],
    queryFn: async () =>
      (await answerOf(api.GET('/delivery-servers/{server_id}', { params: { path: { server_id } } }))).data.record,
  });

/** What a relay may send by period, and has sent of that. */
export const relayUsageQuery = (server_id: string) =>
  queryOptions({
    queryKey: [...relaysQuery.queryKey, server_id, 'usage'],
    queryFn: async () =>
      (await answerOf(api.GET('/delivery-servers/{server_id}/usage', { params: { path: { server_id } } }))).data
        .records,
    refetchInterval: 5_000,
  });

export const slowedByRelayQuery = (server_id: string) =>
  queryOptions({
    queryKey: [...relaysQuery.queryKey, server_id, 'destinations'],
    queryFn: async () => {
      const params = { path: { server_id }, query: { per_page: 100 } };
      return (await answerOf(api.GET('/delivery-servers/{server_id}/destinations', { params }))).data;
    },
    refetchInterval: 10_000,
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

/** How the records of a domain changed. */
export const domainChangesQuery = (domain_uid: string) =>
  queryOptions({
    queryKey: ['sending-domains', domain_uid, 'changes'],
    queryFn: async () => {
      const params = { path: { domain_uid } };
      return (await answerOf(api.GET('/sending-domains/{domain_uid}/changes', { params }))).data.records;
    },
  });

export type BrokenRecord = components['schemas']['BrokenDnsRecord'];

/** DNS records that were right, and are missing or wrong now. */
export const brokenRecordsQuery = queryOptions({
  queryKey: ['broken-dns-records'],
  queryFn: async () => (await answerOf(api.GET('/broken-dns-records', {}))).data.records,
});
