// How fast a campaign goes, from what was told of it: over the last two minutes.
import type { CampaignNow } from './messages.ts';

const WINDOW_MS = 120_000;
/** What was seen for less says nothing yet. */
const LEAST_MS = 4_000;

type Sample = { at: number; status: string; accepted: number };

const samples = new Map<string, Sample[]>();

/** Keeps what a campaign has reached by now. */
export function noteProgress({ campaign_uid: uid, status, accepted }: CampaignNow): void {
  const at = performance.now();
  const known = samples.get(uid) ?? [];
  // A pause begins a new count: it says nothing of how fast it goes.
  const kept = known.at(-1)?.status === status ? known.filter((one) => one.at > at - WINDOW_MS) : [];
  samples.set(uid, [...kept, { at, status, accepted }]);
}

/** Nothing was heard for a while: what was seen before does not count. */
export function forgetProgress(): void {
  samples.clear();
}

/** Messages accepted a second; undefined while nothing can be said. */
export function paceOf(uid: string): number | undefined {
  const at = performance.now();
  const seen = (samples.get(uid) ?? []).filter((one) => one.at > at - WINDOW_MS);
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || !last || at - first.at < LEAST_MS) return undefined;
  return ((last.accepted - first.accepted) * 1_000) / (at - first.at);
}
