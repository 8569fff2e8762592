// What comes in from a recipient: one hit on one of a message's links.
import type { MessageName, Subject } from '../messages/uncertain/settle.ts';
import { machineOf } from './machines.ts';

/**
 * Who was at the other end. The user agent is at most 255 characters, without control characters.
 * `reason` and `note`: what was said with an unsubscribe. `isAhead`: the browser fetched before
 * anybody asked. `isVouched`: the customer's own program says that it was a person.
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
 * What somebody did with a message. `linkId`: of a click, else 0; where a click does not say of
 * which campaign it is, its link does (recorder.ts).
 */
export type Hit = { kind: 'open' | 'click' | 'unsubscribe'; message: MessageName; linkId: number; visitor: Visitor };

/** A message, held. `id` names it in memory. */
export type TrackedMessage = Subject & { id: string };

/** A hit whose message stands. `machine`: the rule that says no person did it; null = a person. */
export type MessageHit = { message: TrackedMessage; linkId: number; visitor: Visitor; machine: string | null };

/** The hit, judged: `at` is its instant. */
export function judged({ kind, linkId, visitor }: Hit, message: TrackedMessage, at: number): MessageHit {
  const { userAgent, isAhead = false, isVouched = false } = visitor;
  const sinceAccepted = message.finishedAt === null ? undefined : at - message.finishedAt;
  const machine = isVouched || kind === 'unsubscribe' ? null : machineOf({ kind, userAgent, isAhead, sinceAccepted });
  return { message, linkId, visitor, machine };
}

/** Those that people did. */
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
