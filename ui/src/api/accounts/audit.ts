// Who did what, as screens ask for it.

import type { components } from '@mailwright/client/schema';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type AuditEntry = components['schemas']['AuditEntry'];

/** Instants in ISO 8601. */
export type AuditFilter = {
  actor_uid?: string | undefined;
  operation?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam: after }) => {
      const query = { ...filter, per_page: 50, after };
      return (await answerOf(api.GET('/audit', { params: { query } }))).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
