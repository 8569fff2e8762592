// Classifies a mail to the return path: a bounce, a complaint, or something that changes nothing.
// Formats for machines are tried before texts for people:
//
//   report-feedback.ts   feedback report (RFC 5965)          → complaint
//   report-dsn.ts        delivery status (RFC 3464)          → bounce, delayed, notice
//   report-replies.ts    read receipt, automatic reply, challenge
//   report-text.ts       a bounce as text                    → bounce, delayed
import { asError } from '../../kernel/errors.ts';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import { classifyFailure, decisiveRecipient, givenUpAsDelay, parseDsn } from './report-dsn.ts';
import { beforeOriginal, readableText, sentenceOf } from './report-excerpt.ts';
import { type Feedback, isComplaint, parseFeedback } from './report-feedback.ts';
import { originalFields, originalMessageId, originalRecipient, reportedAddress } from './report-original.ts';
import { type Mail, parseMailParts } from './report-parts.ts';
import { automaticSign, challengeSign, isReadReceipt } from './report-replies.ts';
import { bounceFormat, failedRecipient, isFromSystem, isStillTrying } from './report-text.ts';
import type { BounceType } from './rules.ts';

/**
 * Message-IDs have no angle brackets; addresses are as the report wrote them. What the mail doesn't
 * contain is absent.
 */
export type MailReport = Bounce | Complaint | OtherMail | { kind: 'unknown'; why: Sentence };

/**
 * A permanent failure. `diagnostic`: one line of at most 250 characters. `rule`: the bounce rule
 * that decided the type. `sentTo`: whom the original message, which the report repeats, is to; mail
 * may have been forwarded from there to `recipient`.
 */
export type Bounce = {
  kind: 'bounce';
  type: BounceType;
  enhanced?: string;
  diagnostic: string;
  recipient?: string;
  sentTo?: string;
  messageId?: string;
  rule: string;
  /** The Action field (RFC 3464, section 2.3.3) in lower case; `failed` where a report has none. */
  reportedAction: string;
};

/** A complaint, "this is spam" (RFC 5965). */
export type Complaint = { kind: 'complaint' } & Feedback;

/**
 * `delayed`: still being tried. `auto-reply`: vacation and the like. `challenge`: asks the sender
 * to prove something. `notice`: delivered, relayed, expanded, read, "not spam", an authentication
 * report. `reason` is one line.
 */
export type OtherMail = {
  kind: 'delayed' | 'auto-reply' | 'challenge' | 'notice';
  reason: string;
  recipient?: string;
  messageId?: string;
};

/**
 * Classifies a raw mail by its first megabyte. Never throws: an unreadable mail is `unknown` with a
 * reason.
 */
export async function parseMailReport(source: Uint8Array): Promise<MailReport> {
  try {
    return read(parseMailParts(source));
  } catch (error) {
    return { kind: 'unknown', why: say('returned-unreadable', { error: oneLine(asError(error).message, 250) }) };
  }
}

/** What all kinds of reports need. `readable`: the readable text without the quoted original. */
type Context = {
  mail: Mail;
  text: string;
  readable: string;
  writtenTo: string | undefined;
  about: { messageId?: string };
};

function read(mail: Mail): MailReport {
  const text = readableText(mail);
  const original = originalFields(mail);
  const messageId = originalMessageId(mail, original, text);
  const context: Context = {
    mail,
    text,
    readable: beforeOriginal(text),
    writtenTo: originalRecipient(original),
    about: messageId === undefined ? {} : { messageId },
  };
  return (
    fromFeedback(context) ??
    fromNotification(context) ??
    fromReply(context) ??
    fromText(context) ?? { kind: 'unknown', why: say('returned-no-report') }
  );
}

function fromFeedback({ mail, text, about }: Context): MailReport | undefined {
  const feedback = parseFeedback(mail, text);
  if (!feedback) return undefined;
  if (isComplaint(feedback.feedbackType)) return { kind: 'complaint', ...about, ...feedback };
  return { kind: 'notice', reason: `feedback report of type ${feedback.feedbackType}`, ...about };
}

function fromNotification({ mail, text, readable, writtenTo, about }: Context): MailReport | undefined {
  const one = decisiveRecipient(parseDsn(mail, text) ?? [], writtenTo);
  if (!one) return undefined;
  const recipient = one.original ?? one.final;
  const known = { ...(recipient ? { recipient } : {}), ...about };
  const givenUp = one.action === 'delayed' ? givenUpAsDelay(readable) : undefined;
  if (one.action === 'failed' || givenUp !== undefined) {
    const reportedAction = one.actionText || 'failed';
    return {
      kind: 'bounce',
      ...classifyFailure({ ...one, diagnostic: givenUp ?? one.diagnostic, writtenTo }, readable),
      ...known,
      ...sentTo(writtenTo),
      reportedAction,
    };
  }
  const reason = oneLine([one.actionText, one.status, one.diagnostic].filter((part) => part).join(' '), 250);
  return { kind: one.action === 'delayed' ? 'delayed' : 'notice', reason, ...known };
}

function fromReply({ mail, readable, about }: Context): MailReport | undefined {
  if (isReadReceipt(mail)) return { kind: 'notice', reason: 'read receipt', ...about };
  const format = bounceFormat(mail, readable);
  const isSystem = isFromSystem(mail);
  if (isSystem && format !== 'daemon') return undefined;
  const bounces = format !== undefined && sentenceOf(readable) !== '';
  const challenge = isSystem && bounces ? undefined : challengeSign(mail, readable);
  if (challenge) return { kind: 'challenge', reason: `challenge (${challenge})`, ...about };
  const automatic = bounces ? undefined : automaticSign(mail, readable);
  return automatic ? { kind: 'auto-reply', reason: `automatic reply (${automatic})`, ...about } : undefined;
}

function fromText({ mail, readable, writtenTo, about }: Context): MailReport | undefined {
  const format = bounceFormat(mail, readable);
  if (!format) return undefined;
  const recipient = failedRecipient(mail, readable, writtenTo);
  const known = { ...(recipient ? { recipient } : {}), ...about };
  if (isStillTrying(mail, readable)) return { kind: 'delayed', reason: `still being tried (${format})`, ...known };
  const sentence = sentenceOf(readable);
  // Daemons send all kinds of mail: only one that gives a reason is a bounce.
  if (sentence === '' && (recipient === undefined || format === 'daemon')) return undefined;
  const failure = classifyFailure(
    { diagnostic: sentence, writtenTo, ...(recipient ? { final: recipient } : {}) },
    readable,
  );
  return { kind: 'bounce', ...failure, ...known, ...sentTo(writtenTo), reportedAction: 'failed' };
}

function sentTo(writtenTo: string | undefined): { sentTo?: string } {
  const address = reportedAddress(writtenTo);
  return address === undefined ? {} : { sentTo: address };
}
