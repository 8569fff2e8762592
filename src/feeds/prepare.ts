// Prepares a campaign's feeds before it begins, and when its content is missing: fetches them, and
// applies the campaign's settings for a feed that fails or has nothing to show.

import { logged } from '../campaigns/delivery/logged.ts';
import { endUnsent, pauseWith, postpone, setNotice } from '../campaigns/delivery/notice.ts';
import { knownTags } from '../campaigns/merge/values.ts';
import { parsedOptions } from '../campaigns/options.ts';
import { minuteText } from '../kernel/clock.ts';
import { type Sentence, say, storedFault, storedText } from '../kernel/sentences/sentence.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { inTransaction } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { type Feeds, fetchDueFeeds } from './fetch-due.ts';
import { type FilledSections, fillFixed } from './fill.ts';
import { fixedAddress, type Plan, planOf } from './plan.ts';
import { insertShownItems, resetFailedFeeds, resetFeed } from './queries.ts';
import { FETCH_LEASE_MS, type FeedState, isGivenUp, POSTPONE_MS, readinessOf } from './rules.ts';
import { mayHoldSections } from './sections.ts';

/** Delay while another node is fetching. */
const SOON_MS = 1_000;

/** Whether a campaign's content may have feed sections. */
export function mayHaveFeeds({ content, plain_text }: Pick<Campaign, 'content' | 'plain_text'>): boolean {
  return mayHoldSections(content) || mayHoldSections(plain_text ?? '');
}

/**
 * Fetches the missing feed content that is the same for everybody. A campaign with a failing feed
 * or nothing to send is paused, ended or postponed, with a notice that gives the reason.
 * @returns whether its feeds allow sending it
 */
export async function prepareFeeds(feeds: Feeds, asRead: Campaign): Promise<boolean> {
  const { db, clock } = feeds;
  const fields = await fieldsOf(db, asRead.customer_id, asRead.list_id);
  const plan = planOf(asRead, { html: asRead.content, text: asRead.plain_text }, knownTags(fields));
  const addresses = plan ? [...plan.tags.keys()].flatMap((section) => fixedAddress(plan, section) ?? []) : [];
  if (!plan || addresses.length === 0) return ready(feeds, asRead, null);
  // Postponed meanwhile, so that it does not block other due campaigns; if this process dies, it is
  // retried then.
  const until = clock.now() + FETCH_LEASE_MS;
  await postpone(db, asRead, until);
  const campaign = { ...asRead, waits_until: until };
  await fetchDueFeeds(feeds, campaign, addresses);
  if (feeds.stopping.aborted) return waitOn(feeds, campaign, clock.now());
  const filled = await fillFixed(db, campaign, plan);
  const states = filled.feeds.flatMap(({ state }) => state ?? []);
  const failing = states.find((state) => readinessOf(state, campaign, clock.now()) === 'failing');
  if (failing) return failed(feeds, campaign, failing);
  if (filled.feeds.some(({ state }) => readinessOf(state, campaign, clock.now()) !== 'ready')) {
    return waitOn(feeds, campaign, clock.now() + SOON_MS);
  }
  return (await empty(feeds, campaign, plan, filled)) ?? (await shown(feeds, campaign, filled));
}

async function failed(feeds: Feeds, campaign: Campaign, state: FeedState): Promise<boolean> {
  const next = state.next_attempt_at ?? feeds.clock.now();
  if (parsedOptions(campaign).feed_failure === 'stop' || isGivenUp(state)) {
    await stopFor(feeds, campaign, state);
    return false;
  }
  return wait(feeds, campaign, faultNotice('again', state, next), next);
}

/** Pauses the campaign for a failing feed; when resumed, it fetches all failed feeds again. */
export async function stopFor({ db, clock, log }: Feeds, campaign: Campaign, state: FeedState): Promise<void> {
  if (!(await pauseWith(db, campaign, faultNotice('paused', state), clock.now()))) return;
  await resetFailedFeeds(db, campaign, clock.now());
  log.warn({ event: 'campaign.paused', ...logged(campaign), reason: 'feed' });
}

