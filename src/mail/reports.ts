// What a mail to the return path is: a bounce, a complaint, or something that changes nothing.
import type { BounceType } from './bounce-rules.ts';

/** Message-IDs come without angle brackets; addresses as the report wrote them. Members that the mail doesn't tell are absent. */
export type Returned = Bounce | Complaint | NothingToDo | { kind: 'unknown'; reason: string };

/** Given up for good. `diagnostic` is one line of at most 250 characters, `rule` the bounce rule that decided the type. */
export type Bounce = {
  kind: 'bounce';
  type: BounceType;
  enhanced?: string;
  diagnostic: string;
  recipient?: string;
  messageId?: string;
  rule: string;
  /** The Action field (RFC 3464, section 2.3.3) in lower case; `failed` where a report has none. */
  reportedAction: string;
};

/** Somebody said "this is spam" (RFC 5965). `mailFrom` is the envelope sender of the original message. */
export type Complaint = {
  kind: 'complaint';
  feedbackType: string;
  recipient?: string;
  messageId?: string;
  mailFrom?: string;
  listUnsubscribe?: string;
  feedbackId?: string;
  reportedDomain?: string;
};

/**
 * `delayed`: still being tried. `auto-reply`: vacation and the like. `challenge`: asks the sender to prove something.
 * `notice`: delivered, relayed, expanded, read, "not spam", an authentication report. `reason` is one line.
 */
export type NothingToDo = {
  kind: 'delayed' | 'auto-reply' | 'challenge' | 'notice';
  reason: string;
  recipient?: string;
  messageId?: string;
};

/** Reads a mail as it came in. Never throws: what can't be read is `unknown` with a reason. */
export async function readReturned(source: Uint8Array): Promise<Returned> {
  return { kind: 'unknown', reason: source.length === 0 ? 'The mail is empty.' : 'No report was found in the mail.' };
}
