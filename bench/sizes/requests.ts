// What is asked about people of a list: each time others, from all of it.
import type { Request } from '../api/load.ts';
import type { Requests } from '../api/requests.ts';
import { emailOf } from '../million/jobs.ts';
import { spread } from '../million/requests.ts';

const PER_PAGE = 10;

/** The uid of somebody by number. */
const uidOf = (n: number): string => `pp${String(n).padStart(11, '0')}`;

export function requestsOfPeople({ apiKey, list, people }: { apiKey: string; list: string; people: number }): Requests {
  const headers = { 'X-Api-Key': apiKey };
  const subscribers = `/api/lists/${list}/subscribers`;
  const get =
    (path: (n: number) => string) =>
    (n: number): Request => ({ method: 'GET', path: path(n), headers });
  let added = 0;
  return {
    'GET list': get(() => `/api/lists/${list}`),
    'GET subscriber': get((n) => `${subscribers}/${uidOf(spread(n, people))}`),
    'GET subscribers, first page': get(() => `${subscribers}?page=1&per_page=${PER_PAGE}`),
    'GET subscribers, any page': get(
      (n) => `${subscribers}?page=${1 + spread(n, Math.ceil(people / PER_PAGE))}&per_page=${PER_PAGE}`,
    ),
    'GET by address': get((n) => `${subscribers}/search-by-email?EMAIL=${emailOf(spread(n, people))}`),
    'GET by address, in all lists': get(
      (n) => `/api/lists/subscribers/search-by-email-in-all-lists?EMAIL=${emailOf(spread(n, people))}`,
    ),
    'PUT subscriber': (n) => ({
      method: 'PUT',
      path: `${subscribers}/${uidOf(spread(n, people))}`,
      headers,
      body: `FNAME=Other${n}`,
    }),
    'POST subscriber': () => ({
      method: 'POST',
      path: subscribers,
      headers,
      body: `EMAIL=new${people}.${added++}@example.com&FNAME=New`,
    }),
  };
}
