// The first steps, as screens ask for them.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';
import type { components } from '../schema.d.ts';

export type ChecklistStep = components['schemas']['ChecklistStep'];

export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  queryFn: async () => (await answerOf(api.GET('/checklist'))).data,
  staleTime: 0,
});
