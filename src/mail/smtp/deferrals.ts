// Classifies a refusal by what it means for the sending rate: too fast, greylisted, blocked, one
// mailbox, or the server's own trouble. The rules are data (deferrals-rules.ts); the first match
// decides.
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { DEFERRAL_RULES, type DeferralKind, type DeferralRule } from './deferrals-rules.ts';
import type { ClassifiedReply } from './replies.ts';

/** `waitMs`: how long the server asked to wait, if it did. */
export type Deferral = { kind: DeferralKind; scope: 'destination' | 'relay'; rule: string; waitMs: number | undefined };

const LONGEST_WAIT_MS = 6 * HOUR_MS;
const WAIT =
  /\b(?:in|after|for|wait|within|next)\s{1,3}(?:at least )?(\d{1,6})\s?(s|sec|secs|second|seconds|m|min|mins|minute|minutes|h|hour|hours)\b/i;

/**
 * Classifies a 4xx or 5xx refusal; undefined for any other outcome, which says nothing about the
 * rate. A 5xx counts only when a rule knows it: most are about one message or mailbox.
 */
export function classifyDeferral(reply: ClassifiedReply): Deferral | undefined {
  const { code, outcome, text } = reply;
  if (code === undefined || code < 400 || outcome === 'accepted') return undefined;
  const found = DEFERRAL_RULES.find((rule) => fits(rule, code, reply.enhanced ?? '', text));
  const kind = found?.kind ?? (code < 500 ? 'unknown' : 'message');
  return { kind, scope: found?.scope ?? 'destination', rule: found?.name ?? 'none', waitMs: askedWaitMs(text) };
}

function fits(rule: DeferralRule, code: number, enhanced: string, text: string): boolean {
  if (code >= 500 && !rule.alsoPermanent) return false;
  if (rule.enhanced && !rule.enhanced.test(enhanced)) return false;
  return rule.text === undefined || rule.text.test(text);
}

/**
 * The requested delay, "try again in 300 seconds" or "after 5 minutes": in ms, at most six hours.
 */
function askedWaitMs(text: string): number | undefined {
  const [, count, unit] = WAIT.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const unitMs = /^s/i.test(unit) ? 1000 : /^m/i.test(unit) ? MINUTE_MS : HOUR_MS;
  return Math.min(LONGEST_WAIT_MS, Number(count) * unitMs);
}
