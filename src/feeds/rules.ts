// The state of what is kept of an address, and when the address is asked again. Pure.
import { sha256 } from '../kernel/ids.ts';
import type { CampaignFeed } from '../storage/tables/content.ts';
import type { Campaign } from '../storage/tables.ts';
import type { FeedKind } from './read/items.ts';

/** An address that a campaign's content names, without merge tags. */
export type Address = { kind: FeedKind; url: string; hash: string };

export function addressOf(kind: FeedKind, url: string): Address {
  return { kind, url, hash: sha256(`${kind} ${url}`) };
}

/** What is kept of an address, without the content. */
export type FeedState = Omit<CampaignFeed, 'content'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Who fetches holds the address for so long; longer than any fetch takes. */
export const FETCH_LEASE_MS = MINUTE;
/** How old a feed may be when a campaign begins. */
const FRESH_MS = 10 * MINUTE;
/** How old a feed of an autoresponder may be. */
const PERIOD_MS = HOUR;
/** When nothing was new and the campaign is to wait for it. */
export const POSTPONE_MS = 15 * MINUTE;
/** 5, 10, 20, 40 minutes and then every hour: the last of these comes after 24 hours. */
const LONGEST_MS = HOUR;
const ATTEMPTS_MAX = 27;

/** Until when what is fetched now is fresh; null = for good. */
export function freshUntil(campaign: Campaign, at: number): number {
  return at + (campaign.type === 'autoresponder' ? PERIOD_MS : FRESH_MS);
}

/** When to ask again after so many failures, ms from now. */
export function retryAfterMs(attempts: number): number {
  return Math.min(5 * MINUTE * 2 ** (attempts - 1), LONGEST_MS);
}

/** Whether it has failed for so long that waiting for it has an end. */
export function isGivenUp({ attempts }: Pick<FeedState, 'attempts'>): boolean {
  return attempts >= ATTEMPTS_MAX;
}

/**
 * - ready: its content is what the campaign shows; without content its section is left out
 * - due: to be fetched now
 * - being-fetched: somebody is at it
 * - failing: it is asked again later
 */
export type Readiness = 'ready' | 'due' | 'being-fetched' | 'failing';

/** What a campaign that has begun shows stays as it is; an autoresponder's is of an hour. */
export function readinessOf(feed: FeedState | undefined, campaign: Campaign, at: number): Readiness {
  if (!feed) return 'due';
  const isFrozen = campaign.type === 'regular' && campaign.started_at !== null;
  const isLater = feed.next_attempt_at !== null && feed.next_attempt_at > at;
  if (feed.fetched_at !== null) return isFrozen || isLater ? 'ready' : 'due';
  if (!isLater) return 'due';
  return feed.fault === null ? 'being-fetched' : 'failing';
}
