// A server's API, a list on it, and a campaign to everybody of that.
import { setTimeout as sleep } from 'node:timers/promises';
import { newsletter } from '../support/content.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Call = (method: string, path: string, body?: unknown) => Promise<any>;

const COMPANY = { name: 'Friends', address_1: 'Street 1', city: 'Berlin', zip_code: '10115', country: 'Germany' };
const DEFAULTS = { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' };

const UNDER_WAY = ['pending-sending', 'processing', 'sending'];

/** Calls below /api. A Blob goes as a CSV file, all else as JSON; a text comes back as one. */
export function caller(port: number, apiKey: string): Call {
  return async (method, path, body) => {
    const isFile = body instanceof Blob;
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': isFile ? 'text/csv' : 'application/json' },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  };
}

/** Makes the list. @returns its uid */
export async function prepare(call: Call): Promise<string> {
  const general = { name: 'Everybody', description: 'Everybody', opt_in: 'single' };
  const { list_uid: uid } = await call('POST', '/lists', { general, defaults: DEFAULTS, company: COMPANY });
  return uid;
}

/** Sends a campaign with tracked links, and waits for its end. */
export async function sendToAll(call: Call, list: string, people: number): Promise<{ uid: string; seconds: number }> {
  const startedAt = performance.now();
  const { campaign_uid: uid } = await call('POST', '/campaigns', {
    campaign: {
      name: 'News',
      subject: 'News',
      ...DEFAULTS,
      list_uid: list,
      send_at: '2020-01-01 00:00:00',
      options: { url_tracking: 'yes' },
      template: { content: Buffer.from(newsletter()).toString('base64') },
    },
  });
  for (;;) {
    const { data } = await call('GET', `/campaigns/${uid}`);
    if (data.record.status === 'sent') break;
    if (!UNDER_WAY.includes(data.record.status))
      throw new Error(`the campaign is ${data.record.status}: ${data.record.notice}`);
    await sleep(200);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const { data } = await call('GET', `/campaigns/${uid}/stats`);
  const { delivery_success_count: accepted } = data;
  if (Number(accepted) !== people) {
    const all = await call('GET', `/campaigns/${uid}/delivery`);
    const logs = ['fatal-error', 'giveup', 'error', 'blocked'].map((status) =>
      call('GET', `/campaigns/${uid}/delivery-logs?status=${status}&per_page=3`),
    );
    throw new Error(`${accepted} of ${people} were accepted: ${JSON.stringify([all, await Promise.all(logs)])}`);
  }
  return { uid, seconds };
}
