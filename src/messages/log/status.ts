// What the log of messages calls the states of messages (docs/message-log.md has the table). Pure.
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
 * What the log may be narrowed to. The last two no message here ever gets: other servers of the
 * interface have them.
 */
export const FILTER_STATUSES = [...LOG_STATUSES, 'ds-dp-reject', 'hdl-by-sg-cmp'] as const;

/** States that the log shows: something happened to the message, and it is known what. */
export const LOGGED = ['accepted', 'deferred', 'rejected', 'uncertain', 'skipped'] as const satisfies MessageState[];
type Logged = (typeof LOGGED)[number];

/** What the log can be asked for: a status, or a state of messages, which is more exact. */
export const LOG_FILTERS = [...FILTER_STATUSES, ...LOGGED] as const;
export type LogWanted = (typeof LOG_FILTERS)[number];

/** Whether a message is what the log is asked for; it always is where nothing is asked. */
export function isWanted(message: { state: Logged; status: LogStatus }, wanted: LogWanted | undefined): boolean {
  return wanted === undefined || message.status === wanted || message.state === wanted;
}

/** The status of each reason for which a message ended otherwise than accepted. */
const STATUS_OF: Readonly<Record<ReasonOf<Ended>, LogStatus>> = {
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
  'campaign-ended': 'blocked',
  'given-up': 'giveup',
};
type Ended = 'rejected' | 'uncertain' | 'skipped';

/**
 * The reasons of messages that have ended, and that the log is asked for; undefined where reasons
 * do not tell.
 */
export function reasonsOf(wanted: LogWanted): Reason[] | undefined {
  if (wanted === 'rejected' || wanted === 'uncertain' || wanted === 'skipped') return [...REASONS[wanted]];
  if (['success', 'accepted', 'temporary-error', 'deferred'].includes(wanted)) return undefined;
  return Object.entries(STATUS_OF).flatMap(([reason, status]) => (status === wanted ? [reason as Reason] : []));
}

/** Whether the log shows the message. */
export function isLogged<M extends { state: MessageState }>(message: M): message is M & { state: Logged } {
  return LOGGED.some((state) => state === message.state);
}

/** The status of a message in the log. */
export function logStatusOf(message: { state: Logged; reason: string | null }): LogStatus {
  if (message.state === 'accepted') return 'success';
  if (message.state === 'deferred') return 'temporary-error';
  const reasons: Readonly<Record<string, LogStatus>> = STATUS_OF;
  return reasons[message.reason ?? ''] ?? 'error';
}

/**
 * The name of the relay that answered last: one of the store, or that of the configuration by its
 * address; null for none.
 */
export function relayNameOf({ relay, relay_id }: { relay: string | null; relay_id: number | null }): string | null {
  if (relay_id === null) return null;
  return relay ?? (relay_id === 0 ? 'configured' : 'removed');
}
