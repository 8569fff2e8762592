// Explains why an address was not mailed: from the facts to one sentence. Pure.

import { beginsAt } from '../../campaigns/recipient-time/rules.ts';
import { isRecurring } from '../../campaigns/schedule/recurring.ts';
import { closedText } from '../../campaigns/window/rules.ts';
import { storedText } from '../../kernel/sentences/sentence.ts';
import { TEST_INBOX, UNKNOWN_RELAY } from '../../relays/in-force.ts';
import type { Campaign, Subscriber } from '../../storage/tables.ts';
import type { LoggedMessage } from '../log/queries.ts';
import { isHeldBack, wordsOf } from '../reasons.ts';
import type { Explanation } from './causes.ts';
import { instantText } from './delivery-state.ts';
import { explainFollowing, type FollowFacts } from './follow.ts';

/**
 * The facts about an address and a campaign. `isInSegment` is as of now; it is only looked up where
 * it matters.
 */
export type Facts = {
  email: string;
  campaign: Pick<
    Campaign,
    | 'sending_window'
    | 'status'
    | 'type'
    | 'send_at'
    | 'begins_early'
    | 'started_at'
    | 'freeze_after_id'
    | 'freeze_until_id'
    | 'uncertain_policy'
    | 'next_run_at'
    | 'run_count'
    | 'notice'
    | 'waits_until'
  >;
  listName: string;
  subscriber: Pick<Subscriber, 'id' | 'status' | 'source' | 'created_at' | 'unsubscribed_at'> | undefined;
  message: LoggedMessage | undefined;
  suppression: { reason: string; at: number } | undefined;
  isInSegment: boolean;
  /** Another variant of an A/B test goes to its part of the list, or the winner. */
  isInOtherPart: boolean;
  bounce: { type: string; message: string; at: number } | undefined;
  complaint: { message: string; at: number } | undefined;
  /** For an autoresponder without a message for the address. */
  following?: FollowFacts | undefined;
  /** What keeps the campaign from beginning, as sentences. */
  held?: string | undefined;
  /** Now, ms. */
  at: number;
};

/** Why an address was not mailed, or what happened to its message. */
export function explain(facts: Facts): Explanation {
  const { email, listName, subscriber, message } = facts;
  if (!subscriber) return { cause: 'not-on-list', text: `${email} is not on the list “${listName}”.` };
  return message ? explainMessage(facts, message) : explainAbsence(facts, subscriber);
}

function explainAbsence(facts: Facts, subscriber: NonNullable<Facts['subscriber']>): Explanation {
  const { email, campaign, following } = facts;
  const { freeze_until_id: until, freeze_after_id: after, started_at: startedAt } = campaign;
  if (following && startedAt !== null) {
    const waits = explainFollowing({ ...facts, subscriber }, following);
    if (waits && subscriber.status === 'confirmed') return waits;
    const due = following.event ? ` at ${instantText(following.event.dueAt)}` : '';
    return explainLeftOut(facts, subscriber, `its message was due${due}`);
  }
  if (isRecurring(campaign)) {
    return {
      cause: 'not-begun',
      text: 'This is a recurring campaign: only its runs are sent. Please ask about one of them.',
    };
  }
  if (until === null) return { cause: 'not-begun', text: `The campaign has not started: ${whyNotBegun(facts)}.` };
  const begun = startedAt === null ? '' : ` at ${instantText(startedAt)}`;
  if (subscriber.id > until) {
    return {
      cause: 'joined-later',
      text: `${email} joined the list at ${instantText(subscriber.created_at)}, after the audience was fixed${begun}.`,
    };
  }
  if (facts.isInOtherPart) {
    return {
      cause: 'other-part',
      text: `${email} is not in this part of the A/B test: it gets another variant, or the winner.`,
    };
  }
  if (subscriber.id > after) return explainUnmade(facts);
  return explainLeftOut(facts, subscriber, `the audience was fixed${begun}`);
}

