// The queue of claimed messages in memory: transactional emails go before all campaigns. Customers
// take turns of some messages, then the campaigns of a customer, then the destinations of a
// campaign, so that a small campaign never waits behind a big one, nor a fast destination behind a
// slow one.
import type { Attempt } from '../messages/turn.ts';
import { isAllowed, noteExhausted, type RelayPool } from './relay-pool/pool.ts';
import type { Throttling } from './throttling/throttling.ts';

/**
 * A claimed message, as far as the queue needs to know it. `isUrgent`: the same for all messages of
 * a campaign.
 */
export type Queued = Attempt & { destination: string; isUrgent: boolean };

/** Messages of one campaign to one destination, oldest first. */
export type Line<M> = Pick<Queued, 'customerId' | 'campaignId' | 'destination' | 'isUrgent'> & {
  messages: M[];
  /** How many were taken since held-back.ts last looked. */
  taken: number;
};

type Lines<M> = Map<string, Line<M>>;
type Campaigns<M> = Map<number, Lines<M>>;
type Customers<M> = Map<number, Campaigns<M>>;

/** Each map of lines is in the order of turns: a line that was served goes to the end. */
export type Queue<M extends Queued> = {
  readonly urgent: Customers<M>;
  readonly others: Customers<M>;
  /** Messages by campaign. */
  readonly sizes: Map<number, number>;
  /** Whose messages are being taken. */
  readonly customerNow: Run;
  readonly campaignNow: Run;
  /** How many messages make a run. */
  readonly most: number;
  size: number;
  /**
   * The earliest instant in ms at which a message that was passed over may be sent; Infinity when
   * none was.
   */
  soonest: number;
};

/**
 * Messages of a customer, or of a campaign, that are taken one after the other: how many more may
 * be, and until when (performance.now()).
 */
type Run = { id: number; left: number; until: number };

/** What decides whether a message may be sent over a relay now. */
export type Limits = { pool: RelayPool; throttling: Pick<Throttling, 'ask'> };

/**
 * What a turn (turns/turns.ts) writes of a campaign costs little more for twenty messages than for
 * one: with sixty customers at once this is a fifth of all, on a spread store two thirds. Where
 * messages may only go slowly, a run ends after some time, as others wait.
 */
const RUN = { most: 20, ms: 200 };

/** An empty queue. @param most how many messages of a customer are taken before the next one's */
export function newQueue<M extends Queued>(most = RUN.most): Queue<M> {
  return {
    urgent: new Map(),
    others: new Map(),
    sizes: new Map(),
    customerNow: { id: 0, left: 0, until: 0 },
    campaignNow: { id: 0, left: 0, until: 0 },
    most,
    size: 0,
    soonest: Number.POSITIVE_INFINITY,
  };
}

export function addToQueue<M extends Queued>(queue: Queue<M>, messages: readonly M[]): void {
  for (const message of messages) {
    lineFor(queue, message).messages.push(message);
    count(queue, message.campaignId, 1);
  }
  queue.soonest = Number.POSITIVE_INFINITY;
}

/** Takes the next message that may be sent over the relay now, with its permit. */
export function takeFromQueue<M extends Queued>(queue: Queue<M>, relayId: number, limits: Limits): M | undefined {
  for (const customers of [queue.urgent, queue.others]) {
    for (const [customerId, campaigns] of customers) {
      const taken = takeFrom(queue, campaigns, { customerId, relayId, limits });
      if (taken === 'exhausted') return undefined;
      if (taken) return taken;
    }
  }
  return undefined;
}

/** Takes out all messages that match. */
export function removeFromQueue<M extends Queued>(queue: Queue<M>, which: (message: M) => boolean = () => true): M[] {
  const removed: M[] = [];
  for (const line of linesOf(queue)) {
    const [out, stay] = [line.messages.filter(which), line.messages.filter((message) => !which(message))];
    if (out.length === 0) continue;
    removed.push(...out);
    line.messages = stay;
    count(queue, line.campaignId, -out.length);
    if (stay.length === 0) forget(queue, line);
  }
  return removed;
}

