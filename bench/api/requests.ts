// What is asked: the reads and writes that programs and people make most, of a list with a thousand
// people and a campaign that was sent to a few of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { addPeople, beginCampaign, caller, makeList } from '../support/api.ts';
import type { Request } from './load.ts';

/** By name; each gives its n-th request. */
export type Requests = Record<string, (n: number) => Request>;

const PEOPLE = 1_000;
/** This many that nobody clicks as often as a machine would; the inbox lists as many at once. */
const READERS = 100;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CONTENT =
  '<html><body><a href="https://example.com/news">read on</a> [UNSUBSCRIBE_URL] [COMPANY_FULL_ADDRESS]</body></html>';

/** Fills a server through its API, so that any version of it can be asked. */
export async function requestsOf(port: number, apiKey: string): Promise<Requests> {
  const base = `http://127.0.0.1:${port}`;
  const key = { 'X-Api-Key': apiKey };
  const call = caller(base, apiKey);
  const newList = async (name: string, count: number): Promise<string> => {
    const uid = await makeList(call, name);
    await addPeople(call, uid, { name: 'p', count });
    return uid;
  };
  const list = await newList('Everybody', PEOPLE);
  const readers = await newList('Readers', READERS);
  const campaign = await beginCampaign(call, readers, { html: CONTENT });
  const links = await linksIn(base, key);
  const { data } = await call('GET', `/lists/${list}/subscribers?page=1&per_page=1`);
  const one = data.records[0].subscriber_uid;
  const get = (path: string) => () => ({ method: 'GET', path: `/api${path}`, headers: key }) as const;
  const form = (path: string, body: string): Request => ({ method: 'POST', path: `/api${path}`, headers: key, body });
  let added = 0;
  return {
    'GET campaign': get(`/campaigns/${campaign}`),
    'GET stats': get(`/campaigns/${campaign}/stats`),
    'GET list': get(`/lists/${list}`),
    'GET lists': get('/lists?page=1&per_page=10'),
    'GET campaigns': get('/campaigns?page=1&per_page=10'),
    'GET subscriber': get(`/lists/${list}/subscribers/${one}`),
    'GET subscribers': get(`/lists/${list}/subscribers?page=1&per_page=10`),
    search: get(`/lists/${list}/subscribers/search-by-email?EMAIL=p7@example.com`),
    'POST subscriber': () => form(`/lists/${list}/subscribers`, `EMAIL=new${added++}@example.com&FNAME=New`),
    click: (n) => ({ method: 'GET', path: links[n % links.length] ?? '', headers: { 'User-Agent': AGENT } }),
  };
}

/** Paths of the tracked links in the mails of the test inbox, once all have arrived. */
async function linksIn(base: string, key: Record<string, string>): Promise<string[]> {
  for (let waits = 0; waits < 200; waits += 1) {
    const answer = await fetch(`${base}/inbox.json?limit=100`, { headers: key });
    const { mails } = (await answer.json()) as { mails: { id: number }[] };
    if (mails.length >= READERS) {
      const pages = mails.map(async ({ id }) => (await fetch(`${base}/inbox/${id}/html`, { headers: key })).text());
      return (await Promise.all(pages)).flatMap((page) => /\/c\/[^"'\s<]+/.exec(page)?.[0] ?? []);
    }
    await sleep(100);
  }
  throw new Error('the mails did not arrive');
}
