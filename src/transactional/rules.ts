// The rules of transactional emails: their statuses, files and how long they are kept. Pure.
import { DAY_MS } from '../kernel/durations.ts';
import type { MessageState } from '../storage/tables.ts';

const EMAIL_KINDS = ['transactional', 'test', 'confirmation', 'report', 'forward', 'notice', 'account'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/**
 * Emails are kept for this time after they were due; then also those are removed that could not be
 * sent.
 */
export const KEPT_MS = 30 * DAY_MS;

export const MAX_ATTACHMENTS = 20;
export const MAX_NAME = 255;

/** The three statuses of the interface. */
export const STATUSES = ['unsent', 'sent', 'failed'] as const;
export type EmailStatus = (typeof STATUSES)[number];

/**
 * The status for a message's state. Nobody knows whether a mail server accepted an uncertain
 * message; it is never sent again, so it counts as sent: a program that takes it for failed would
 * send a second one.
 */
export function statusOf(state: MessageState): EmailStatus {
  switch (state) {
    case 'pending':
    case 'claimed':
    case 'in_flight':
    case 'deferred':
      return 'unsent';
    case 'accepted':
    case 'uncertain':
      return 'sent';
    case 'rejected':
    case 'skipped':
      return 'failed';
  }
}
