// The calendar, as screens ask for it.
import type { components } from '@mailwright/client/schema';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type CalendarEntry = components['schemas']['CalendarEntry'];

/** From one day to another, both `2026-11-21`. */
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['campaigns', 'calendar', from, to],
    queryFn: async () => {
      const params = { query: { from, to } };
      return (await answerOf(api.GET('/calendar', { params }))).data;
    },
    placeholderData: keepPreviousData,
  });
