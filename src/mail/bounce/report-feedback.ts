// Feedback reports (RFC 5965): somebody pressed "this is spam". Also the older form of Outlook's
// junk mail reporting, which returns the original message with the address of the complainant in
// its header.

import { oneLine } from '../../kernel/text/one-line.ts';
import { COMPLAINANT, messageIdIn, originalFields, originalRecipient, reportedAddress } from './report-original.ts';
import { type Fields, field, type Mail, parseFields, partText, textField } from './report-parts.ts';

/** `mailFrom`: the envelope sender of the original message. */
export type Feedback = {
  feedbackType: string;
  recipient?: string;
  messageId?: string;
  mailFrom?: string;
  listUnsubscribe?: string;
  feedbackId?: string;
  reportedDomain?: string;
};

/**
 * Report types that are not complaints: RFC 5965 (not-spam), RFC 6591 (auth-failure), and DMARC
 * reports.
 */
const NO_COMPLAINT = new Set(['not-spam', 'auth-failure', 'dmarc', 'dkim', 'spf']);

/**
 * Parses a feedback report; undefined when the mail is not one. `text`: the readable part of the
 * mail.
 */
export function parseFeedback(mail: Mail, text: string): Feedback | undefined {
  const original = originalFields(mail);
  const report = reportFields(mail, text) ?? (isJunkReport(mail, original) ? new Map<string, string[]>() : undefined);
  if (!report) return undefined;
  const recipient =
    reportedAddress(field(report, 'original-rcpt-to')) ??
    reportedAddress(field(report, 'removal-recipient')) ??
    reportedAddress(field(original, COMPLAINANT)) ??
    reportedAddress(originalRecipient(original));
  const mailFrom =
    reportedAddress(field(report, 'original-mail-from')) ?? reportedAddress(field(original, 'return-path'));
  const messageId =
    messageIdIn(field(original, 'message-id')) ??
    messageIdIn(field(report, 'original-message-id') ?? field(report, 'message-id'));
  const listUnsubscribe = field(original, 'list-unsubscribe');
  const feedbackId = field(original, 'feedback-id');
  const reportedDomain = field(report, 'reported-domain');
  return {
    feedbackType: oneLine((field(report, 'feedback-type') ?? 'abuse').toLowerCase(), 40) || 'abuse',
    ...(recipient ? { recipient } : {}),
    ...(messageId ? { messageId } : {}),
    ...(mailFrom ? { mailFrom } : {}),
    ...(listUnsubscribe ? { listUnsubscribe: oneLine(listUnsubscribe, 1000) } : {}),
    ...(feedbackId ? { feedbackId: oneLine(feedbackId, 250) } : {}),
    ...(reportedDomain ? { reportedDomain: oneLine(reportedDomain, 250) } : {}),
  };
}

/** Whether a report of this type is a complaint. */
export function isComplaint(feedbackType: string): boolean {
  return !NO_COMPLAINT.has(feedbackType);
}

/** The fields of the report part. Some senders write them as text beside the original message. */
function reportFields(mail: Mail, text: string): Fields | undefined {
  const part = mail.parts.find(({ type }) => type === 'message/feedback-report');
  if (part) return parseFields(partText(part).trim());
  const start = /^feedback-type:/im.exec(text.slice(0, 8000));
  const isReport = /report-type="?feedback-report/i.test(field(mail.fields, 'content-type') ?? '');
  if (!start || (!isReport && originalFields(mail).size === 0)) return undefined;
  const from = text.lastIndexOf('\n\n', start.index) + 1;
  return parseFields(text.slice(from, from + 8000).trim());
}

function isJunkReport(mail: Mail, original: Fields): boolean {
  if (field(original, COMPLAINANT)) return true;
  const from = field(mail.fields, 'from') ?? '';
  return original.size > 0 && /staff@hotmail\.com/i.test(from) && /complaint/i.test(textField(mail.fields, 'subject'));
}
