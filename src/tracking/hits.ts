// A hit: one open, click or unsubscribe by a recipient.
import type { MessageName, Subject } from '../messages/uncertain/settle.ts';
import { machineOf } from './machines.ts';

/**
 * Who made the request. The user agent has at most 255 characters and no control characters.
 * `reason` and `note`: given with an unsubscribe. `isAhead`: the browser prefetched. `isVouched`:
 * the customer's own program says that it was a person.
 */
export type Visitor = {
  ipAddress: string | null;
  userAgent: string | null;
  reason?: string | undefined;
  note?: string | undefined;
  isAhead?: boolean;
  isVouched?: boolean;
};

/**
 * What somebody did with a message. `linkId`: of a click, else 0; where a click does not name its
 * campaign, its link does (recorder.ts).
 */
export type Hit = { kind: 'open' | 'click' | 'unsubscribe'; message: MessageName; linkId: number; visitor: Visitor };

/** A message whose row is locked. `id` is its key in memory. */
export type TrackedMessage = Subject & { id: string };

/**
 * A hit on a message that exists. `machine`: the rule by which it was a machine; null = a person.
 */
export type MessageHit = { message: TrackedMessage; linkId: number; visitor: Visitor; machine: string | null };

/** The hit with its verdict; `at` is its instant. */
export function judged({ kind, linkId, visitor }: Hit, message: TrackedMessage, at: number): MessageHit {
  const { userAgent, isAhead = false, isVouched = false } = visitor;
  const sinceAccepted = message.finishedAt === null ? undefined : at - message.finishedAt;
  const machine = isVouched || kind === 'unsubscribe' ? null : machineOf({ kind, userAgent, isAhead, sinceAccepted });
  return { message, linkId, visitor, machine };
}

/** The hits by people. */
export function byPeople(hits: readonly MessageHit[]): MessageHit[] {
  return hits.filter((hit) => hit.machine === null);
}

/** The first hit of every message. */
export function firstOfEach(hits: readonly MessageHit[]): MessageHit[] {
  const firsts = new Map<string, MessageHit>();
  for (const hit of hits) if (!firsts.has(hit.message.id)) firsts.set(hit.message.id, hit);
  return [...firsts.values()];
}

/** The hits' messages, each once. */
export function messagesOf(hits: readonly MessageHit[]): TrackedMessage[] {
  return firstOfEach(hits).map(({ message }) => message);
}
