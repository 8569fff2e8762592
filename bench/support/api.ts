// Calls of a server's API, and what most benchmarks make by it: a list, people, a campaign.
import { newsletter } from './content.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Call = (method: string, path: string, body?: unknown) => Promise<any>;

const COMPANY = { name: 'Friends', address_1: 'Street 1', city: 'Berlin', zip_code: '10115', country: 'Germany' };
const SENDER = { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' };

/**
 * Calls below `/api` of the server at `baseUrl`. A Blob is sent as a CSV file, all else as JSON.
 * @returns a function that gives what was answered: parsed, or as text where it is no JSON
 */
export function caller(baseUrl: string, apiKey: string): Call {
  return async (method, path, body) => {
    const isFile = body instanceof Blob;
    const answer = await fetch(`${baseUrl}/api${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': isFile ? 'text/csv' : 'application/json' },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  };
}

/** Makes a list without people. @returns its uid */
export async function makeList(call: Call, name = 'Everybody'): Promise<string> {
  const general = { name, description: name, opt_in: 'single' };
  const { list_uid: uid } = await call('POST', '/lists', { general, defaults: SENDER, company: COMPANY });
  return uid;
}

const PEOPLE_A_REQUEST = 500;

/** Adds people to a list: `<name>0@example.com` and so on. */
export async function addPeople(call: Call, list: string, { name, count }: { name: string; count: number }) {
  for (let from = 0; from < count; from += PEOPLE_A_REQUEST) {
    const subscribers = Array.from({ length: Math.min(PEOPLE_A_REQUEST, count - from) }, (_, i) => ({
      EMAIL: `${name}${from + i}@example.com`,
      FNAME: `Person ${from + i}`,
    }));
    await call('POST', `/lists/${list}/subscribers/bulk`, { subscribers });
  }
}

/** Makes a campaign to a list that is due at once, with tracked links. @returns its uid */
export async function beginCampaign(
  call: Call,
  list: string,
  { name = 'News', html = newsletter() } = {},
): Promise<string> {
  const { campaign_uid: uid } = await call('POST', '/campaigns', {
    campaign: {
      name,
      subject: 'News',
      ...SENDER,
      list_uid: list,
      send_at: '2020-01-01 00:00:00',
      options: { url_tracking: 'yes' },
      template: { content: Buffer.from(html).toString('base64') },
    },
  });
  return uid;
}