/** The subscriber was looked at and got no message. */
function explainLeftOut(facts: Facts, subscriber: NonNullable<Facts['subscriber']>, when: string): Explanation {
  const { email, suppression } = facts;
  if (subscriber.status !== 'confirmed') {
    const since = subscriber.status === 'unsubscribed' ? sinceText(subscriber.unsubscribed_at) : '';
    return {
      cause: 'not-confirmed',
      text: `${email} is on the list, but is ${subscriber.status}${since}: only confirmed subscribers get campaigns.`,
    };
  }
  if (suppression) {
    return {
      cause: 'suppressed',
      text: `${email} has been suppressed since ${instantText(suppression.at)}: ${REASONS[suppression.reason] ?? suppression.reason}.`,
    };
  }
  if (!facts.isInSegment) return { cause: 'not-in-segment', text: `${email} is not in the campaign's segment.` };
  return {
    cause: 'left-out',
    text: `${email} was left out when ${when}: it was unconfirmed, suppressed or outside the segment at that time, but no longer is.`,
  };
}

const REASONS: Readonly<Record<string, string>> = {
  'hard-bounce': 'a message to it hard-bounced',
  'soft-bounces': 'several messages in a row to it bounced',
  complaint: 'its owner reported a message as spam',
  manual: 'someone added it to the suppression list',
  import: 'it was imported from a file of suppressed addresses',
};

function whyNotBegun({ campaign, following, held, at }: Facts): string {
  const { status, send_at, notice } = campaign;
  if (status === 'draft') return 'it is a draft';
  if (status === 'paused') return `it is paused${noticeText(campaign)}`;
  if (status === 'sent')
    return notice === null ? 'it was marked as sent before its send time' : sentence(storedText(notice) ?? '');
  if (status === 'blocked') return 'it is blocked';
  if (status === 'pending-approve') return 'it is awaiting approval';
  if (send_at !== null && beginsAt(campaign) > at) return `its send time is ${instantText(send_at)}`;
  if (held !== undefined) return `it waits. ${sentence(held)}`;
  if (isWaiting(campaign, at)) return `it is waiting for external content${noticeText(campaign)}`;
  return `${following ? 'its first messages are' : 'its audience is'} about to be created`;
}

const isWaiting = ({ waits_until: until }: Facts['campaign'], at: number) => until !== null && until > at;
const noticeText = ({ notice }: Facts['campaign']) =>
  notice === null ? '' : ` (${sentence(storedText(notice) ?? '')})`;
/** A notice as a part of our sentence. */
const sentence = (notice: string) => notice.replace(/\.$/, '');

/** The freeze has not reached this subscriber. */
function explainUnmade({ email, campaign: { status } }: Facts): Explanation {
  if (status === 'sent') {
    return { cause: 'ended-before', text: `The campaign was ended before the message to ${email} was created.` };
  }
  if (status === 'processing') {
    return {
      cause: 'being-made',
      text: `The messages of the campaign are being created, and ${email} is still to come.`,
    };
  }
  return {
    cause: 'being-made',
    text: `The campaign is ${status}, and the message to ${email} has not been created yet.`,
  };
}

function explainMessage(facts: Facts, message: LoggedMessage): Explanation {
  const { email } = facts;
  const reply = wordsOf(message) ?? 'no reply';
  const next =
    message.next_attempt_at === null ? '' : `; the next attempt is not before ${instantText(message.next_attempt_at)}`;
  switch (message.state) {
    case 'pending':
      return { cause: 'pending', text: `The message to ${email} is pending: ${whyPending(facts, message)}.` };
    case 'claimed': // its instant in flight is that of the attempt before
      return { cause: 'being-sent', text: `The message to ${email} is being sent right now.` };
    case 'in_flight':
      return { cause: 'being-sent', text: sinceWhen(email, message.in_flight_at) };
    case 'deferred': {
      const paused = goesOn(facts) ? '' : `; the campaign is ${facts.campaign.status}`;
      if (isHeldBack(message.reason)) {
        return { cause: 'held-back', text: `The message to ${email} is ${reply}${next}${paused}.` };
      }
      const tries = message.attempts === 1 ? 'once' : `${message.attempts} times`;
      return {
        cause: 'deferred',
        text: `The message to ${email} was tried ${tries} and deferred by ${relayText(message)}: ${reply}${next}${paused}.`,
      };
    }
    case 'rejected':
      return {
        cause: 'rejected',
        text: `The message to ${email} was rejected${byRelay(message)}${atTime(message.finished_at)}: ${reply}`,
      };
    case 'uncertain':
      return {
        cause: 'uncertain',
        text: `It is unknown whether the message to ${email} was accepted${byRelay(message)}${atTime(message.in_flight_at)} (${reply}); ${POLICY[facts.campaign.uncertain_policy] ?? ''}.`,
      };
    case 'skipped':
      return {
        cause: 'skipped',
        text: `The message to ${email} was skipped${atTime(message.finished_at)}: ${whySkipped(message)}.`,
      };
    case 'accepted':
      return {
        cause: 'accepted',
        text: `The message to ${email} was accepted${byRelay(message)}${atTime(message.finished_at)}${answered(message)}${later(facts, message)}.`,
      };
  }
}

