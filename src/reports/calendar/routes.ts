// Endpoint for the calendar.
import { ok, type Route } from '../../http/route.ts';
import { calendarOf } from './calendar.ts';
import { calendarAnswer, calendarQuery, readCalendar, toWireCalendar } from './wire.ts';

const calendar: Route = {
  name: 'getCalendar',
  method: 'GET',
  path: '/calendar',
  needs: 'read',
  summary: 'List what was sent and what will be sent: campaigns, recurring runs, ends of A/B tests',
  about:
    'Autoresponders are not included, as their emails leave whenever they are due. Runs of a recurring campaign follow its current schedule.',
  group: 'Reports',
  query: calendarQuery,
  status: 200,
  answer: calendarAnswer,
  handle: async ({ db, caller, query, clock }) => {
    const { customerId, timeZone } = caller;
    const at = clock.now();
    const days = readCalendar(query, { timeZone, at });
    const found = await calendarOf(db, customerId, days.range, { timeZone, at });
    return ok({ data: toWireCalendar(days, found, timeZone) });
  },
};

export const calendarRoutes: Route[] = [calendar];
