// Fields of a list, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type Field = components['schemas']['Field'];

export const fieldsQuery = (listUid: string) =>
  queryOptions({
    queryKey: ['fields', listUid],
    queryFn: async (): Promise<Field[]> => {
      const params = { path: { list_uid: listUid }, query: { full: '1', per_page: 500 } } as const;
      return (await answerOf(api.GET('/lists/{list_uid}/fields', { params }))).data.records;
    },
    enabled: listUid !== '',
  });

/** What may be chosen in a field. */
export function optionsOf(field: Field | undefined): { value: string; label: string }[] {
  if (!field?.options) return [];
  const pairs = Array.isArray(field.options)
    ? field.options
    : Object.entries(field.options).map(([value, name]) => ({ value, name }));
  return pairs.filter(({ value }) => value !== '').map(({ value, name }) => ({ value, label: name }));
}
