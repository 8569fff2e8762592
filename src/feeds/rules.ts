// The state of a stored feed, and when its address is fetched again. Pure.
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { sha256 } from '../kernel/ids.ts';
import type { CampaignFeed } from '../storage/tables/content.ts';
import type { Campaign } from '../storage/tables.ts';
import type { FeedKind } from './read/items.ts';

/** A feed address in a campaign's content, with its merge tags filled in. */
export type Address = { kind: FeedKind; url: string; hash: string };

/** The address with its hash. */
export function addressOf(kind: FeedKind, url: string): Address {
  return { kind, url, hash: sha256(`${kind} ${url}`) };
}

/** The stored state of an address, without the content. */
export type FeedState = Omit<CampaignFeed, 'content'>;

/** How long a fetch claims the address; longer than any fetch takes. */
export const FETCH_LEASE_MS = MINUTE_MS;
/** Largest age of a feed when a campaign begins. */
const FRESH_MS = 10 * MINUTE_MS;
/** Largest age of an autoresponder's feed. */
const PERIOD_MS = HOUR_MS;
/** Delay of a campaign that waits for new items. */
export const POSTPONE_MS = 15 * MINUTE_MS;
/** Retries after 5, 10, 20, 40 minutes and then every hour: the last one comes after 24 hours. */
const LONGEST_MS = HOUR_MS;
const ATTEMPTS_MAX = 27;

/** The instant (ms) until which content fetched now is fresh. */
export function freshUntil(campaign: Campaign, at: number): number {
  return at + (campaign.type === 'autoresponder' ? PERIOD_MS : FRESH_MS);
}

/** The delay before the next fetch after this many failures, in ms. */
export function retryAfterMs(attempts: number): number {
  return Math.min(5 * MINUTE_MS * 2 ** (attempts - 1), LONGEST_MS);
}

/** Whether it has failed for so long that campaigns stop waiting for it. */
export function isGivenUp({ attempts }: Pick<FeedState, 'attempts'>): boolean {
  return attempts >= ATTEMPTS_MAX;
}

/**
 * - ready: use its content; without content its section is left out
 * - due: to be fetched now
 * - being-fetched: another node is fetching it
 * - failing: it is retried later
 */
export type Readiness = 'ready' | 'due' | 'being-fetched' | 'failing';

/**
 * The readiness of a feed. The content of a campaign that has begun stays fixed; an autoresponder's
 * is refreshed every hour.
 */
export function readinessOf(feed: FeedState | undefined, campaign: Campaign, at: number): Readiness {
  if (!feed) return 'due';
  const isFrozen = campaign.type === 'regular' && campaign.started_at !== null;
  const waits = (feed.next_attempt_at ?? at) - at;
  const isLater = waits > 0 && waits <= LONGEST_MS; // later than that: of a clock that was set back
  if (feed.fetched_at !== null) return isFrozen || isLater ? 'ready' : 'due';
  if (!isLater) return 'due';
  return feed.fault === null ? 'being-fetched' : 'failing';
}
