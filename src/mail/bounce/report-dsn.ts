// Delivery status notifications (RFC 3464; with addresses beyond ASCII: RFC 6533).

import { oneLine } from '../../kernel/text/one-line.ts';
import { reasonBelow, sentenceOf } from './report-excerpt.ts';
import { reportedAddress } from './report-original.ts';
import { type Fields, field, type Mail, parseFields, partText } from './report-parts.ts';
import { isOtherHost, withoutOctal } from './report-words.ts';
import { type BounceType, codesIn, findRule, type Refusal } from './rules.ts';

/** What a notification reports about one recipient. */
export type RecipientStatus = {
  action: 'failed' | 'delayed' | 'other';
  /** The Action field as written, in lower case; empty when there was none. */
  actionText: string;
  status?: string;
  diagnostic: string;
  final?: string;
  original?: string;
};

const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status']);
const RECIPIENT_FIELDS = ['final-recipient', 'action', 'status', 'diagnostic-code', 'original-recipient'];
const GROUPS_MAX = 500;
const DIAGNOSTIC_MAX = 250;

/**
 * Parses the recipients of a notification; undefined when the mail is not a notification. `text`:
 * the readable part of the mail, into which gateways flatten notifications.
 */
export function parseDsn(mail: Mail, text: string): readonly RecipientStatus[] | undefined {
  const parts = mail.parts.filter(({ type }) => STATUS_TYPES.has(type));
  const flat = parts.length === 0 ? flattened(text) : undefined;
  const sources = flat === undefined ? parts.map(partText) : [flat];
  const notified = sources.flatMap(parseGroups).map((fields) => parseRecipient(fields));
  return notified.length === 0 ? undefined : notified;
}

/**
 * The recipient that decides the result: failed before delayed before all others; among equals the
 * one we wrote to.
 */
export function decisiveRecipient(
  notified: readonly RecipientStatus[],
  writtenTo: string | undefined,
): RecipientStatus | undefined {
  for (const action of ['failed', 'delayed', 'other'] as const) {
    const those = notified.filter((one) => one.action === action);
    const ours = those.find(
      (one) => writtenTo !== undefined && (same(one.original, writtenTo) || same(one.final, writtenTo)),
    );
    if (ours ?? those[0]) return ours ?? those[0];
  }
  return undefined;
}

/**
 * The reason when a report of a delay is the last one; undefined when it isn't. OpenSMTPD gives up
 * with the words, action and status of a delay, all but the line that names the recipient.
 */
export function givenUpAsDelay(text: string): string | undefined {
  return /^\S{1,320}@\S{1,255}: (envelope expired)$/im.exec(text)?.[1];
}

/** What is known of a failed recipient; `writtenTo`: the address that the mail was sent to. */
export type Failed = Pick<RecipientStatus, 'diagnostic' | 'final' | 'original'> & {
  status?: string | undefined;
  writtenTo?: string | undefined;
};

/**
 * Bounce type, rule and codes of a failed recipient. `text` is classified when no rule knows the
 * fields.
 */
export function classifyFailure(
  failed: Failed,
  text: string,
): { type: BounceType; rule: string; enhanced?: string; diagnostic: string } {
  const addresses = [failed.final, failed.original];
  const sentence = withoutOctal(wordsOf(failed.diagnostic, text) || sentenceOf(text) || reasonBelow(text, addresses));
  const inText = codesIn(sentence);
  const enhanced = moreSpecificCode(failed.status, inText.enhanced);
  const reply: Refusal = { code: inText.code, enhanced, text: sentence };
  const found = findRule(reply) ?? findRule({ code: inText.code, enhanced, text: withoutOctal(text) });
  const isOurs = found?.type === 'hard' && isOtherHost(sentence, [...addresses, failed.writtenTo]);
  return {
    type: isOurs ? 'soft' : (found?.type ?? 'soft'),
    rule: found?.name ?? 'no-rule',
    ...(enhanced ? { enhanced } : {}),
    diagnostic: oneLine(sentence, DIAGNOSTIC_MAX) || `${enhanced ?? ''} no reason given`.trim(),
  };
}

