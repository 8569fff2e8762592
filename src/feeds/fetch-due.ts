// Fetches the due addresses of a campaign, each by one node, and stores their content.
import { logged } from '../campaigns/delivery/logged.ts';
import { parsedOptions } from '../campaigns/options.ts';
import type { Clock } from '../kernel/clock.ts';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { inEnglish, type Sentence, say } from '../kernel/sentences/sentence.ts';
import { ALLOW_NOTHING, type FetchAllow } from '../network/fetch-allow.ts';
import { FetchError } from '../network/guarded.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { claimFeed, findContentOfTest, insertFeeds, listFeedStates, updateClaimedFeed } from './queries.ts';
import { type Fetch, newFetch } from './read/fetch.ts';
import type { FeedKind } from './read/items.ts';
import { openReader, type Reader } from './read/reader.ts';
import { UnreadableError } from './read/unreadable.ts';
import { type Address, FETCH_LEASE_MS, type FeedState, freshUntil, readinessOf, retryAfterMs } from './rules.ts';

/** The tools for fetching; opened once a worker. */
export type Feeds = {
  db: Db;
  clock: Clock;
  log: Logger;
  fetch: Fetch;
  reader: Reader;
  /**
   * Limits concurrent fetches and parses of a customer, so that no customer takes the capacity of
   * others.
   */
  slotsOf(customerId: number): { fetching: Slots; reading: Slots };
  stopping: AbortSignal;
  /** Aborts running fetches; another node fetches them later. */
  stop(): Promise<void>;
};

/** Concurrent fetches of this process, and of one customer. */
const SLOTS = 64;
const SLOTS_OF_CUSTOMER = 8;
/** No fetch of a call begins after this time. */
const TIME_BOX_MS = 30_000;

/** Shared by all fetches, so that many at a time take no more than a few do. */
export type FetchTools = Pick<Feeds, 'reader' | 'slotsOf'>;

/** Opens the tools of fetching. Its reader ends when idle. */
export function newFetchTools(): FetchTools {
  const all = newSlots(SLOTS);
  const byCustomer = new Map<number, ReturnType<Feeds['slotsOf']>>();
  const openOwn = (): ReturnType<Feeds['slotsOf']> => {
    const own = newSlots(SLOTS_OF_CUSTOMER);
    return { fetching: (work) => own(() => all(work)), reading: newSlots(1) };
  };
  return {
    reader: openReader(),
    slotsOf(customerId) {
      const slots = byCustomer.get(customerId) ?? openOwn();
      byCustomer.set(customerId, slots);
      return slots;
    },
  };
}

/** Opens fetching for a worker. @param options.tools absent: its own */
export function openFeeds(options: {
  db: Db;
  clock: Clock;
  log: Logger;
  allow?: FetchAllow | undefined;
  resolve?: Parameters<typeof newFetch>[0]['resolve'];
  tools?: FetchTools;
}): Feeds {
  const { db, clock, log, allow = ALLOW_NOTHING, resolve, tools = newFetchTools() } = options;
  const { reader } = tools;
  const stopping = new AbortController();
  return {
    ...tools,
    db,
    clock,
    log,
    fetch: newFetch({ allow, ...(resolve && { resolve }) }),
    stopping: stopping.signal,
    async stop() {
      stopping.abort();
      await reader.stop();
    },
  };
}

/** Fetches the due addresses. Every result is stored when it resolves. */
export async function fetchDueFeeds(feeds: Feeds, campaign: Campaign, addresses: readonly Address[]): Promise<void> {
  const { db, clock } = feeds;
  const distinct = [...new Map(addresses.map((address) => [address.hash, address])).values()];
  const hashes = distinct.map(({ hash }) => hash);
  const known = new Set((await listFeedStates(db, campaign, hashes)).map(({ hash }) => hash));
  await insertFeeds(
    db,
    campaign,
    distinct.filter(({ hash }) => !known.has(hash)),
    clock.now(),
  );
  const states = await listFeedStates(db, campaign, hashes);
  const due = states.filter((state) => readinessOf(state, campaign, clock.now()) === 'due');
  const until = performance.now() + TIME_BOX_MS;
  const { fetching } = feeds.slotsOf(campaign.customer_id);
  const mayBegin = () => !feeds.stopping.aborted && performance.now() < until;
  await Promise.all(
    due.map((state) => fetching(async () => (mayBegin() ? fetchFeed(feeds, campaign, state) : undefined))),
  );
}

async function fetchFeed(feeds: Feeds, campaign: Campaign, state: FeedState): Promise<void> {
  const { db, clock, log } = feeds;
  const until = clock.now() + FETCH_LEASE_MS;
  if (!(await claimFeed(db, state, until))) return;
  const shared = await findContentOfTest(db, campaign, state.hash);
  const result: Result = shared === undefined ? await read(feeds, state) : { kind: 'content', content: shared };
  const at = clock.now();
  const about = { ...logged(campaign), feed: state.id };
  if (result.kind === 'content') {
    if (shared === undefined) log.info({ event: 'feed.fetched', ...about });
    const { content } = result;
    const kept = { content, fault: null, attempts: 0, fetched_at: at, next_attempt_at: freshUntil(campaign, at) };
    return updateClaimedFeed(db, state, until, kept);
  }
  if (result.kind === 'stopped') {
    return updateClaimedFeed(db, state, until, { attempts: state.attempts, next_attempt_at: at });
  }
  const fault = JSON.stringify([result.fault]);
  log.warn({ event: 'feed.failed', ...about, reason: inEnglish(result.fault), attempts: state.attempts + 1 });
  if (parsedOptions(campaign).feed_failure === 'skip') {
    const leftOut = { content: null, fault, attempts: 0, fetched_at: at, next_attempt_at: freshUntil(campaign, at) };
    return updateClaimedFeed(db, state, until, leftOut);
  }
  return updateClaimedFeed(db, state, until, { fault, next_attempt_at: at + retryAfterMs(state.attempts + 1) });
}

type Result = { kind: 'content'; content: string } | { kind: 'fault'; fault: Sentence } | { kind: 'stopped' };

async function read(feeds: Feeds, { id, kind, url, customer_id }: FeedState): Promise<Result> {
  const { fetch, reader, log, stopping } = feeds;
  const { reading } = feeds.slotsOf(customer_id);
  try {
    const fetched = await fetch(url, stopping);
    const content = await reading(() => reader.read({ ...fetched, kind: kind as FeedKind }));
    return { kind: 'content', content };
  } catch (error) {
    if (stopping.aborted) return { kind: 'stopped' };
    if (error instanceof FetchError || error instanceof UnreadableError)
      return { kind: 'fault', fault: error.sentence };
    log.error({ event: 'feed.fault', feed: id, customer: customer_id, err: asError(error) });
    return { kind: 'fault', fault: say('feed-unreadable') };
  }
}

/** A limit on concurrent work; later work waits in line. */
type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** @param count how many run at a time */
function newSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
