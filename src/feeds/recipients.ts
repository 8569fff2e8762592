// Contents that differ by recipient: for a batch of messages about to be made.
import { parsedOptions } from '../campaigns/rules.ts';
import type { Lookup } from '../mail/merge.ts';
import type { Campaign } from '../storage/tables.ts';
import { type Filled, fillFor } from './fill.ts';
import { type Feeds, gather } from './gather.ts';
import { addressFor, type Plan } from './plan.ts';
import { isGivenUp, readinessOf } from './rules.ts';
import { faultText, noteShown, stopFor } from './tend.ts';

export type FeedRecipient = { messageId: number; subscriberId: number; lookup: Lookup };

/**
 * - filled: it can be made
 * - later: not before that instant (ms)
 * - failed: its feed has failed for a day
 */
export type ForRecipient =
  | { kind: 'filled'; filled: Filled }
  | { kind: 'later'; reason: string; until: number }
  | { kind: 'failed'; reason: string };

/** A feed that is being fetched by somebody else, or that there was no time for. */
const BUSY_MS = 15_000;

/** Fetches what the recipients' addresses give and is not there yet, within a time box. */
export async function feedsForRecipients(
  feeds: Feeds,
  campaign: Campaign,
  plan: Plan,
  recipients: readonly FeedRecipient[],
): Promise<Map<number, ForRecipient>> {
  const { db, clock } = feeds;
  const sections = [...plan.tags.keys()];
  const addresses = recipients.flatMap(({ lookup }) => sections.map((section) => addressFor(plan, section, lookup)));
  await gather(feeds, campaign, addresses);
  const all = await fillFor(db, campaign, plan, recipients);
  const results = new Map<number, ForRecipient>();
  for (const [i, { messageId }] of recipients.entries()) {
    const filled = all[i];
    if (filled) results.set(messageId, resultOf(filled, campaign, clock.now()));
  }
  const failing = all
    .flatMap((filled) => filled.feeds)
    .find(({ state }) => state && readinessOf(state, campaign, clock.now()) === 'failing');
  if (failing?.state && parsedOptions(campaign).feed_failure === 'stop') await stopFor(feeds, campaign, failing.state);
  const shown = [...results.values()].flatMap((result) => (result.kind === 'filled' ? result.filled.shown : []));
  await noteShown(feeds, campaign, shown);
  return results;
}

function resultOf(filled: Filled, campaign: Campaign, at: number): ForRecipient {
  for (const { address, state } of filled.feeds) {
    const readiness = readinessOf(state, campaign, at);
    if (readiness === 'ready') continue;
    if (state && readiness === 'failing') {
      const reason = faultText(state);
      if (isGivenUp(state)) return { kind: 'failed', reason };
      return { kind: 'later', reason, until: state.next_attempt_at ?? at + BUSY_MS };
    }
    return { kind: 'later', reason: `The feed ${address.url} is being fetched.`, until: at + BUSY_MS };
  }
  return { kind: 'filled', filled };
}
