// Feed content that differs by recipient, for a batch of messages about to be made.
import { parsedOptions } from '../campaigns/options.ts';
import type { Lookup } from '../mail/merge/merge.ts';
import type { Campaign } from '../storage/tables.ts';
import { type Feeds, fetchDueFeeds } from './fetch-due.ts';
import { fillFor } from './fill.ts';
import { addressFor, type Plan } from './plan.ts';
import { faultText, isRun, recordShownItems, stopFor } from './prepare.ts';
import { listFeedStates } from './queries.ts';
import { type Address, type FeedState, isGivenUp, readinessOf } from './rules.ts';

/** `messageId` names the message in memory. */
export type FeedRecipient = { messageId: string; subscriberId: number; lookup: Lookup };

/**
 * - filled: ready; recipients with the same key get the same content
 * - later: not before that instant (ms)
 * - failed: its feed has failed for a day
 */
export type RecipientContent =
  | { kind: 'filled'; key: string }
  | { kind: 'later'; reason: string; until: number }
  | { kind: 'failed'; reason: string };

/** Delay for a feed that another node is fetching, or for which time ran out. */
const BUSY_MS = 15_000;
/** Contents in memory at a time: each may have half a million characters an address. */
const CONTENTS = 10;

/** Fetches the missing content of the recipients' addresses, within a time box. */
export async function feedsForRecipients(
  feeds: Feeds,
  campaign: Campaign,
  plan: Plan,
  recipients: readonly FeedRecipient[],
): Promise<Map<string, RecipientContent>> {
  const { db, clock } = feeds;
  const sections = [...plan.tags.keys()];
  const wanted = recipients.map((recipient) => {
    return { ...recipient, addresses: sections.map((section) => addressFor(plan, section, recipient.lookup)) };
  });
  const addresses = wanted.flatMap((one) => one.addresses);
  await fetchDueFeeds(feeds, campaign, addresses);
  const rows = await listFeedStates(db, campaign, [...new Set(addresses.map(({ hash }) => hash))]);
  const states = new Map(rows.map((row) => [row.hash, row]));
  const failing = rows.find((state) => readinessOf(state, campaign, clock.now()) === 'failing');
  if (failing && parsedOptions(campaign).feed_failure === 'stop') await stopFor(feeds, campaign, failing);
  const results = new Map(
    wanted.map((one) => [one.messageId, resultOf(one.addresses, states, campaign, clock.now())] as const),
  );
  if (isRun(campaign)) await chooseFor(feeds, campaign, plan, wanted, results);
  return results;
}

/**
 * A run's content may depend on what a recipient was shown before: that becomes part of the key.
 */
async function chooseFor(
  feeds: Feeds,
  campaign: Campaign,
  plan: Plan,
  recipients: readonly FeedRecipient[],
  results: Map<string, RecipientContent>,
): Promise<void> {
  const keyOf = ({ messageId }: FeedRecipient) => {
    const result = results.get(messageId);
    return result?.kind === 'filled' ? result.key : undefined;
  };
  const groups = [...Map.groupBy(recipients, keyOf)].filter(([key]) => key !== undefined);
  for (let at = 0; at < groups.length; at += CONTENTS) {
    const some = groups.slice(at, at + CONTENTS).flatMap(([, group]) => group);
    const filled = await fillFor(feeds.db, campaign, plan, some);
    for (const [i, recipient] of some.entries()) {
      const key = JSON.stringify([keyOf(recipient), filled[i]?.shown]);
      results.set(recipient.messageId, { kind: 'filled', key });
    }
    await recordShownItems(
      feeds,
      campaign,
      filled.flatMap(({ shown }) => shown),
    );
  }
}

function resultOf(
  addresses: readonly Address[],
  states: ReadonlyMap<string, FeedState>,
  campaign: Campaign,
  at: number,
): RecipientContent {
  for (const { hash, url } of addresses) {
    const state = states.get(hash);
    const readiness = readinessOf(state, campaign, at);
    if (readiness === 'ready') continue;
    if (state && readiness === 'failing') {
      const reason = faultText(state);
      if (isGivenUp(state)) return { kind: 'failed', reason };
      return { kind: 'later', reason, until: state.next_attempt_at ?? at + BUSY_MS };
    }
    return { kind: 'later', reason: `The feed ${url} is being fetched.`, until: at + BUSY_MS };
  }
  return { kind: 'filled', key: JSON.stringify(addresses.map(({ hash }) => [hash, states.get(hash)?.fetched_at])) };
}
