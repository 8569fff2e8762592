// The rules of transactional emails: their statuses, files and how long they are kept. Pure.
import { oneLine } from '../kernel/one-line.ts';
import type { MessageState } from '../storage/tables.ts';

const EMAIL_KINDS = ['transactional', 'test', 'confirmation', 'report', 'forward', 'notice', 'account'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/**
 * Emails are kept for this time after they were due; then also those are removed that could not be
 * sent.
 */
export const KEPT_MS = 30 * 24 * 3_600_000;

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

/** A file name that is safe in a mail: without folders and invisible characters; never empty. */
export function fileNameOf(name: string): string {
  const last = oneLine(name.split(/[/\\]/).at(-1) ?? '', 100_000);
  if (last.length <= MAX_NAME) return last || 'attachment';
  const ending = /\.\w{1,10}$/.exec(last)?.[0] ?? '';
  return oneLine(last.slice(0, last.length - ending.length), MAX_NAME - ending.length) + ending;
}

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/;
/** Composite types may not be encoded as base64 (RFC 2046, section 5). */
const COMPOSITE = /^(?:multipart|message)\//;

/** A media type (RFC 6838, section 4.2) without parameters; anything else is a file of bytes. */
export function mediaTypeOf(text: string): string {
  const type = (text.split(';', 1)[0] ?? '').trim().toLowerCase();
  return MEDIA_TYPE.test(type) && !COMPOSITE.test(type) ? type : 'application/octet-stream';
}
