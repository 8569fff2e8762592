// Records bounces and complaints: one row each, with the counters, and the suppression of the
// address where it follows. Locks are taken in one order everywhere: messages, then suppressions,
// then counters.

import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { oneLine } from '../kernel/text/one-line.ts';
import {
  type Subject as Held,
  holdMessages,
  type MessageName,
  settleArrived,
  settleRepeated,
} from '../messages/uncertain/settle.ts';
import { noteReturned } from '../metrics/messages.ts';
import type { Tx } from '../storage/db.ts';
import { addToTally } from '../storage/tally.ts';
import type { MessageFact } from '../webhooks/outbox/facts.ts';
import { tell } from '../webhooks/outbox/tell.ts';
import { findAddress, findBounce, insertBounce, insertComplaint, type Subject, updateBounce } from './queries.ts';
import { type BounceType, isAccepted, MESSAGE_LENGTH, supersedes } from './rules.ts';
import { suppressBounced, suppressComplained } from './suppress-returned.ts';

/**
 * `recorded`: a row was written; `known`: it was recorded before, nothing changed;
 * `unknown-message`: there is no such message.
 */
export type RecordResult = 'recorded' | 'known' | 'unknown-message';

/**
 * A bounce as reported. `enhanced`: the status code of RFC 3463. `message`: the text to show, cut
 * at 250 characters. `sentTo`: the address that the message was sent to, where the report tells it.
 */
export type BounceReport = {
  type: BounceType;
  enhanced: string | null;
  message: string;
  sentTo?: string | undefined;
};

const COUNTERS = { hard: 'hard_bounces', soft: 'soft_bounces', internal: 'internal_bounces' } as const;

/**
 * Records a bounce. A hard bounce suppresses its address for the customer; a soft one does when
 * enough came in a row (rules.ts: SOFT_LIMIT); an internal one never. An uncertain message becomes
 * accepted. The subscriber stays on its list. A repeated report changes nothing.
 * @param at now, ms
 */
export async function recordBounce(
  tx: Tx,
  message: MessageName,
  bounce: BounceReport,
  at: number,
): Promise<RecordResult> {
  const [held] = await holdMessages(tx, [message]);
  if (!held) return 'unknown-message';
  return noteBounce(tx, subjectOf(held), { held, ...bounce }, at);
}

const subjectOf = ({ customerId, campaignId, subscriberId }: Held): Subject => {
  return { customer_id: customerId, campaign_id: campaignId, subscriber_id: subscriberId };
};

/**
 * As recordBounce, for a subscriber who may have no message of the campaign: then `held` is
 * undefined.
 */
export async function noteBounce(
  tx: Tx,
  subject: Subject,
  { held, ...bounce }: BounceReport & { held: Held | undefined },
  at: number,
): Promise<RecordResult> {
  const deltas: CounterDeltas = new Map();
  const counts = await arrived(tx, held, deltas, at);
  const row = { ...bounce, message: await textAbout(tx, subject, bounce.message), at };
  const written = await writeBounce(tx, subject, row, counts, deltas);
  if (written === 'known') {
    await addToCounters(tx, deltas); // the message may have become accepted
    return 'known';
  }
  await suppressBounced(tx, subject, row, at);
  await addToCounters(tx, deltas);
  noteReturned(row.type);
  await tellBounced(tx, subject, row);
  if (written === 'inserted') await addToTally(tx, subject.customer_id, BOUNCES, 1, subject.campaign_id);
  return 'recorded';
}

function tellBounced(tx: Tx, subject: Subject, row: BounceReport & { at: number }): Promise<void> {
  const { customer_id, campaign_id: campaign, subscriber_id: subscriber } = subject;
  const { at, type: bounce, enhanced: code, message: text } = row;
  return tell<MessageFact>(tx, customer_id, ['message.bounced'], () => [
    { type: 'message.bounced', at, campaign, subscriber, bounce, code, text },
  ]);
}

async function writeBounce(
  tx: Tx,
  { customer_id, campaign_id, subscriber_id }: Subject,
  { type, enhanced, message, at }: BounceReport & { at: number },
  counts: boolean,
  deltas: CounterDeltas,
): Promise<'inserted' | 'replaced' | 'known'> {
  const subject = { customer_id, campaign_id, subscriber_id };
  const before = await findBounce(tx, subject);
  if (before && !supersedes(before, type, counts)) return 'known';
  const counted = counts || before?.counted === 1 ? 1 : 0;
  const row = { type, enhanced, message, counted, at } as const;
  if (before) await updateBounce(tx, before, row);
  else if (!(await insertBounce(tx, { ...subject, ...row }))) return 'known';
  const of = { customerId: customer_id, campaignId: campaign_id };
  if (before?.counted === 1) countInto(deltas, of, COUNTERS[before.type as BounceType], -1);
  if (counted === 1) countInto(deltas, of, COUNTERS[type]);
  return before ? 'replaced' : 'inserted';
}

/** The tally of a campaign's rows in `bounce`, counted or not. */
export const BOUNCES = 'bounces';

/**
 * Records a complaint: the recipient reported a message as spam. The address is suppressed for the
 * customer, in all its lists. The subscriber keeps its status, which says what the person asked of
 * that one list.
 * @param at now, ms
 */
export async function recordComplaint(tx: Tx, named: MessageName, report: string, at: number): Promise<RecordResult> {
  const [held] = await holdMessages(tx, [named]);
  if (!held) return 'unknown-message';
  const subject = subjectOf(held);
  const { customer_id, campaign_id, subscriber_id } = subject;
  const message = await textAbout(tx, subject, report);
  if (!(await insertComplaint(tx, { customer_id, campaign_id, subscriber_id, message, at }))) return 'known';
  await suppressComplained(tx, subject, message, at);
  const deltas: CounterDeltas = new Map();
  await arrived(tx, held, deltas, at);
  countInto(deltas, held, 'complaints');
  await tell<MessageFact>(tx, customer_id, ['message.complained'], () => [
    { type: 'message.complained', at, campaign: campaign_id, subscriber: subscriber_id, text: message },
  ]);
  noteReturned('complaint');
  await addToCounters(tx, deltas);
  return 'recorded';
}

/** The text of a report to keep; none when the subscriber is gone, as reports repeat addresses. */
async function textAbout(tx: Tx, { customer_id, subscriber_id }: Subject, text: string): Promise<string> {
  return (await findAddress(tx, customer_id, subscriber_id)) ? oneLine(text, MESSAGE_LENGTH) : '';
}

/**
 * A message that came back had arrived: an uncertain one becomes accepted, and one that is being
 * tried again. @returns whether the message was accepted
 */
async function arrived(tx: Tx, held: Held | undefined, deltas: CounterDeltas, at: number): Promise<boolean> {
  if (!held) return false;
  if (held.state === 'in_flight') await settleRepeated(tx, held, deltas, at);
  return isAccepted(held.state) || (await settleArrived(tx, [held], deltas, at)) === 1;
}
