// Mails in the test inbox, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { MINUTE_MS } from '../kit/local-time.ts';
import { answerOf, api } from './client.ts';

export type TestMail = components['schemas']['TestMail'];
export type WholeTestMail = components['schemas']['WholeTestMail'];

export const inboxQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['test-inbox', 'mails', search],
    queryFn: async ({ pageParam: after }) => {
      const query = { per_page: 50, after, ...(search !== '' && { search }) };
      return (await answerOf(api.GET('/test-inbox', { params: { query } }))).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

export const testMailQuery = (mail_id: string) =>
  queryOptions({
    queryKey: ['test-inbox', 'mail', mail_id],
    queryFn: async () =>
      (await answerOf(api.GET('/test-inbox/{mail_id}', { params: { path: { mail_id } } }))).data.record,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const testMailLinksQuery = (mail_id: string) =>
  queryOptions({
    queryKey: ['test-inbox', 'links', mail_id],
    queryFn: async () =>
      (await answerOf(api.GET('/test-inbox/{mail_id}/links', { params: { path: { mail_id } } }))).data.records,
    staleTime: MINUTE_MS,
  });
