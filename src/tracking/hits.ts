// What comes in from a recipient: one hit on one of a message's links.
import type { Message } from '../storage/tables.ts';
import { machineOf } from './machines.ts';

/**
 * Who was at the other end. The user agent is at most 255 characters, without control characters.
 * `reason` and `note`: what was said with an unsubscribe.
 * `isAhead`: the browser fetched before anybody asked. `isVouched`: the customer's own program says that it was a person.
 */
export type Visitor = {
  ipAddress: string | null;
  userAgent: string | null;
  reason?: string | undefined;
  note?: string | undefined;
  isAhead?: boolean;
  isVouched?: boolean;
};

/** `number` is the link of a click, the subscriber of an unsubscribe, else 0. */
export type Hit = { kind: 'open' | 'click' | 'unsubscribe'; messageId: number; number: number; visitor: Visitor };

export type TrackedMessage = Pick<Message, 'id' | 'campaign_id' | 'subscriber_id' | 'state' | 'finished_at'>;

/** A hit whose message stands. `machine`: the rule that says no person did it; null = a person. */
export type MessageHit = { message: TrackedMessage; number: number; visitor: Visitor; machine: string | null };

/** The hit, judged: `at` is its instant. */
export function judged({ kind, number, visitor }: Hit, message: TrackedMessage, at: number): MessageHit {
  const { userAgent, isAhead = false, isVouched = false } = visitor;
  const sinceAccepted = message.finished_at === null ? undefined : at - message.finished_at;
  const machine = isVouched || kind === 'unsubscribe' ? null : machineOf({ kind, userAgent, isAhead, sinceAccepted });
  return { message, number, visitor, machine };
}

/** Those that people did. */
export function byPeople(hits: readonly MessageHit[]): MessageHit[] {
  return hits.filter((hit) => hit.machine === null);
}

/** The first hit of every message. */
export function firstOfEach(hits: readonly MessageHit[]): MessageHit[] {
  const firsts = new Map<number, MessageHit>();
  for (const hit of hits) if (!firsts.has(hit.message.id)) firsts.set(hit.message.id, hit);
  return [...firsts.values()];
}

/** Ids of the hits' messages, each once. */
export function messageIds(hits: readonly MessageHit[]): number[] {
  return [...new Set(hits.map((hit) => hit.message.id))];
}