/** The diagnostic; instead of a program's exit code (`X-Unix; 73`) what sendmail's text says. */
function wordsOf(diagnostic: string, text: string): string {
  if (!/^\d{1,2}$/.test(diagnostic)) return diagnostic;
  return /^ {0,8}\(reason: (.{1,1000})\)$/m.exec(text)?.[1] ?? '';
}

/**
 * The more specific code: the Status field, unless it is general (5.0.0) and the server's own reply
 * has another.
 */
function moreSpecificCode(status: string | undefined, replied: string | undefined): string | undefined {
  if (!status || (replied && /^\d\.0\.0$/.test(status))) return replied ?? status;
  return status;
}

/**
 * Parses the groups of fields, one group a recipient. Broken reports put empty lines inside a
 * group: those pieces are joined again.
 */
function parseGroups(text: string): Fields[] {
  const groups: Map<string, readonly string[]>[] = [];
  for (const piece of text.split(/\n[ \t]*\n/, GROUPS_MAX)) {
    const fields = parseFields(piece);
    if (!RECIPIENT_FIELDS.some((name) => fields.has(name))) continue;
    const last = groups.at(-1);
    const begins = fields.has('final-recipient') || fields.has('original-recipient');
    const continues = last && !begins && ![...fields.keys()].some((name) => last.has(name));
    if (continues) for (const [name, values] of fields) last.set(name, values);
    else groups.push(new Map(fields));
  }
  return groups;
}

function parseRecipient(fields: Fields): RecipientStatus {
  const actionText = (field(fields, 'action') ?? '').toLowerCase();
  const status = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(field(fields, 'status') ?? '')?.[1];
  const final = reportedAddress(field(fields, 'final-recipient'));
  const original = reportedAddress(field(fields, 'original-recipient'));
  return {
    action: actionOf(actionText, status),
    actionText: /^[a-z]{1,40}/.exec(actionText)?.[0] ?? '',
    diagnostic: parseDiagnostic(field(fields, 'diagnostic-code') ?? ''),
    ...(status ? { status } : {}),
    ...(final ? { final } : {}),
    ...(original ? { original } : {}),
  };
}

function actionOf(actionText: string, status: string | undefined): RecipientStatus['action'] {
  if (/^(?:fail|undeliver|bounce)/.test(actionText)) return 'failed';
  if (actionText.startsWith('delay')) return 'delayed';
  if (/^(?:deliver|relay|expand)/.test(actionText)) return 'other';
  // An action that RFC 3464 does not define: the class of the status decides.
  return status?.startsWith('5') ? 'failed' : status?.startsWith('4') ? 'delayed' : status ? 'other' : 'failed';
}

/** `smtp; 550-5.1.1 No such 550 5.1.1 user` → `550 5.1.1 No such user` */
function parseDiagnostic(value: string): string {
  let text = value;
  for (let type = /^\s*[a-z][\w.-]{0,30}\s*;\s*/i.exec(text); type; type = /^\s*smtp\s*;\s*/i.exec(text)) {
    text = text.slice(type[0].length);
  }
  const code = /^(\d{3})[ -](?:([245]\.\d{1,3}\.\d{1,3})[ -]?)?/.exec(text);
  if (!code) return text.trim();
  const [start, reply = '', enhanced = ''] = code;
  const repeated = new RegExp(`\\s${reply}[- ]${enhanced.replaceAll('.', '\\.')}${enhanced === '' ? '' : '[ -]'}`, 'g');
  const rest = `${enhanced === '' ? '' : `${enhanced} `}${text.slice(start.length).replace(repeated, ' ')}`;
  return `${reply} ${rest}`.trim();
}

/** A notification that a gateway flattened into the mail's text. */
function flattened(text: string): string | undefined {
  const start = /^(?:reporting-mta|final-recipient|original-recipient):/im.exec(text);
  if (!start || !/^final-recipient:/im.test(text) || !/^(?:action|status):/im.test(text)) return undefined;
  return text.slice(start.index, start.index + 20_000);
}

function same(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
