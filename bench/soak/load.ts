// The mixed load: each kind of work in a loop of its own, at a pace that leaves the machine air.
import { setTimeout as sleep } from 'node:timers/promises';
import { addPeople, beginCampaign, type Call, caller, makeList } from '../support/api.ts';
import type { LinkSink } from './sink.ts';

/** How often each kind of work was done. */
export type Done = Record<string, number>;

const PEOPLE = 3_000;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const STREAM_MS = 90_000;

/** Fills a server and begins; `stop` ends it. At a pace of 0.5 it rests twice as long. */
export async function startLoad(base: string, apiKey: string, sink: LinkSink, pace = 1) {
  const key = { 'X-Api-Key': apiKey };
  const stopping = new AbortController();
  const done: Done = {};
  const call = caller(base, apiKey);
  const list = await makeList(call);
  await addPeople(call, list, { name: 'p', count: PEOPLE });

  async function loop(name: string, everyMs: number, work: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      try {
        await work(n);
        done[name] = (done[name] ?? 0) + 1;
      } catch (error) {
        if (stopping.signal.aborted) return;
        done[`${name} failed`] = (done[`${name} failed`] ?? 0) + 1;
        if (done[`${name} failed`] === 1) console.log(String(error));
      }
      await sleep(everyMs / pace, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const loops = [
    loop('campaigns', 20_000, (n) => sendCampaign(call, list, n)),
    loop('reads', 10, (n) => call('GET', readAt(n, list))),
    loop('writes', 50, (n) => changeOne(call, list, n)),
    loop('bulk requests', 15_000, (n) => addPeople(call, list, { name: `b${n % 10}x`, count: 500 })),
    loop('imports', 60_000, (n) => importFile(call, list, n)),
    loop('opens and clicks', 20, (n) => hit(base, sink, n)),
    loop('streams', 0, () => watch(base, key, stopping.signal)),
  ];
  return {
    async stop(): Promise<Done> {
      stopping.abort();
      await Promise.all(loops);
      return { ...done, messages: sink.taken() };
    },
  };
}

async function sendCampaign(call: Call, list: string, n: number): Promise<void> {
  const uid = await beginCampaign(call, list, { name: `News ${n}` });
  for (let tries = 0; tries < 120; tries += 1) {
    if ((await call('GET', `/campaigns/${uid}`)).data.record.status === 'sent') return;
    await sleep(1_000);
  }
}

function readAt(n: number, list: string): string {
  const paths = [
    '/lists',
    '/campaigns?page=1&per_page=10',
    `/lists/${list}/subscribers?page=${1 + (n % 30)}&per_page=50`,
    `/lists/${list}/subscribers/search-by-email?EMAIL=p${n % PEOPLE}@example.com`,
    '/campaigns/overview',
    '/campaigns?status=sent',
  ];
  return paths[n % paths.length] ?? '';
}

async function changeOne(call: Call, list: string, n: number): Promise<void> {
  const people = `/lists/${list}/subscribers`;
  const { data } = await call('POST', people, { EMAIL: `one${n}@example.com`, FNAME: 'One' });
  const uid = data.record.subscriber_uid;
  await call('PUT', `${people}/${uid}`, { FNAME: 'Another' });
  await call('GET', `${people}/${uid}`);
  await call('DELETE', `${people}/${uid}`);
}

async function importFile(call: Call, list: string, n: number): Promise<void> {
  const rows = Array.from({ length: 2_000 }, (_, i) => `i${(n % 3) * 2_000 + i}@example.com,Person ${i}`);
  const { data } = await call('POST', `/lists/${list}/imports`, new Blob([`EMAIL,FNAME\n${rows.join('\n')}\n`]));
  const uid = data.record.import_uid;
  await call('POST', `/lists/${list}/imports/${uid}/run`, {});
}

async function hit(base: string, sink: LinkSink, n: number): Promise<void> {
  const links = sink.links();
  const path = links[(n * 7) % Math.max(1, links.length)];
  if (path === undefined) return;
  const answer = await fetch(base + path, { headers: { 'User-Agent': AGENT }, redirect: 'manual' });
  await answer.arrayBuffer();
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status}`);
}

/** Reads a stream of events for a while. */
async function watch(base: string, key: Record<string, string>, stop: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(STREAM_MS)]);
  try {
    const answer = await fetch(`${base}/api/events`, { headers: key, signal });
    if (!answer.ok || !answer.body) throw new Error(`events: ${answer.status}`);
    for await (const _ of answer.body);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
