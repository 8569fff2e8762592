// Processes a returned mail in one transaction: its effect, or the unclassified mail, is committed
// completely or not at all. Processing is idempotent, because a mail may come again when its answer
// or removal was lost.
import { findMessage as findByMessageId } from '../bounces/find-message.ts';
import { recordBounce, recordComplaint } from '../bounces/record.ts';
import { suppressNamed } from '../bounces/suppress-returned.ts';
import { findCampaignById } from '../campaigns/queries.ts';
import type { Clock } from '../kernel/clock.ts';
import { sha256 } from '../kernel/ids.ts';
import type { Logger } from '../kernel/log.ts';
import { type Sentence, say, textOf } from '../kernel/sentences/sentence.ts';
import type { ReturnPath } from '../mail/address/verp.ts';
import { type MailReport, parseMailReport } from '../mail/bounce/report.ts';
import { findMessages, type MessageName } from '../messages/uncertain/settle.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { findSubscribersToLeave } from '../tracking/queries.ts';
import { recordHitsIn } from '../tracking/recorder/recorder.ts';
import { describe, type Evidence, parseEvidence, type ReturnedMail } from './evidence.ts';
import {
  deleteOldestReturned,
  deleteReturned,
  findReturned,
  insertReturned,
  updateReason,
} from './queries-returned.ts';
import { type Decision, decide, type NamedMessage, provenMessage } from './rules.ts';
import { countReturnedOf } from './show/queries.ts';

/**
 * The tools for processing returned mail. No `path`: no return address is configured, nothing is
 * signed.
 */
export type InboundTools = { db: Db; clock: Clock; log: Logger; path: ReturnPath | undefined };

/**
 * The effect of a mail: `known` means recorded before, `kept` that it could not be classified and
 * was stored. `detail` is one line.
 */
export type MailEffect =
  | { effect: 'bounce' | 'complaint' | 'unsubscribe' | 'known' | 'nothing'; detail: string }
  | { effect: 'kept'; detail: string; why: Sentence };

/** Limit on stored unclassified mails, keeping the newest; their bytes are limited too. */
const KEPT_MAILS = 10_000;
const KEPT_BYTES = 500 * 1024 * 1024;
const TRIM_EVERY = 100; // summing up the stored bytes costs more than storing a mail

/**
 * Processes a mail.
 * @returns after the commit
 * @throws errors of the store; then nothing has changed
 */
export async function processMail(tools: InboundTools, mail: ReturnedMail): Promise<MailEffect> {
  const { db, clock, log, path } = tools;
  const evidence = parseEvidence(path, mail);
  const returned = await parseMailReport(mail.source);
  const acted = await inTransaction(db, async (tx) => {
    const at = clock.now();
    const done = await applyEffect(tx, evidence, returned, at);
    const isKept = done.effect === 'kept';
    if (isKept) await keep(tx, mail, done.why, at);
    await countReturnedOf(tx, mail.origin, { understood: isKept ? 0 : 1, unknown: isKept ? 1 : 0, at });
    return done;
  });
  // Mails without effect are logged at debug level: a flood of them must not fill the disk.
  const level = ['bounce', 'complaint', 'unsubscribe'].includes(acted.effect) ? 'info' : 'debug';
  log[level]({ event: 'inbound.acted', origin: mail.origin, effect: acted.effect, detail: acted.detail });
  return acted;
}

/**
 * Processes a stored mail again. When it can be classified now, it takes effect and is deleted.
 * @returns undefined when there is no such mail
 */
export async function processStoredMail(
  { db, clock, path }: InboundTools,
  id: number,
): Promise<MailEffect | undefined> {
  const row = await findReturned(db, id);
  if (!row) return undefined;
  const mail = { origin: row.origin, mailFrom: row.mail_from, rcptTo: row.rcpt_to, source: row.source };
  const evidence = parseEvidence(path, { ...mail, mailFrom: row.mail_from === '<>' ? '' : row.mail_from });
  const returned = await parseMailReport(row.source);
  return inTransaction(db, async (tx) => {
    const done = await applyEffect(tx, evidence, returned, clock.now());
    if (done.effect === 'kept') await updateReason(tx, id, [done.why]);
    else await deleteReturned(tx, id);
    return done;
  });
}

