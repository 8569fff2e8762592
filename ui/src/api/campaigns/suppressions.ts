// Addresses that get no mail, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type Suppression = components['schemas']['Suppression'];

type Filter = { email: string; reason: Suppression['reason'] | undefined; page: number };

export const suppressionsQuery = ({ email, reason, page }: Filter) =>
  queryOptions({
    queryKey: ['suppressions', email, reason, page],
    queryFn: async () => {
      const query = { page, per_page: 50, ...(email !== '' && { email }), ...(reason && { reason }) };
      return (await answerOf(api.GET('/suppressions', { params: { query } }))).data;
    },
  });

/** Blocks the addresses of a CSV file. @returns what became of its rows */
export async function uploadSuppressions(file: File) {
  const body = new FormData();
  body.set('file', file);
  const asked = api.POST('/suppressions.csv', {
    body: { file: '' }, // of which the form is made
    bodySerializer: () => body,
  });
  return (await answerOf(asked)).data;
}
