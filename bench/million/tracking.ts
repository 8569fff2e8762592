// Opens and clicks at a steady rate, each of another person, while the server is killed and started
// again. Who was answered is remembered, and looked for in the store.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { trackingLinks } from '../../src/content/links.ts';
import type { Place } from '../web/place.ts';

export type Hitting = {
  port: number;
  campaign: string;
  /** Hits a second; how long, the time that the server takes to start not counted. */
  rate: number;
  seconds: number;
  kills: number;
  /** Kills the server and starts it. */
  restart(): Promise<void>;
};

/** `cutOff`: without an answer, as the server was killed; `rate` while it ran; `p99` in ms. */
export type Found = {
  asked: number;
  answered: number;
  cutOff: number;
  keptUnanswered: number;
  lost: number;
  rate: number;
  p99: number;
};

type Hit = { kind: 'open' | 'click'; subscriberId: number; path: string; isAsked: boolean; isAnswered: boolean };

const CLIENTS = 128;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const TICK_MS = 5;

export async function hitAndKill(place: Place, hitting: Hitting): Promise<Found> {
  const { hits, campaignId } = await hitsOf(place, hitting);
  const times: number[] = [];
  let from = 0;
  let ranMs = 0;
  const rounds = hitting.kills + 1;
  for (let round = 0; round < rounds; round += 1) {
    const some = hits.slice(from, Math.ceil((hits.length * (round + 1)) / rounds));
    from += some.length;
    const isLast = round === rounds - 1;
    const startedAt = performance.now();
    const stop = new AbortController();
    const running = hitAll(hitting, some, times, stop.signal);
    // In the middle of a round, so that hits are under way.
    const killing = isLast ? undefined : sleep((some.length / hitting.rate) * 900).then(() => hitting.restart());
    if (killing) await Promise.race([killing, running.then(() => killing)]);
    if (!isLast) stop.abort();
    ranMs += (await running) - startedAt;
    await killing;
  }
  return compare(place, { hits, campaignId, times, ranMs });
}

/** Each person opens, and the next one clicks. */
async function hitsOf({ store: { db }, settings }: Place, { campaign, rate, seconds }: Hitting) {
  const { id: campaignId } = await db
    .selectFrom('campaign')
    .select('id')
    .where('uid', '=', campaign)
    .executeTakeFirstOrThrow();
  const links = await db.selectFrom('campaign_link').select('id').where('campaign_id', '=', campaignId).execute();
  const people = await db
    .selectFrom('message')
    .select('subscriber_id')
    .where('campaign_id', '=', campaignId)
    .limit(Math.floor(rate * seconds))
    .execute();
  const urls = trackingLinks({ baseUrl: 'http://mail.bench.test', secret: settings['MAILWRIGHT_SECRET'] ?? '' });
  const hits = people.map(({ subscriber_id: subscriberId }, n): Hit => {
    const message = { campaignId, subscriberId };
    const link = links[n % links.length]?.id ?? 0;
    const kind = n % 2 === 0 ? 'open' : 'click';
    const url = kind === 'open' ? urls.openUrl(message) : urls.clickUrl(message, link);
    return { kind, subscriberId, path: new URL(url).pathname, isAsked: false, isAnswered: false };
  });
  return { hits, campaignId };
}

/** Sends hits when they are due. @returns when the last was answered, or the server went away */
async function hitAll(
  { port, rate }: Hitting,
  hits: readonly Hit[],
  times: number[],
  stop: AbortSignal,
): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  let isGone = false;
  let endedAt = startedAt;
  const client = async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('error', () => undefined);
    while (!isGone && !stop.aborted && next < hits.length) {
      const at = next;
      const dueAt = startedAt + (at / rate) * 1_000;
      if (dueAt > performance.now()) {
        await sleep(TICK_MS);
        continue;
      }
      next += 1;
      const hit = hits[at];
      if (!hit) break;
      hit.isAsked = true;
      const status = await statusOf(socket, hit.path);
      if (status === undefined) {
        isGone = true;
        break;
      }
      if (status !== (hit.kind === 'open' ? 200 : 302)) throw new Error(`${hit.path} was answered ${status}`);
      hit.isAnswered = true;
      endedAt = performance.now();
      times.push(endedAt - dueAt);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return endedAt;
}

/** Waits for the whole answer. undefined: the connection ended before. */
function statusOf(socket: Socket, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const done = (status: number | undefined) => {
      socket.off('data', onData).off('close', onClose);
      resolve(status);
    };
    const onClose = () => done(undefined);
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2))?.[1] ?? 0);
      if (text.length >= end + 4 + length) done(Number(text.slice(9, 12)));
    };
    socket.on('data', onData).once('close', onClose);
    if (socket.destroyed) return done(undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: mail.bench.test\r\nUser-Agent: ${AGENT}\r\n\r\n`);
  });
}

type Asked = { hits: readonly Hit[]; campaignId: number; times: number[]; ranMs: number };

async function compare({ store: { db } }: Place, { hits, campaignId, times, ranMs }: Asked): Promise<Found> {
  const rowsOf = async (table: 'open' | 'click') => {
    const rows = await db.selectFrom(table).select('subscriber_id').where('campaign_id', '=', campaignId).execute();
    return new Set(rows.map((row) => row.subscriber_id));
  };
  const there = { open: await rowsOf('open'), click: await rowsOf('click') };
  const isThere = ({ kind, subscriberId }: Hit) => there[kind].has(subscriberId);
  const answered = hits.filter((hit) => hit.isAnswered);
  const others = hits.filter((hit) => hit.isAsked && !hit.isAnswered);
  times.sort((a, b) => a - b);
  return {
    asked: answered.length + others.length,
    answered: answered.length,
    cutOff: others.length,
    keptUnanswered: others.filter(isThere).length,
    lost: answered.filter((hit) => !isThere(hit)).length,
    rate: (answered.length / ranMs) * 1_000,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}
