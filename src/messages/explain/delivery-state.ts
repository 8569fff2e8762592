// The progress of a campaign's delivery, and why it waits.

import {
  countStates,
  findSendingConditions,
  nextDeferred,
  type SendingConditions,
  type StateCounts,
} from '../../campaigns/delivery/queries.ts';
import { beginsAt } from '../../campaigns/recipient-time/rules.ts';
import { isRecurring } from '../../campaigns/schedule/recurring.ts';
import type { HoldReason } from '../../campaigns/warnings/prerequisites.ts';
import { whyHeld } from '../../campaigns/warnings/prerequisites.ts';
import { closedText, opensAt } from '../../campaigns/window/rules.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { type Sentence, say, storedFault, textOf } from '../../kernel/sentences/sentence.ts';
import { counted } from '../../kernel/text/counted.ts';
import type { Db } from '../../storage/db.ts';
import { whyNoChanges } from '../../storage/probe.ts';
import type { Campaign, CampaignCounter } from '../../storage/tables.ts';
import { type AtTheirTime, whoWaits } from '../batches.ts';
import { type Account, wordsOf } from '../reasons.ts';
import { lastPutInFlight } from '../turn/in-flight.ts';

/**
 * `nextAttemptAt`: when the first deferred message is tried again, ms. `waits`: why nothing is
 * sent, null when the campaign does not wait; `sentences`: the same.
 */
export type DeliveryState = {
  states: StateCounts;
  counters: CampaignCounter;
  nextAttemptAt: number | null;
  /** When the sending window of a campaign that is sent opens, ms; null: it is open, or none. */
  windowOpensAt: number | null;
  /** Who waits for their own time, by instants. */
  later: AtTheirTime[];
  /** Whether nothing is left to do before the first of these instants. */
  waitsForTimes: boolean;
  waits: string | null;
  sentences: readonly Sentence[];
};

/** Reads the state; the cost does not grow with the number of messages. `at` is now, in ms. */
export async function findDelivery(db: Db, campaign: Campaign, at: number): Promise<DeliveryState> {
  const { counters, ...states } = await countStates(db, campaign);
  const flyingSince = states.in_flight > 0 ? await lastPutInFlight(db, campaign) : null;
  const next = await nextDeferred(db, campaign);
  const later = campaign.recipient_time_zone === null ? [] : await whoWaits(db, campaign, at);
  const around = await findSendingConditions(db, campaign);
  const held = await whyHeld(db, campaign);
  // This asks by writing, so it is only done for a campaign that should go on.
  const shouldGoOn = whyInState(campaign, at) === undefined && isOpen(campaign, states);
  const trouble = shouldGoOn ? (await whyNoChanges(db))?.text : undefined;
  const sentences = whyItWaits({ campaign, states, flyingSince, around, next, later, held, trouble }, at);
  const waits = sentences && textOf(sentences);
  const opens = shouldGoOn ? opensAt(campaign.sending_window, at) : at;
  const windowOpensAt = opens > at ? opens : null;
  return {
    states,
    counters,
    nextAttemptAt: next?.next_attempt_at ?? null,
    windowOpensAt,
    later,
    waitsForTimes: waits !== null && waits === whyForTimes(later),
    waits,
    sentences: sentences ?? [],
  };
}

/** When no message began for this long, those that were begun wait for an answer. */
const SILENT_MS = MINUTE_MS;

type Facts = {
  campaign: Pick<
    Campaign,
    | 'sending_window'
    | 'status'
    | 'type'
    | 'send_at'
    | 'begins_early'
    | 'freeze_done'
    | 'next_run_at'
    | 'run_count'
    | 'notice'
  >;
  states: StateCounts;
  /** Since when the newest of its messages in flight are, ms. */
  flyingSince?: number | null;
  around: SendingConditions;
  next: (Account & { next_attempt_at: number }) | undefined;
  later?: readonly AtTheirTime[];
  /** What keeps the campaign from beginning. */
  held?: readonly HoldReason[];
  /** What keeps the store from taking changes. */
  trouble?: string | undefined;
};

/**
 * Why nothing of the campaign is sent at the moment; null when something is, or it has finished.
 */
