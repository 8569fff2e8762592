// Returned mail for tests: accepted messages, and reports about them.

import type { InboundTools } from '../../src/inbound/process-mail.ts';
import { createLogger, type Logger } from '../../src/kernel/log.ts';
import { parseSentences, textOf } from '../../src/kernel/sentences/sentence.ts';
import { type ReturnPath, returnAddress } from '../../src/mail/address/verp.ts';
import type { Db } from '../../src/storage/db.ts';
import { countersOf, seedCampaign, seedList, seedMessages, seedSubscribers } from './delivery-rows.ts';

export const returnPath: ReturnPath = {
  address: 'bounce@example.com',
  secret: 'the secret of these tests, long enough',
};

export const returnClock = { now: () => Date.UTC(2026, 10, 21, 12, 0, 0) };

/** Tools for processing returned mail; the log is silent unless one is given. */
export function inboundTools(db: Db, log: Logger = createLogger('silent')): InboundTools & { path: ReturnPath } {
  return { db, clock: returnClock, log, path: returnPath };
}

/** An accepted message, with the addresses and ids that reports about it use. */
export type AcceptedMail = {
  campaignId: number;
  subscriberId: number;
  messageId: string;
  email: string;
  bounceTo: string;
  unsubscribeTo: string;
};

/** A campaign to `count` subscribers whose messages were accepted. */
export async function mailedCampaign(db: Db, count: number): Promise<AcceptedMail[]> {
  const seed = await seedList(db);
  await seedSubscribers(db, seed, count, { prefix: `c${seed.customerId}n` });
  const campaignId = await seedCampaign(db, seed, { status: 'sent' });
  await seedMessages(db, seed, campaignId, { state: 'accepted' });
  const rows = await db
    .selectFrom('message')
    .innerJoin('subscriber', (on) =>
      on
        .onRef('subscriber.customer_id', '=', 'message.customer_id')
        .onRef('subscriber.id', '=', 'message.subscriber_id'),
    )
    .innerJoin('campaign', (on) =>
      on.onRef('campaign.customer_id', '=', 'message.customer_id').onRef('campaign.id', '=', 'message.campaign_id'),
    )
    .select(['subscriber.id as subscriberId', 'subscriber.uid', 'subscriber.email'])
    .select('campaign.uid as campaignUid')
    .where('message.campaign_id', '=', campaignId)
    .orderBy('message.subscriber_id')
    .execute();
  return rows.map((row) => ({
    campaignId,
    subscriberId: row.subscriberId,
    messageId: `<${row.campaignUid}.${row.uid}@mail.example.com>`,
    email: row.email,
    bounceTo: returnAddress(returnPath, 'bounce', { campaignId, subscriberId: row.subscriberId }),
    unsubscribeTo: returnAddress(returnPath, 'unsubscribe', { campaignId, subscriberId: row.subscriberId }),
  }));
}

/** Lines of a mail with CRLF line ends. */
export const mailText = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;

/** Parts of a report that a test changes. */
export type ReportParts = { to?: string; status?: string; action?: string; quoted?: string[] };

/**
 * A delivery status notification (RFC 3464) about a message. `quoted`: fields of the original that
 * it repeats.
 */
export function bounceMail(
  mailed: AcceptedMail,
  { to, status = '5.1.1', action = 'failed', quoted }: ReportParts = {},
): string {
  const original = quoted ?? [`Message-ID: ${mailed.messageId}`];
  return mailText(
    'Return-Path: <>',
    `To: ${to ?? mailed.bounceTo}`,
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.net>',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    `Final-Recipient: rfc822; ${mailed.email}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} <${mailed.email}>: no such user`,
    '--b',
    'Content-Type: message/rfc822',
    '',
    ...original,
    `To: ${mailed.email}`,
    'Subject: Hello',
    '',
    'Hello',
    '--b--',
  );
}

/** A feedback report (RFC 5965) about a message. */
export function complaintMail(mailed: AcceptedMail, { to = returnPath.address, quoted }: ReportParts = {}): string {
  return mailText(
    'Return-Path: <feedback@isp.example.net>',
    `To: ${to}`,
    'From: feedback@isp.example.net',
    'Subject: FW: Hello',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is an email abuse report.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Example/1.0',
    'Version: 1',
    '--b',
    'Content-Type: message/rfc822',
    '',
    ...(quoted ?? [`Message-ID: ${mailed.messageId}`, `List-Unsubscribe: <mailto:${mailed.unsubscribeTo}>`]),
    'Subject: Hello',
    '',
    'Hello',
    '--b--',
  );
}

/** A mail written by a person. */
export function personMail(from: string, to: string, ...fields: string[]): string {
  return mailText(`Return-Path: <${from}>`, `From: ${from}`, `To: ${to}`, 'Subject: unsubscribe', ...fields, '', 'Bye');
}

/** Everything that returned mail can change, for one campaign. */
export async function effectsOn(db: Db, campaignId: number) {
  const of = <T extends 'bounce' | 'complaint' | 'unsubscribe'>(table: T) =>
    db
      .selectFrom(table as 'bounce')
      .select('subscriber_id')
      .where('campaign_id', '=', campaignId)
      .execute();
  const counters = await countersOf(db, campaignId);
  const suppressed = await db
    .selectFrom('suppression')
    .innerJoin('campaign', 'campaign.customer_id', 'suppression.customer_id')
    .select(['suppression.email', 'suppression.reason'])
    .where('campaign.id', '=', campaignId)
    .orderBy('suppression.id')
    .execute();
  return {
    bounces: (await of('bounce')).length,
    complaints: (await of('complaint')).length,
    unsubscribes: (await of('unsubscribe')).length,
    counted: [counters.hard_bounces, counters.soft_bounces, counters.complaints, counters.unsubscribes],
    suppressed: suppressed.map(({ email, reason }) => `${email} ${reason}`),
  };
}

/** What became of one message and its recipient. */
export async function fateOf(db: Db, { campaignId, subscriberId }: AcceptedMail) {
  const of = (table: 'bounce' | 'complaint') =>
    db
      .selectFrom(table)
      .selectAll()
      .where('campaign_id', '=', campaignId)
      .where('subscriber_id', '=', subscriberId)
      .executeTakeFirst();
  const bounce = (await of('bounce')) as { type: string } | undefined;
  const person = await db.selectFrom('subscriber').select('status').where('id', '=', subscriberId).executeTakeFirst();
  return { bounce: bounce?.type, complaint: (await of('complaint')) !== undefined, status: person?.status };
}

/** The reasons of the stored unclassified mails. */
export async function storedReasons(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('returned_mail').select('sentences').orderBy('id').execute();
  return rows.map(({ sentences }) => textOf(parseSentences(sentences)));
}
