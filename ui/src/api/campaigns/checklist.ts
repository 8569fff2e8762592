// The first steps, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type ChecklistStep = components['schemas']['ChecklistStep'];

export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  queryFn: async () => (await answerOf(api.GET('/checklist'))).data,
  staleTime: 0,
});
