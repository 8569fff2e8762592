// Decides the effect of a returned mail: a table of what is believed from whom. Pure.
//
//   report         with a signed return address          with a Message-ID alone
//   hard bounce    recorded, the address is suppressed   recorded as soft: only several suppress
//   other bounce   recorded                              recorded
//   complaint      recorded, the address is suppressed   only the subscriber is unsubscribed
//   unsubscribe    the subscriber is unsubscribed        none: it needs a signed address
//
// A signed address occurs in the message's header only: whoever has it has the original mail. A
// Message-ID is copied into every reply and every mailing list archive; it allows no more than the
// links in the mail, which whoever has the mail may use.
import { type Sentence, say } from '../kernel/sentences/sentence.ts';
import type { Bounce, MailReport } from '../mail/bounce/report.ts';
import type { MessageName } from '../messages/uncertain/settle.ts';
import type { Evidence } from './evidence.ts';

/** The message that a mail is about. `proven`: a signed return address names it. */
export type NamedMessage = { message: MessageName; proven: boolean };

export type Decision =
  | ({ do: 'bounce'; message: MessageName; enhanced: string | null; report: string } & Pick<Bounce, 'type' | 'sentTo'>)
  | { do: 'complaint'; message: MessageName; report: string }
  | { do: 'unsubscribe'; message: MessageName }
  | { do: 'nothing'; reason: string }
  | { do: 'keep'; why: Sentence };

const nameOf = ({ campaignId, subscriberId }: MessageName): MessageName => ({ campaignId, subscriberId });

/**
 * The message that signed addresses name: `many` when they name several, undefined when there is
 * none.
 */
export function provenMessage({ token, quoted }: Evidence): NamedMessage | 'many' | undefined {
  if (token) return { message: nameOf(token), proven: true };
  const [first, ...others] = quoted;
  if (others.length > 0) return 'many';
  return first === undefined ? undefined : { message: first, proven: true };
}

/**
 * Decides the effect of a mail.
 * @param named the message it is about: a proven one, else the one with its Message-ID
 */
export function decide(evidence: Evidence, returned: MailReport, named: NamedMessage | 'many' | undefined): Decision {
  const { token, automatic } = evidence;
  if (token?.purpose === 'unsubscribe' && returned.kind !== 'complaint') {
    if (automatic || isReport(returned)) return { do: 'nothing', reason: 'no person wrote it' };
    return { do: 'unsubscribe', message: nameOf(token) };
  }
  if (returned.kind === 'unknown') return { do: 'keep', why: returned.why };
  if (returned.kind !== 'bounce' && returned.kind !== 'complaint') return { do: 'nothing', reason: returned.kind };
  if (named === 'many') return { do: 'keep', why: say(`${returned.kind}-names-several`) };
  if (!named) return { do: 'keep', why: say(`${returned.kind}-names-none`) };
  const { message, proven } = named;
  if (returned.kind === 'bounce') {
    const type = returned.type === 'hard' && !proven ? 'soft' : returned.type;
    const { enhanced = null, diagnostic: report, sentTo } = returned;
    return { do: 'bounce', message, type, enhanced, report, ...(sentTo !== undefined && { sentTo }) };
  }
  if (!proven) return { do: 'unsubscribe', message };
  return { do: 'complaint', message, report: `Feedback report: ${returned.feedbackType}`.slice(0, 250) };
}

/**
 * Whether the mail is a report: any other mail to an unsubscribe address is an unsubscribe. Nothing
 * is sent from that address, so no challenge comes to it; people's footers read like one
 * ("protected by Mailinblack").
 */
function isReport({ kind }: MailReport): boolean {
  return kind !== 'unknown' && kind !== 'challenge';
}
