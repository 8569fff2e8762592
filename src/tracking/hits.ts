// What comes in from a recipient: one hit on one of a message's links.
import type { Message } from '../storage/tables.ts';
import type { Purpose } from './links.ts';

/**
 * Who was at the other end. The user agent is at most 255 characters, without control characters.
 * `reason` and `note`: what was said with an unsubscribe.
 */
export type Visitor = {
  ipAddress: string | null;
  userAgent: string | null;
  reason?: string | undefined;
  note?: string | undefined;
};

/** `number` is the link of a click, the subscriber of an unsubscribe, else 0. */
export type Hit = { kind: Exclude<Purpose, 'web'>; messageId: number; number: number; visitor: Visitor };

export type TrackedMessage = Pick<Message, 'id' | 'campaign_id' | 'subscriber_id' | 'state'>;

/** A hit whose message stands. */
export type MessageHit = { message: TrackedMessage; number: number; visitor: Visitor };

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
