// Claimed messages in memory, and whose turn it is: single mails go before all campaigns. Among
// them, and among campaigns, customers take turns, a customer's campaigns take turns, and within a
// campaign its destinations, so that a small campaign is never stuck behind a big one, nor a quick
// destination behind one that takes little.

import type { Attempt } from '../messages/turn.ts';
import type { Permit, Refusal } from './throttling/throttling.ts';

/**
 * A claimed message, as far as this file needs to know it. `isUrgent`: the same for all messages of
 * a campaign.
 */
export type Queued = Attempt & { destination: string; isUrgent: boolean };

/** Messages of one campaign to one destination, oldest first. */
export type Line<M> = Pick<Queued, 'customerId' | 'campaignId' | 'destination' | 'isUrgent'> & {
  messages: M[];
  /** How many were taken since `taken` was last looked at (held-back.ts). */
  taken: number;
};

export type Queue<M extends Queued> = {
  add(messages: readonly M[]): void;
  /** The next message that may go out over the relay now; its permit is taken. */
  take(relayId: number): M | undefined;
  /** Takes out everything that matches. */
  remove(which?: (message: M) => boolean): M[];
  /** Takes out all of a line but its first `keep`. */
  cut(line: Line<M>, keep: number): M[];
  lines(): Line<M>[];
  size(): number;
  sizeOf(campaignId: number): number;
  /**
   * The earliest instant in ms at which something that `take` passed over may go; Infinity when
   * nothing was.
   */
  soonest(): number;
};

type Lines<M> = Map<string, Line<M>>;
type Campaigns<M> = Map<number, Lines<M>>;
type Customers<M> = Map<number, Campaigns<M>>;

/**
 * @param isAllowed whether the campaign's messages may go over the relay at the moment
 * @param ask takes a permit, or says why there is none
 */
export function openQueue<M extends Queued>(options: {
  isAllowed(sender: Pick<Queued, 'customerId' | 'campaignId'>, relayId: number): boolean;
  ask(permit: Permit): Refusal | undefined;
  /** The relay itself takes no more until then. */
  onExhausted(relayId: number, refusal: Refusal): void;
}): Queue<M> {
  // Each map is in the order of turns: what was served goes to its end.
  const urgent: Customers<M> = new Map();
  const others: Customers<M> = new Map();
  const sizes = new Map<number, number>();
  let size = 0;
  let soonest = Number.POSITIVE_INFINITY;

  function count(campaignId: number, by: number): void {
    size += by;
    const left = (sizes.get(campaignId) ?? 0) + by;
    if (left === 0) sizes.delete(campaignId);
    else sizes.set(campaignId, left);
  }

  function lineOf({ customerId, campaignId, destination, isUrgent }: M): Line<M> {
    const campaigns = entry(customersOf(isUrgent), customerId, () => new Map<number, Lines<M>>());
    const lines = entry(campaigns, campaignId, () => new Map<string, Line<M>>());
    return entry(lines, destination, () => ({ customerId, campaignId, destination, isUrgent, messages: [], taken: 0 }));
  }

  function customersOf(isUrgent: boolean): Customers<M> {
    return isUrgent ? urgent : others;
  }

  function forget({ customerId, campaignId, destination, isUrgent }: Line<M>): void {
    const customers = customersOf(isUrgent);
    const campaigns = customers.get(customerId);
    const lines = campaigns?.get(campaignId);
    lines?.delete(destination);
    if (lines?.size === 0) campaigns?.delete(campaignId);
    if (campaigns?.size === 0) customers.delete(customerId);
  }

  function served(line: Line<M>, campaigns: Campaigns<M>, lines: Lines<M>): M | undefined {
    const message = line.messages.shift();
    line.taken += 1;
    count(line.campaignId, -1);
    toEnd(customersOf(line.isUrgent), line.customerId, campaigns);
    toEnd(campaigns, line.campaignId, lines);
    toEnd(lines, line.destination, line);
    if (line.messages.length === 0) forget(line);
    return message;
  }

  function takeFrom(relayId: number, customerId: number, campaigns: Campaigns<M>): M | 'exhausted' | undefined {
    for (const [campaignId, lines] of campaigns) {
      if (!options.isAllowed({ customerId, campaignId }, relayId)) continue;
      for (const [destination, line] of lines) {
        const refusal = options.ask({ relayId, campaignId, destination });
        if (!refusal) return served(line, campaigns, lines);
        soonest = Math.min(soonest, refusal.until);
        if (refusal.scope === 'relay') {
          options.onExhausted(relayId, refusal);
          return 'exhausted';
        }
        if (refusal.scope === 'campaign') break;
      }
    }
    return undefined;
  }

  function allLines(): Line<M>[] {
    return [...urgent.values(), ...others.values()].flatMap((campaigns) =>
      [...campaigns.values()].flatMap((lines) => [...lines.values()]),
    );
  }

  return {
    add(messages) {
      for (const message of messages) {
        lineOf(message).messages.push(message);
        count(message.campaignId, 1);
      }
      soonest = Number.POSITIVE_INFINITY;
    },
    take(relayId) {
      for (const customers of [urgent, others]) {
        for (const [customerId, campaigns] of customers) {
          const taken = takeFrom(relayId, customerId, campaigns);
          if (taken === 'exhausted') return undefined;
          if (taken) return taken;
        }
      }
      return undefined;
    },
    remove(which = () => true) {
      const removed: M[] = [];
      for (const line of allLines()) {
        const [out, stay] = [line.messages.filter(which), line.messages.filter((message) => !which(message))];
        if (out.length === 0) continue;
        removed.push(...out);
        line.messages = stay;
        count(line.campaignId, -out.length);
        if (stay.length === 0) forget(line);
      }
      return removed;
    },
    cut(line, keep) {
      const removed = line.messages.splice(keep);
      count(line.campaignId, -removed.length);
      if (line.messages.length === 0) forget(line);
      return removed;
    },
    lines: allLines,
    size: () => size,
    sizeOf: (campaignId) => sizes.get(campaignId) ?? 0,
    soonest() {
      const at = soonest;
      soonest = Number.POSITIVE_INFINITY;
      return at;
    },
  };
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
