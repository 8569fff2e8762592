// What the log of messages calls the states of messages (docs/message-log.md has the table). Pure. The statuses of messages
// that were not accepted are also in an index: storage/log-status.ts says the same in SQL.
import type { Message, MessageState } from '../storage/tables.ts';

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

/** What the log may be narrowed to. The last two no message here ever gets: other servers of the interface have them. */
export const FILTER_STATUSES = [...LOG_STATUSES, 'ds-dp-reject', 'hdl-by-sg-cmp'] as const;
export type FilterStatus = (typeof FILTER_STATUSES)[number];

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

/** Why a message is skipped for the subscriber's sake, or because its campaign was ended. Other texts: nobody knows whether it was accepted. */
const SKIP_REASONS: Readonly<Record<string, LogStatus>> = {
  blacklisted: 'blacklisted',
  suppressed: 'suppressed',
  unconfirmed: 'blocked',
  unsubscribed: 'blocked',
  unapproved: 'blocked',
  disabled: 'blocked',
  moved: 'blocked',
  deleted: 'blocked',
  'marked as sent': 'blocked',
};

/** Whether the log shows the message. */
export function isLogged<M extends Pick<Message, 'state'>>(message: M): message is M & { state: Logged } {
  return LOGGED.some((state) => state === message.state);
}

/** The status of a message in the log. */
export function logStatusOf(message: { state: Logged; reply: string | null }): LogStatus {
  const reply = message.reply ?? '';
  switch (message.state) {
    case 'accepted':
      return 'success';
    case 'deferred':
      return 'temporary-error';
    case 'uncertain':
      return 'error';
    case 'rejected':
      if (reply.startsWith('5')) return 'fatal-error';
      return reply.startsWith('given up') ? 'giveup' : 'error';
    case 'skipped':
      return Object.hasOwn(SKIP_REASONS, reply) ? (SKIP_REASONS[reply] ?? 'giveup') : 'giveup';
  }
}

/** Whether a skipped message was skipped because nobody knows whether it was accepted (policy `skip`). */
export function isSkippedUncertain(reply: string | null): boolean {
  return logStatusOf({ state: 'skipped', reply }) === 'giveup';
}

/** The name of the relay that answered last: one of the store, or that of the configuration by its address; null for none. */
export function relayNameOf({ relay, relay_id }: { relay: string | null; relay_id: number | null }): string | null {
  if (relay_id === null) return null;
  return relay ?? (relay_id === 0 ? 'configured' : 'removed');
}
