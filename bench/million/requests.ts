// What is asked of a server with a large list and a campaign to all of it: other people each time.
import type { Request } from '../api/load.ts';
import type { Requests } from '../api/requests.ts';
import type { Place } from '../web/place.ts';
import { emailOf } from './jobs.ts';

/** Numbers without an order that two requests would share. */
export const spread = (n: number, of: number): number => (n * 7_919) % of;
const SAMPLE = 5_000;

export async function requestsAt(
  { store, apiKey }: Place,
  { list, campaign, people }: { list: string; campaign: string; people: number },
): Promise<Requests> {
  const headers = { 'X-Api-Key': apiKey };
  const get =
    (path: string | ((n: number) => string)) =>
    (n: number): Request => ({ method: 'GET', path: `/api${typeof path === 'string' ? path : path(n)}`, headers });
  const rows = await store.db.selectFrom('subscriber').select('uid').orderBy('uid').limit(SAMPLE).execute();
  const someone = (n: number) => rows[spread(n, rows.length)]?.uid ?? '';
  const subscribers = `/lists/${list}/subscribers`;
  let added = 0;
  return {
    'GET campaign': get(`/campaigns/${campaign}`),
    'GET stats': get(`/campaigns/${campaign}/stats`),
    'GET list': get(`/lists/${list}`),
    'GET subscriber': get((n) => `${subscribers}/${someone(n)}`),
    'GET subscribers, first page': get(`${subscribers}?page=1&per_page=10`),
    'GET subscribers, any page': get((n) => `${subscribers}?page=${1 + spread(n, Math.ceil(people / 10))}&per_page=10`),
    'GET by address': get((n) => `${subscribers}/search-by-email?EMAIL=${emailOf(spread(n, people))}`),
    'POST subscriber': () => ({
      method: 'POST',
      path: `/api${subscribers}`,
      headers,
      body: `EMAIL=new${added++}@example.com&FNAME=New`,
    }),
    'PUT subscriber': (n) => ({
      method: 'PUT',
      path: `/api${subscribers}/${someone(n)}`,
      headers,
      body: `FNAME=Other${n}`,
    }),
  };
}
