// People of a list, and one person, as screens ask for them.

import type { components, paths } from '@mailwright/client/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

/** Whom a table, an export or a bulk action is about; absent: everybody. */
export type PeopleFilter = Omit<
  NonNullable<paths['/lists/{list_uid}/people']['get']['parameters']['query']>,
  'after' | 'per_page' | 'sort'
>;
/** Whom a bulk action is about: a filter, or people one by one. */
export type BulkWhom = PeopleFilter & Pick<NewBulkAction, 'subscriber_uids'>;
export type PeopleSort = 'newest' | 'address';
export type ListPerson = components['schemas']['ListPerson'];
export type Person = components['schemas']['Person'];
export type Happening = components['schemas']['Happening'];
export type Export = components['schemas']['Export'];
export type BulkAction = components['schemas']['BulkAction'];
export type NewBulkAction = components['schemas']['NewBulkAction'];

const PER_PAGE = 50;

export const peopleQuery = (listUid: string, filter: PeopleFilter, sort: PeopleSort | undefined) =>
  infiniteQueryOptions({
    queryKey: ['subscribers', listUid, 'people', filter, sort],
    meta: { moves: 2_000 },
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const query = { ...filter, sort, per_page: PER_PAGE, after: pageParam };
      return (await answerOf(api.GET('/lists/{list_uid}/people', { params: { path: { list_uid: listUid }, query } })))
        .data;
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** How many fit, counted part by part; `onPart` hears of each. */
export const peopleCountQuery = (listUid: string, filter: PeopleFilter, onPart?: (people: number) => void) =>
  queryOptions({
    queryKey: ['subscribers', listUid, 'count', filter],
    meta: { moves: 5_000 },
    queryFn: async ({ signal }) => {
      let [people, after] = [0, undefined as string | undefined];
      for (;;) {
        const params = { path: { list_uid: listUid }, query: { ...filter, after } };
        const { data } = await answerOf(api.GET('/lists/{list_uid}/people/count', { params, signal }));
        people += data.people;
        if (data.next === null) return people;
        after = data.next;
        onPart?.(people);
      }
    },
  });

export const personQuery = (subscriberUid: string) =>
  queryOptions({
    queryKey: ['person', subscriberUid],
    queryFn: async () => {
      const params = { path: { subscriber_uid: subscriberUid } };
      return (await answerOf(api.GET('/subscribers/{subscriber_uid}', { params }))).data.record;
    },
  });

export type Consent = components['schemas']['Consent'];

export const consentsQuery = (subscriberUid: string) =>
  queryOptions({
    queryKey: ['person', subscriberUid, 'consents'],
    queryFn: async () => {
      const params = { path: { subscriber_uid: subscriberUid } };
      return (await answerOf(api.GET('/subscribers/{subscriber_uid}/consents', { params }))).data.records;
    },
  });

export const timelineQuery = (subscriberUid: string) =>
  infiniteQueryOptions({
    queryKey: ['person', subscriberUid, 'timeline'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const params = { path: { subscriber_uid: subscriberUid }, query: { per_page: 30, after: pageParam } };
      return (await answerOf(api.GET('/subscribers/{subscriber_uid}/timeline', { params }))).data;
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** How an export stands; events say when to ask again. */
export const exportQuery = (listUid: string, exportUid: string) =>
  queryOptions({
    queryKey: ['export', listUid, exportUid],
    queryFn: async () => {
      const params = { path: { list_uid: listUid, export_uid: exportUid } };
      return (await answerOf(api.GET('/lists/{list_uid}/exports/{export_uid}', { params }))).data.record;
    },
  });

/** Exports of a list, newest first; events say when to ask again. */
export const exportsQuery = (listUid: string) =>
  queryOptions({
    queryKey: ['jobs', listUid, 'exports'],
    queryFn: async () => {
      const params = { path: { list_uid: listUid }, query: { per_page: 10 } };
      return (await answerOf(api.GET('/lists/{list_uid}/exports', { params }))).data.records;
    },
  });

/** Where the file of an export can be had. */
export const exportFile = (listUid: string, exportUid: string) => `/api/lists/${listUid}/exports/${exportUid}/file`;

/** How a bulk action stands; events say when to ask again. */
export const bulkActionQuery = (listUid: string, uid: string) =>
  queryOptions({
    queryKey: ['bulk-action', listUid, uid],
    queryFn: async () => {
      const params = { path: { list_uid: listUid, bulk_action_uid: uid } };
      return (await answerOf(api.GET('/lists/{list_uid}/bulk-actions/{bulk_action_uid}', { params }))).data.record;
    },
  });
