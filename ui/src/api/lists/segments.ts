// Segments of a list, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allPages } from '../all-pages.ts';
import { answerOf, api } from '../client.ts';

export type Segment = components['schemas']['Segment'];
export type SegmentDefinition = components['schemas']['SegmentDefinition'];

/** What is kept of the segments of all lists begins with this. */
export const ALL_SEGMENTS = ['segments', 'overview'] as const;

export const segmentsQuery = (listUid: string) =>
  queryOptions({
    queryKey: ['segments', listUid],
    queryFn: async () => {
      const path = { list_uid: listUid };
      return allPages((query) => answerOf(api.GET('/lists/{list_uid}/segments', { params: { path, query } })));
    },
    enabled: listUid !== '',
  });

export type SegmentOverview = components['schemas']['SegmentOverview'];

/** Those of all lists, list by list, a page at a time; `search` is in their name or their list's. */
export const segmentOverviewsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...ALL_SEGMENTS, search],
    queryFn: async ({ pageParam: after }) => {
      const query = { search: search || undefined, after };
      return (await answerOf(api.GET('/segments/overview', { params: { query } }))).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const segmentQuery = (listUid: string, segmentUid: string) =>
  queryOptions({
    queryKey: ['segments', listUid, segmentUid],
    queryFn: async () => {
      const params = { path: { list_uid: listUid, segment_uid: segmentUid } };
      return (await answerOf(api.GET('/lists/{list_uid}/segments/{segment_uid}', { params }))).data.record;
    },
  });

export type Sample = components['schemas']['SegmentSample'];
export type Preview = { people: number; samples: Sample[] };

/** About how many a segment would be, in all and row by row; at once, however long the list is. */
export const estimateQuery = (listUid: string, definition: SegmentDefinition | undefined) =>
  queryOptions({
    queryKey: ['segments', listUid, 'estimate', definition],
    enabled: definition !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { path: { list_uid: listUid } };
      const asked = api.POST('/lists/{list_uid}/segments/estimate', { params, body: definition ?? {}, signal });
      return (await answerOf(asked)).data;
    },
  });
export type Estimate = { people: number; margin: number; is_exact: boolean; of: number; samples: Sample[] };

/** What a segment would be, counted part by part; `onPart` hears of each. */
export const previewQuery = (
  listUid: string,
  definition: SegmentDefinition | undefined,
  onPart: (part: Preview) => void,
) =>
  queryOptions({
    queryKey: ['segments', listUid, 'preview', definition],
    enabled: definition !== undefined,
    retry: false,
    queryFn: async ({ signal }): Promise<Preview> => {
      const found: Preview = { people: 0, samples: [] };
      for (let after: string | undefined; ; ) {
        const params = { path: { list_uid: listUid }, query: { after } };
        const asked = api.POST('/lists/{list_uid}/segments/preview', { params, body: definition ?? {}, signal });
        const { data } = await answerOf(asked);
        found.people += data.people;
        found.samples.push(...data.samples);
        if (data.next === null) return found;
        after = data.next;
        onPart({ ...found });
      }
    },
  });