/** @param at when it was handed to the mail server, which may stay silent for minutes */
const sinceWhen = (email: string, at: number | null) =>
  `Sending the message to ${email} began${at === null ? '' : ` at ${instantText(at)}`}; the mail server has not answered yet.`;

const goesOn = ({ campaign: { status } }: Facts) => status === 'sending' || status === 'processing';

function whyPending(facts: Facts, { next_attempt_at: dueAt }: LoggedMessage): string {
  const { campaign, subscriber, suppression, at } = facts;
  if (campaign.status === 'sent')
    return 'the campaign was marked as sent, and its remaining messages are being skipped';
  if (!goesOn(facts)) return `the campaign is ${campaign.status}${noticeText(campaign)}`;
  if (campaign.send_at !== null && beginsAt(campaign) > at)
    return `the campaign is scheduled for ${instantText(campaign.send_at)}`;
  if (subscriber && subscriber.status !== 'confirmed')
    return `it will be skipped, since the subscriber is ${subscriber.status}`;
  if (suppression) return 'it will be skipped, since the address is suppressed';
  const closed = closedText(campaign.sending_window, at);
  if (closed !== undefined) return `${closed.charAt(0).toLowerCase()}${closed.slice(1, -1)}`;
  if (isWaiting(campaign, at)) return `the campaign is waiting for external content${noticeText(campaign)}`;
  if (dueAt !== null && dueAt > at) return `its send time in the recipient’s time zone is ${instantText(dueAt)}`;
  return 'it is waiting in the queue';
}

const POLICY: Readonly<Record<string, string>> = {
  hold: 'the campaign’s policy is hold, so it is not sent again automatically',
  resend: 'the campaign’s policy is resend, so it is sent again when the campaign is next changed',
  skip: 'the campaign’s policy is skip, so it is given up',
};

function whySkipped(message: LoggedMessage): string {
  switch (message.reason) {
    case 'given-up':
      return `it is unknown whether it was accepted (${wordsOf(message) ?? 'no reply'}), and it is not sent again`;
    case 'campaign-ended':
      return 'the campaign was marked as sent';
    case 'suppressed':
      return 'the address was suppressed by then';
    case 'duplicate':
      return 'its address was changed in the meantime to one that gets the campaign through another list';
    case 'deleted':
      return 'the subscriber was removed by then';
    default:
      return `the subscriber was ${message.reason} by then`;
  }
}

/** What happened after a mail server accepted the message. */
function later({ bounce, complaint }: Facts, { unsubscribed_at }: LoggedMessage): string {
  const parts = [
    bounce && `it came back${atTime(bounce.at)} (${bounce.type} bounce: ${bounce.message})`,
    complaint && `it was reported as spam${atTime(complaint.at)}`,
    unsubscribed_at !== null && `its recipient unsubscribed${atTime(unsubscribed_at)}`,
  ];
  return parts.map((part) => (part ? `; ${part}` : '')).join('');
}

const atTime = (at: number | null) => (at === null ? '' : ` at ${instantText(at)}`);
const sinceText = (at: number | null) => (at === null ? '' : ` since ${instantText(at)}`);
const answered = (message: LoggedMessage) => {
  const words = wordsOf(message);
  return words === null ? '' : ` with ${words}`;
};
const byRelay = (message: LoggedMessage) => (message.relay_id === null ? '' : ` by ${relayText(message)}`);

function relayText({ relay_id, relay }: LoggedMessage): string {
  if (relay_id === null) return 'the mail server';
  if (relay_id === 0) return configuredText(relay);
  return relay === null ? 'a delivery server that was removed' : `delivery server “${relay}”`;
}

/** The relay of the configuration has no row; messages name it, except those of old backups. */
function configuredText(relay: string | null): string {
  if (relay === null || relay === UNKNOWN_RELAY) return 'the configured mail server';
  return relay === TEST_INBOX ? 'the test inbox' : `the mail server ${relay}`;
}