async function applyEffect(tx: Tx, evidence: Evidence, returned: MailReport, at: number): Promise<MailEffect> {
  const named = provenMessage(evidence) ?? (await claimedMessage(tx, returned));
  const decision = decide(evidence, returned, named);
  switch (decision.do) {
    case 'bounce': {
      const outcome = await recordBounce(tx, decision.message, bounceOf(decision), at);
      if (outcome === 'unknown-message') return heed(tx, decision, at);
      return recorded('bounce', outcome, decision.type);
    }
    case 'complaint': {
      const outcome = await recordComplaint(tx, decision.message, decision.report, at);
      if (outcome === 'unknown-message') return heed(tx, decision, at);
      return recorded('complaint', outcome, decision.report);
    }
    case 'unsubscribe':
      return unsubscribe(tx, decision.message, at);
    case 'nothing':
      return { effect: 'nothing', detail: decision.reason };
    case 'keep':
      return kept(decision.why);
  }
}

const kept = (why: Sentence): MailEffect => ({ effect: 'kept', detail: textOf([why]), why });
const GONE = say('returned-too-late');

/** Where the campaign is gone too, perhaps with its customer, nobody keeps mails about it. */
async function comesTooLate(tx: Tx, { campaignId }: MessageName): Promise<MailEffect> {
  if (await findCampaignById(tx, campaignId)) return kept(GONE);
  return { effect: 'nothing', detail: 'about a campaign that is gone' };
}

function recorded(effect: 'bounce' | 'complaint', outcome: 'recorded' | 'known', detail: string): MailEffect {
  return { effect: outcome === 'known' ? 'known' : effect, detail };
}

/**
 * Of a message that is not kept any more nothing is counted, but who is known gets no more mail
 * where the report says so: both kinds need a signed address (rules.ts).
 */
async function heed(
  tx: Tx,
  decision: Extract<Decision, { do: 'bounce' | 'complaint' }>,
  at: number,
): Promise<MailEffect> {
  if (decision.do === 'bounce' && decision.type !== 'hard') return comesTooLate(tx, decision.message);
  const { subscriberId } = decision.message;
  const [person] = await findSubscribersToLeave(tx, [{ customerId: undefined, subscriberId }]);
  if (!person) return comesTooLate(tx, decision.message);
  const type = decision.do === 'bounce' ? 'hard' : 'complaint';
  const sentTo = decision.do === 'bounce' ? decision.sentTo : undefined;
  const report = { type, message: decision.report, sentTo } as const;
  await suppressNamed(tx, { customerId: person.customer_id, subscriberId }, report, at);
  return { effect: decision.do, detail: `${type}, about a message that is not kept any more` };
}

/** The message with the report's Message-ID. */
async function claimedMessage(tx: Tx, returned: MailReport): Promise<NamedMessage | undefined> {
  if (returned.kind !== 'bounce' && returned.kind !== 'complaint') return undefined;
  const found = returned.messageId === undefined ? undefined : await findByMessageId(tx, returned.messageId);
  return found && { message: found, proven: false };
}

/**
 * The same as the one-click request (RFC 8058): once on the message and in the counters, however
 * many mails come; who is on the list leaves it also when the message is gone.
 */
async function unsubscribe(tx: Tx, message: MessageName, at: number): Promise<MailEffect> {
  const { subscriberId } = message;
  const [found] = await findMessages(tx, [message]);
  const isThere = found || (await findSubscribersToLeave(tx, [{ customerId: undefined, subscriberId }])).length > 0;
  if (!isThere) return comesTooLate(tx, message);
  if (subscriberId < 0) return { effect: 'nothing', detail: 'a transactional email has no list to leave' };
  const visitor = { ipAddress: null, userAgent: null };
  await recordHitsIn(tx, [{ kind: 'unsubscribe', message, linkId: 0, visitor }], at);
  return { effect: 'unsubscribe', detail: 'by mail' };
}

const bounceOf = ({ type, enhanced, report, sentTo }: Extract<Decision, { do: 'bounce' }>) => ({
  type,
  enhanced,
  message: report,
  sentTo,
});

async function keep(tx: Tx, mail: ReturnedMail, why: Sentence, at: number): Promise<void> {
  const { mailFrom, rcptTo, subject } = describe(mail);
  const id = await insertReturned(tx, {
    origin: mail.origin,
    mail_from: mailFrom,
    rcpt_to: rcptTo,
    subject,
    sentences: JSON.stringify([why]),
    digest: sha256(Buffer.concat([Buffer.from(`${mail.rcptTo}\n`), mail.source])),
    size: mail.source.byteLength,
    source: mail.source,
    received_at: at,
  });
  if (id !== undefined && id % TRIM_EVERY === 0) await deleteOldestReturned(tx, KEPT_MAILS, KEPT_BYTES);
}