/**
 * Handles a campaign that has not begun when a section has nothing to show; undefined when it can
 * be sent.
 */
async function empty(feeds: Feeds, campaign: Campaign, plan: Plan, filled: FilledSections): Promise<false | undefined> {
  const { db, clock, log } = feeds;
  if (campaign.type !== 'regular' || campaign.started_at !== null) return undefined;
  const [section] = [...plan.tags.keys()].filter((one) => {
    const filling = filled.fillingOf(one);
    return one.whenEmpty !== 'remove' && Array.isArray(filling) && filling.length === 0;
  });
  const address = section && fixedAddress(plan, section);
  if (!section || !address) return undefined;
  const { url } = address;
  if (section.whenEmpty === 'cancel') {
    const isEnded = await endUnsent(db, campaign, [say('notice-empty-ended', { url })], clock.now());
    if (isEnded) log.info({ event: 'campaign.ended-unsent', ...logged(campaign) });
    return false;
  }
  const again = clock.now() + POSTPONE_MS;
  await resetFeed(db, campaign, address.hash, again);
  return wait(feeds, campaign, [say('notice-empty-again', { url, at: minuteText(again) })], again);
}

async function shown(feeds: Feeds, campaign: Campaign, filled: FilledSections): Promise<boolean> {
  await recordShownItems(feeds, campaign, filled.shown);
  const leftOut = filled.feeds.find(({ state }) => state && state.fault !== null);
  const notice = leftOut?.state ? faultNotice('left-out', leftOut.state) : null;
  return ready(feeds, campaign, notice);
}

/** Whether it is a run of a recurring campaign: only runs depend on what others have shown. */
export function isRun({ parent_id }: Pick<Campaign, 'parent_id'>): boolean {
  return parent_id !== null;
}

/** Records the items that a run shows, for later runs. */
export async function recordShownItems({ db }: Feeds, campaign: Campaign, hashes: readonly string[]): Promise<void> {
  if (!isRun(campaign) || hashes.length === 0) return;
  await inTransaction(db, (tx) => insertShownItems(tx, campaign, hashes));
}

type Notice = readonly Sentence[];

async function ready({ db }: Feeds, campaign: Campaign, notice: Notice | null): Promise<boolean> {
  await setNotice(db, campaign, { notice, until: null });
  return true;
}

async function wait({ db }: Feeds, campaign: Campaign, notice: Notice, until: number): Promise<false> {
  await setNotice(db, campaign, { notice, until });
  return false;
}

/** Waits without a word of its own. */
async function waitOn({ db }: Feeds, campaign: Campaign, until: number): Promise<false> {
  await postpone(db, campaign, until);
  return false;
}

type Fault = Pick<FeedState, 'kind' | 'url' | 'fault'>;

const CODES = {
  feed: { again: 'notice-feed-again', paused: 'notice-feed-paused', 'left-out': 'notice-feed-left-out' },
  page: { again: 'notice-page-again', paused: 'notice-page-paused', 'left-out': 'notice-page-left-out' },
} as const;

/** What a failing feed means for the campaign, and why. `at` (ms): when it is tried next. */
function faultNotice(end: 'again' | 'paused' | 'left-out', { kind, url, fault }: Fault, at = 0): Notice {
  const codes = CODES[kind === 'remote' ? 'page' : 'feed'];
  const said = end === 'again' ? say(codes.again, { url, at: minuteText(at) }) : say(codes[end], { url });
  return [said, ...storedFault(fault)];
}

/** One sentence about a failing feed. */
export function faultText({ kind, url, fault }: Fault): string {
  return `${kind === 'remote' ? 'The content' : 'The feed'} ${url} cannot be used: ${storedText(fault) ?? 'it is not there'}.`;
}
