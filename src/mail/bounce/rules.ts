// Classifies a refusal. What words and codes mean is data, tried in this order:
//
//   rules-sender.ts    reputation, authentication, sender address: whatever the code
//   rules-mailbox.ts   mailbox full, then mailbox or domain missing: before codes like 5.7.1
//   rules-message.ts   content, size, relaying; then the route to the server
//   rules-codes.ts     enhanced codes (RFC 3463) and reply codes; then words that mean little
import { CODE_RULES, VAGUE_RULES } from './rules-codes.ts';
import { MAILBOX_HARD_RULES, MAILBOX_SOFT_RULES } from './rules-mailbox.ts';
import { MESSAGE_RULES, ROUTE_RULES } from './rules-message.ts';
import { SENDER_RULES } from './rules-sender.ts';
import type { BounceRule } from './rules-shape.ts';

/**
 * `hard`: the address can't get mail, now or later. `soft`: it may work later. `internal`: our side
 * or our reputation (blocklist, content, size, authentication), never the recipient's fault.
 */
export type BounceType = BounceRule['type'];
export type Refusal = { code?: number | undefined; enhanced?: string | undefined; text: string };

const TEXT_RULES = [...SENDER_RULES, ...MAILBOX_SOFT_RULES, ...MAILBOX_HARD_RULES, ...MESSAGE_RULES, ...ROUTE_RULES];
/** All rules in the order in which they are tried; the first match decides. */
export const BOUNCE_RULES: readonly BounceRule[] = [...TEXT_RULES, ...CODE_RULES, ...VAGUE_RULES];

/** Longest text that is examined; what servers say is far shorter. */
const TEXT_MAX = 4000;
const ENHANCED = /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/;
const REPLY_CODES = [
  /^[^\w]{0,5}([45]\d\d)\b/,
  /\b([45]\d\d)[ -]#?[45]\.\d/,
  /(?:said|returned|respon\w{2,4}|reply|error|server|code|received|<<<)[^\w]{1,6}([45]\d\d)\b/i,
  /\b([45][0-5]\d)(?:[ -][a-z<]|$)/i,
];

/**
 * The bounce type of a refusal, and the name of the rule that decided; for 5xx replies in a session
 * too. `hard`: the address can't get mail. `soft`: it may work later. `internal`: our side or our
 * reputation. What no rule knows is `soft`.
 */
export function bounceTypeOf(reply: { code?: number; enhanced?: string; text: string }): {
  type: BounceType;
  rule: string;
} {
  const found = findRule(reply);
  return found ? { type: found.type, rule: found.name } : { type: 'soft', rule: 'no-rule' };
}

/**
 * The first matching rule; undefined when none matches. Codes that are not given are looked for in
 * the text. A temporary failure (4xx) is never `hard`.
 */
export function findRule(reply: Refusal): { name: string; type: BounceType } | undefined {
  const { code, enhanced } = { ...codesIn(reply.text), ...given(reply) };
  const text = comparable(reply.text);
  const codes = [enhanced, code === undefined ? undefined : String(code)];
  const rule = BOUNCE_RULES.find(({ pattern, status }) => fits(status, codes) && (!pattern || pattern.test(text)));
  if (!rule) return undefined;
  const putOff = code === undefined ? enhanced?.startsWith('4') : code < 500;
  return { name: rule.name, type: rule.type === 'hard' && putOff ? 'soft' : rule.type };
}

/** The reply code and enhanced code in a text. */
export function codesIn(text: string): { code?: number; enhanced?: string } {
  const start = text.slice(0, TEXT_MAX);
  const enhanced = ENHANCED.exec(start)?.[1];
  let code: string | undefined;
  for (const pattern of REPLY_CODES) code ??= pattern.exec(start)?.[1];
  return { ...(code ? { code: Number(code) } : {}), ...(enhanced ? { enhanced } : {}) };
}

function given(reply: Refusal): Refusal {
  const { code, enhanced, text } = reply;
  return { text, ...(code === undefined ? {} : { code }), ...(enhanced === undefined ? {} : { enhanced }) };
}

function fits(status: readonly string[] | undefined, codes: readonly (string | undefined)[]): boolean {
  return !status || status.some((one) => codes.some((code) => code === one || code?.startsWith(`${one}.`)));
}

/**
 * Normalizes the text for patterns: lower case, no accents, single spaces, addresses as "@" (a
 * recipient may be called spam@example.com).
 */
function comparable(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .toLowerCase()
    .normalize('NFKD')
    .slice(0, TEXT_MAX)
    .replace(/\p{Mn}+/gu, '')
    .replace(/[\u2018\u2019`´]/g, "'")
    .replace(/[^\s<>()"',;]*@[^\s<>()"',;:]*/g, '@')
    .replace(/<@>|\[@\]|"@"|'@'/g, '@')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