/** Takes out all of a line except for its first `keep`. */
export function cutLine<M extends Queued>(queue: Queue<M>, line: Line<M>, keep: number): M[] {
  const removed = line.messages.splice(keep);
  count(queue, line.campaignId, -removed.length);
  if (line.messages.length === 0) forget(queue, line);
  return removed;
}

export function linesOf<M extends Queued>({ urgent, others }: Queue<M>): Line<M>[] {
  return [...urgent.values(), ...others.values()].flatMap((campaigns) =>
    [...campaigns.values()].flatMap((lines) => [...lines.values()]),
  );
}

/** How many messages of a campaign are queued. */
export function queuedOf<M extends Queued>({ sizes }: Queue<M>, campaignId: number): number {
  return sizes.get(campaignId) ?? 0;
}

/** Returns the queue's `soonest` and resets it. */
export function takeSoonest<M extends Queued>(queue: Queue<M>): number {
  const { soonest } = queue;
  queue.soonest = Number.POSITIVE_INFINITY;
  return soonest;
}

function takeFrom<M extends Queued>(
  queue: Queue<M>,
  campaigns: Campaigns<M>,
  { customerId, relayId, limits }: { customerId: number; relayId: number; limits: Limits },
): M | 'exhausted' | undefined {
  for (const [campaignId, lines] of campaigns) {
    if (!isAllowed(limits.pool, { customerId, campaignId }, relayId)) continue;
    for (const [destination, line] of lines) {
      const refusal = limits.throttling.ask({ relayId, campaignId, destination });
      if (!refusal) return served(queue, line, campaigns, lines);
      queue.soonest = Math.min(queue.soonest, refusal.until);
      if (refusal.scope === 'relay') {
        noteExhausted(limits.pool, relayId, refusal.until);
        return 'exhausted';
      }
      if (refusal.scope === 'campaign') break;
    }
  }
  return undefined;
}

function served<M extends Queued>(
  queue: Queue<M>,
  line: Line<M>,
  campaigns: Campaigns<M>,
  lines: Lines<M>,
): M | undefined {
  const message = line.messages.shift();
  line.taken += 1;
  count(queue, line.campaignId, -1);
  const at = performance.now();
  if (isOver(queue.customerNow, line.customerId, queue.most, at))
    toEnd(customersOf(queue, line.isUrgent), line.customerId, campaigns);
  if (isOver(queue.campaignNow, line.campaignId, queue.most, at)) toEnd(campaigns, line.campaignId, lines);
  toEnd(lines, line.destination, line);
  if (line.messages.length === 0) forget(queue, line);
  return message;
}

/** Call for each message that is taken. @returns whether it is another one's turn */
function isOver(run: Run, id: number, most: number, at: number): boolean {
  if (run.id !== id || run.left === 0) {
    run.id = id;
    run.left = most;
    run.until = at + RUN.ms;
  }
  run.left = at < run.until ? run.left - 1 : 0;
  return run.left === 0;
}

function count<M extends Queued>(queue: Queue<M>, campaignId: number, by: number): void {
  queue.size += by;
  const left = queuedOf(queue, campaignId) + by;
  if (left === 0) queue.sizes.delete(campaignId);
  else queue.sizes.set(campaignId, left);
}

function lineFor<M extends Queued>(queue: Queue<M>, { customerId, campaignId, destination, isUrgent }: M): Line<M> {
  const campaigns = entry(customersOf(queue, isUrgent), customerId, () => new Map<number, Lines<M>>());
  const lines = entry(campaigns, campaignId, () => new Map<string, Line<M>>());
  return entry(lines, destination, () => ({ customerId, campaignId, destination, isUrgent, messages: [], taken: 0 }));
}

function customersOf<M extends Queued>({ urgent, others }: Queue<M>, isUrgent: boolean): Customers<M> {
  return isUrgent ? urgent : others;
}

function forget<M extends Queued>(queue: Queue<M>, { customerId, campaignId, destination, isUrgent }: Line<M>): void {
  const customers = customersOf(queue, isUrgent);
  const campaigns = customers.get(customerId);
  const lines = campaigns?.get(campaignId);
  lines?.delete(destination);
  if (lines?.size === 0) campaigns?.delete(campaignId);
  if (campaigns?.size === 0) customers.delete(customerId);
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function toEnd<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (map.size < 2) return;
  map.delete(key);
  map.set(key, value);
}
