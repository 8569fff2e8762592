// What happened, as the transactions that do it write it down: ids where names would have to be
// looked up, which is done once, afterwards.
import type { Sentence } from '../../kernel/sentences/sentence.ts';
import type { EventType } from '../types.ts';

/** Somebody on a list, as they are from now on. */
export type PersonFact = {
  type: Extract<EventType, `subscriber.${string}`>;
  at: number;
  list: number;
  uid: string;
  email: string;
  status: string;
  source: string;
};

export type CampaignFact = { type: Extract<EventType, `campaign.${string}`>; at: number; campaign: number };

/** A message; `subscriber` below zero: a transactional email's id, negative. */
export type MessageFact = {
  type: Extract<EventType, `message.${string}`>;
  at: number;
  campaign: number;
  subscriber: number;
  reply?: string | null;
  reason?: string | null;
  /** The rule that says no person did it. */
  machine?: string | null;
  /** A link's id. */
  link?: number;
  bounce?: string;
  code?: string | null;
  text?: string;
};

export type ImportFact = {
  type: 'import.finished';
  at: number;
  job: string;
  list: number;
  state: string;
  reason: string | null;
  rows?: { new: number; changed: number; unchanged: number; bad: number };
};

/** `uid`: of the sending domain. */
export type DomainFact = {
  type: Extract<EventType, `domain.${string}`>;
  at: number;
  uid: string;
  domain: string;
  purpose: string;
  record: string;
  sentences: readonly Sentence[];
  found: string;
  wanted: string;
};

export type Fact = PersonFact | CampaignFact | MessageFact | ImportFact | DomainFact;
