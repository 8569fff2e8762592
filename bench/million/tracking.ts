// Opens and clicks at a steady rate, each of another person, while the server is killed and started
// again. Who was answered is remembered, and looked for in the store.
import { setTimeout as sleep } from 'node:timers/promises';
import { trackingLinks } from '../../src/content/links.ts';
import { type Asking, askAll, requestOf } from '../hits/clients.ts';
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

type Hit = Asking & { kind: 'open' | 'click'; subscriberId: number; isAsked: boolean; isAnswered: boolean };

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
    const asking = { request: requestOf(new URL(url).pathname), status: kind === 'open' ? 200 : 302 };
    return { ...asking, kind, subscriberId, isAsked: false, isAnswered: false };
  });
  return { hits, campaignId };
}

/** Sends hits when they are due. @returns when the last was answered before the server went away */
async function hitAll({ port, rate }: Hitting, hits: readonly Hit[], times: number[], stop: AbortSignal) {
  let endedAt = performance.now();
  await askAll(hits, {
    port,
    rate,
    stop,
    onAsk(at) {
      const hit = hits[at];
      if (hit) hit.isAsked = true;
    },
    onAnswer(at, dueAt, now) {
      const hit = hits[at];
      if (hit) hit.isAnswered = true;
      endedAt = now;
      times.push(now - dueAt);
    },
  });
  return endedAt;
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
