// The statuses of the message log, and how they follow from states and reasons (docs/message-log.md
// has the table). Pure.
import type { MessageState } from '../../storage/tables.ts';
import { REASONS, type Reason, type ReasonOf } from '../reasons.ts';

export const LOG_STATUSES = [
  'success',
  'temporary-error',
  'fatal-error',
  'error',
  'giveup',
  'blacklisted',
  'suppressed',
  'blocked',
] as const;
export type LogStatus = (typeof LOG_STATUSES)[number];

/**
 * Statuses to filter by. No message here ever gets the last two: other servers of the interface
 * have them.
 */
const FILTER_STATUSES = [...LOG_STATUSES, 'ds-dp-reject', 'hdl-by-sg-cmp'] as const;

/** States that the log shows: messages to which something known has happened. */
export const LOGGED = ['accepted', 'deferred', 'rejected', 'uncertain', 'skipped'] as const satisfies MessageState[];
type LoggedState = (typeof LOGGED)[number];

/** Filters of the log: a status, or a message state, which is more exact. */
export const LOG_FILTERS = [...FILTER_STATUSES, ...LOGGED] as const;
export type WantedStatus = (typeof LOG_FILTERS)[number];

/** Whether a message passes the filter; without a filter it does. */
export const isWanted =
  (wanted: WantedStatus | undefined) =>
  ({ state, status }: { state: LoggedState; status: LogStatus }): boolean =>
    wanted === undefined || status === wanted || state === wanted;

/** The status of each reason for which a message ended otherwise than accepted. */
const STATUS_OF: Readonly<Record<ReasonOf<FailedState>, LogStatus>> = {
  refused: 'fatal-error',
  expired: 'giveup',
  'too-many-attempts': 'giveup',
  'not-made': 'error',
  'no-answer': 'error',
  'worker-lost': 'error',
  'store-went-back': 'error',
  fault: 'error',
  blacklisted: 'blacklisted',
  suppressed: 'suppressed',
  unconfirmed: 'blocked',
  unsubscribed: 'blocked',
  unapproved: 'blocked',
  disabled: 'blocked',
  moved: 'blocked',
  deleted: 'blocked',
  duplicate: 'blocked',
  'campaign-ended': 'blocked',
  'given-up': 'giveup',
};
type FailedState = 'rejected' | 'uncertain' | 'skipped';

/** The reasons of ended messages that pass the filter; undefined where reasons do not decide. */
export function reasonsOf(wanted: WantedStatus): Reason[] | undefined {
  if (wanted === 'rejected' || wanted === 'uncertain' || wanted === 'skipped') return [...REASONS[wanted]];
  if (['success', 'accepted', 'temporary-error', 'deferred'].includes(wanted)) return undefined;
  return Object.entries(STATUS_OF).flatMap(([reason, status]) => (status === wanted ? [reason as Reason] : []));
}

/** Whether the log shows the message. */
export function isLogged<M extends { state: MessageState }>(message: M): message is M & { state: LoggedState } {
  return LOGGED.some((state) => state === message.state);
}

/** The status of a message in the log. */
export function logStatusOf(message: { state: LoggedState; reason: string | null }): LogStatus {
  if (message.state === 'accepted') return 'success';
  if (message.state === 'deferred') return 'temporary-error';
  const reasons: Readonly<Record<string, LogStatus>> = STATUS_OF;
  return reasons[message.reason ?? ''] ?? 'error';
}

/**
 * The name of the relay that answered last: one of the store, or the configured one by its address;
 * null for none.
 */
export function relayNameOf({ relay, relay_id }: { relay: string | null; relay_id: number | null }): string | null {
  if (relay_id === null) return null;
  return relay ?? (relay_id === 0 ? 'configured' : 'removed');
}