export function whyItWaits(
  { campaign, states, flyingSince = null, around, next, later = [], held = [], trouble }: Facts,
  at: number,
): readonly Sentence[] | null {
  const status = whyInState(campaign, at);
  if (status !== undefined) return status;
  if (!around.isListActive) return [say('waits-list-removed')];
  if (!around.isCustomerActive) return [say('waits-customer-off')];
  if (trouble !== undefined) return [say('waits-store', { why: trouble })];
  if (states.in_flight > 0) {
    const isSilent = flyingSince !== null && at - flyingSince >= SILENT_MS;
    return isSilent ? [say('waits-answer', { at: instantText(flyingSince) })] : null;
  }
  const closed = isOpen(campaign, states) ? closedText(campaign.sending_window, at) : undefined;
  if (closed !== undefined) return inWords(closed);
  const kept = held.find(({ isForAll }) => isForAll || !hasBegun(campaign));
  if (kept && (!hasBegun(campaign) || isOpen(campaign, states))) return [kept.why];
  if (!isOpen(campaign, states)) return null;
  if (!around.hasWorker && around.refusal !== undefined) return [say('waits-worker-refused', { why: around.refusal })];
  if (!around.hasWorker) return [say('waits-worker-none')];
  const relay = whyNoRelay(around);
  if (relay !== undefined) return relay;
  const isMade = isAllMade(campaign);
  if (states.pending + states.claimed > peopleIn(later) || !isMade) return null;
  if (next && next.next_attempt_at <= at) return null;
  if (later.length > 0) return inWords(whyForTimes(later) ?? '');
  if (!next) return null;
  const reply = wordsOf(next) ?? 'no reply';
  return [say('waits-put-off', { at: instantText(next.next_attempt_at), reply })];
}

/** What screens tell by themselves, from the same answer. */
const inWords = (words: string): readonly Sentence[] => [say('server-says', { words })];

const peopleIn = (later: readonly AtTheirTime[]) => later.reduce((sum, one) => sum + one.people, 0);

function whyForTimes(later: readonly AtTheirTime[]): string | null {
  const [first] = later;
  if (!first) return null;
  const people = peopleIn(later);
  const all = `${counted(people, 'recipient waits', 'recipients wait')} for their own time`;
  const rest = later.length === 1 ? '' : `, at ${later.length} times`;
  return `${all}${rest}; the next ${counted(first.people, 'gets', 'get')} it at ${instantText(first.at)}.`;
}

function whyInState(campaign: Facts['campaign'], at: number): readonly Sentence[] | null | undefined {
  const { status, next_run_at: next, notice } = campaign;
  switch (status) {
    case 'draft':
      return [say('waits-draft')];
    case 'paused':
      return [say('waits-paused'), ...storedFault(notice)];
    case 'blocked':
      return [say('waits-blocked')];
    case 'pending-approve':
      return [say('waits-approval')];
    case 'sent':
      return null;
  }
  if (next !== null) return [say('waits-run', { at: instantText(next) }), ...whenItBegins(campaign)];
  if (campaign.send_at !== null && beginsAt(campaign) > at)
    return [say('waits-time', { at: instantText(campaign.send_at) }), ...whenItBegins(campaign)];
  return isRecurring(campaign) ? [say('waits-runs-off')] : undefined;
}

/** What begins before its time says so. */
const whenItBegins = (campaign: Facts['campaign']) =>
  campaign.begins_early === 0 ? [] : [say('waits-clocks', { at: instantText(beginsAt(campaign)) })];

function whyNoRelay(around: SendingConditions): readonly Sentence[] | undefined {
  const { relays, pinned, hasRelays, hasConfigured, configuredFault } = around;
  const [first] = relays;
  if (pinned && !first && !pinned.includes(0)) {
    return [say('waits-relays-gone', { numbers: pinned.join(', ') })];
  }
  if (!first && hasRelays && !hasConfigured) return [say('waits-relays-none')];
  if (relays.some((relay) => relay.fault === null)) return undefined;
  const failing = first ?? configuredFault;
  return failing && [say('waits-relay-fails', { name: failing.name }), ...storedFault(failing.fault)];
}

/** Whether there are messages that have not ended, or that may not exist yet. */
function isOpen(campaign: Facts['campaign'], { pending, claimed, in_flight, deferred }: StateCounts): boolean {
  return pending + claimed + in_flight + deferred > 0 || !isAllMade(campaign);
}

/**
 * An autoresponder creates its messages when they are due: those that exist are all there is to do.
 */
function isAllMade({ freeze_done, type }: Facts['campaign']): boolean {
  return freeze_done === 1 || type === 'autoresponder';
}

/** Whether its audience is being frozen, or it is an autoresponder that was started. */
function hasBegun({ status, type, freeze_done }: Facts['campaign']): boolean {
  return status === 'processing' || (status === 'sending' && (type === 'autoresponder' || freeze_done === 1));
}

/** An instant in a sentence, in UTC, as readers may be anywhere. */
export function instantText(at: number): string {
  return `${formatCalendarTime(at)} UTC`;
}
