// The queue, returned mail, and blocklists, as screens ask for them.
import type { components } from '@mailwright/client/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type Queue = components['schemas']['Queue'];
export type BlocklistResult = components['schemas']['BlocklistResult'];

export const queueQuery = queryOptions({
  queryKey: ['queue'],
  queryFn: async () => (await answerOf(api.GET('/queue', {}))).data.record,
  refetchInterval: 5_000,
});

export const returnedMessagesQuery = queryOptions({
  queryKey: ['returned-messages'],
  queryFn: async () => (await answerOf(api.GET('/returned-messages', {}))).data.records,
  refetchInterval: 30_000,
});

/** Where returned mail comes from, and how much. */
export const returnPathQuery = queryOptions({
  queryKey: ['return-path'],
  queryFn: async () => (await answerOf(api.GET('/return-path', {}))).data.record,
  refetchInterval: 30_000,
});

/** Returned mails that nobody understood, newest first. */
export const unknownMailsQuery = infiniteQueryOptions({
  queryKey: ['returned-mails'],
  queryFn: async ({ pageParam }) => {
    const query = pageParam === '' ? {} : { before: pageParam };
    return (await answerOf(api.GET('/returned-mails', { params: { query } }))).data;
  },
  initialPageParam: '',
  getNextPageParam: ({ next }) => next ?? undefined,
});

export const unknownMailQuery = (mail_id: string) =>
  queryOptions({
    queryKey: ['returned-mails', mail_id],
    queryFn: async () =>
      (await answerOf(api.GET('/returned-mails/{mail_id}', { params: { path: { mail_id } } }))).data.record,
  });
