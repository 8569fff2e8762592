// What a worker keeps of one relay: its own limits, and a flow for each destination it sent to
// lately, as many as memory allows.
import type { UsableRelay } from '../../relays/usable.ts';
import type { Bucket } from './buckets.ts';
import { type Flow, newFlow } from './flow.ts';
import type { Quotas } from './quotas/quotas.ts';

export type RelayPace = {
  /** Absent while nobody said what the relay is. */
  relay: UsableRelay | undefined;
  flows: Map<string, Flow>;
  /** What the relay says about us, whatever the destination; one of `flows`. */
  whole: Flow;
  bucket: Bucket | undefined;
  quotas: Quotas | undefined;
};

/** The name under which what a relay says about us as a whole is kept; no domain has it. */
const WHOLE_RELAY = '*';

const MOST_FLOWS = 10_000;
const TRIED_AT_ONCE = 20;
const IDLE_MS = 600_000;

export function newRelayPace(now: number): RelayPace {
  const whole = newFlow(WHOLE_RELAY, now);
  return { relay: undefined, flows: new Map([[WHOLE_RELAY, whole]]), whole, bucket: undefined, quotas: undefined };
}

/** The flow of a destination, a new one when there is none. */
export function flowOf(pace: RelayPace, name: string, now: number): Flow {
  const found = pace.flows.get(name);
  if (found) return found;
  if (pace.flows.size >= MOST_FLOWS) makeRoom(pace);
  const made = newFlow(name, now);
  pace.flows.set(name, made);
  return made;
}

/** Whether messages are counted by the minute, hour, day or month. */
export function hasQuotas({ quotas, warmUp }: UsableRelay): boolean {
  const { perMinute, perHour, perDay, perMonth } = quotas;
  return warmUp !== null || [perMinute, perHour, perDay, perMonth].some((limit) => limit !== null);
}

/**
 * Makes room for new destinations: of those that came early the unlimited ones go, which are only
 * counts. Some at a time, as the first is found by passing over the places of all that went before.
 */
function makeRoom({ flows, whole }: RelayPace): void {
  const early = [...flows.values().take(TRIED_AT_ONCE)];
  const slowed = early.filter((flow) => flow.slowed || flow === whole);
  for (const { name } of early) flows.delete(name);
  if (slowed.length === early.length && slowed.at(-1) !== whole) slowed.pop();
  for (const flow of slowed) flows.set(flow.name, flow); // to the end: looked at again when all others were
}

/** Destinations without a limit that nothing was sent to for ten minutes. */
export function dropIdle({ flows, whole }: RelayPace, now: number): void {
  for (const [name, flow] of flows) {
    if (flow !== whole && !flow.slowed && now - flow.usedAt > IDLE_MS) flows.delete(name);
  }
}
