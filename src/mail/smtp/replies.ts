// Parses and classifies a mail server's reply to a message (RFC 5321, section 4.2; enhanced codes:
// RFC 3463).
//
//   Reply = { kind: 'reply', code, enhanced?, text } | { kind: 'lost', phase, text }
//   classifyReply(reply): ClassifiedReply

import { oneLine } from '../../kernel/text/one-line.ts';
/** A server's reply, or the connection's end. Data, never an exception. */
export type Reply = ServerReply | LostReply;
/**
 * `text`: everything the server said, lines joined with a space, without code and enhanced code.
 * `isToMail`: it answers MAIL, so it is about us, and nobody's mailbox.
 */
export type ServerReply = { kind: 'reply'; code: number; enhanced?: string; text: string; isToMail?: true };
/**
 * `before_data`: the server can't have the message, sending again is safe. `after_data`: it may
 * have it. `isSpent`: the server takes no more over a connection on which it took some, which is no
 * answer about this message.
 */
export type LostReply = { kind: 'lost'; phase: 'before_data' | 'after_data'; text: string; isSpent?: true };

export type Outcome = 'accepted' | 'deferred' | 'rejected' | 'uncertain';
/**
 * `text`: one line for the record, e.g. `550 5.1.1 No such user`, at most 500 characters.
 * `isToMail` as of the reply.
 */
export type ClassifiedReply = { outcome: Outcome; code?: number; enhanced?: string; text: string; isToMail?: true };

const MAX_TEXT = 500;
const REPLY_LINE = /^(\d{3})(?:[ -]|$)/;
const ENHANCED = /^([245]\.\d{1,3}\.\d{1,3})(?:\s+|$)/;

/**
 * Parses a reply as received, one or several lines.
 * @returns undefined when it does not begin with a reply code
 */
export function parseReply(raw: string): ServerReply | undefined {
  const lines = raw.trimEnd().split(/\r?\n/); // a line may be its code alone (RFC 5321, section 4.2)
  const code = REPLY_LINE.test(lines[0] ?? '') ? Number(raw.slice(0, 3)) : 0;
  if (code < 200 || code > 599) return undefined;
  let enhanced: string | undefined;
  let text = '';
  for (const line of lines) {
    let said = (REPLY_LINE.test(line) ? line.slice(4) : line).trim();
    const found = ENHANCED.exec(said);
    // Every line repeats the enhanced code, whose class must be the reply's (RFC 2034).
    if (found?.[1]?.[0] === raw[0]) {
      enhanced ??= found?.[1];
      said = said.slice(found?.[0].length);
    }
    if (said !== '') text += text === '' ? said : ` ${said}`;
  }
  return enhanced === undefined ? { kind: 'reply', code, text } : { kind: 'reply', code, enhanced, text };
}

/**
 * The outcome of one attempt. 3xx is never a valid reply to a message: the server is out of step,
 * so the message is deferred.
 */
export function classifyReply(reply: Reply): ClassifiedReply {
  if (reply.kind === 'lost') {
    return { outcome: reply.phase === 'before_data' ? 'deferred' : 'uncertain', text: oneLine(reply.text, MAX_TEXT) };
  }
  const { code, enhanced, isToMail } = reply;
  const words = enhanced === undefined ? '' : ` ${enhanced}`;
  const text = oneLine(`${code}${words}${reply.text === '' ? '' : ' '}${reply.text}`, MAX_TEXT);
  return { outcome: outcomeOf(code), code, enhanced, text, ...(isToMail && { isToMail }) };
}

function outcomeOf(code: number): Outcome {
  if (code < 300) return 'accepted';
  // 503 is about the order of commands on this connection, never about the message.
  return code >= 500 && code !== 503 ? 'rejected' : 'deferred';
}
