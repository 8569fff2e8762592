// What follows a mail server's reply within a transaction (RFC 5321, section 3.3; RFC 2920, section
// 3.1).
import type { Reply, ServerReply } from './replies.ts';

/** `mail`: the parameter of MAIL, e.g. `FROM:<a@b.test> SIZE=9`; `rcpt`: the recipient. */
export type Envelope = { mail: string; rcpt: string };

/**
 * What the next reply answers. `empty`: a message without content, which ends a DATA requested in
 * vain.
 */
export type Step = 'MAIL' | 'RCPT' | 'DATA' | 'end' | 'empty' | 'RSET' | 'QUIT';

/** How far a transaction is. */
export type Transaction = {
  readonly envelope: Envelope;
  /** Its envelope went with the end of the message before it. */
  readonly isGrouped: boolean;
  /** The first refusal, which becomes the message's result. */
  refusal?: ServerReply;
  isTaken: boolean;
  /** The connection takes no more, and the message was not looked at. */
  isSpent?: true;
  /** The end of the message was passed to the socket: the server may have it. */
  handedOver: boolean;
};

/** What servers say that limit the messages of a connection, e.g. Exim. */
const PER_CONNECTION =
  /\b(?:messages?|mails?|emails|transactions)\b.{0,30}\b(?:this|per|one|single) (?:smtp )?(?:connection|session)\b/i;
const ENOUGH = /too many|max|limit|exceed|reached/i;

/** Whether a reply says that a connection which had messages takes no more of them. */
export function isEnough(step: Step, { code, text }: ServerReply): boolean {
  return step === 'MAIL' && code >= 400 && code < 500 && ENOUGH.test(text) && PER_CONNECTION.test(text);
}

type Next =
  | { kind: 'wait' | 'hand over' }
  | { kind: 'say'; step: Step; command: string }
  | { kind: 'finish'; reply: Reply }
  | { kind: 'lose'; reason: string };

const WAIT: Next = { kind: 'wait' };
const HAND_OVER: Next = { kind: 'hand over' };
const RESET: Next = { kind: 'say', step: 'RSET', command: 'RSET' };

/** Whether a reply only says what is expected, while others are on their way. */
export function isNoNews(step: Step | undefined, code: number, pipelining: boolean): boolean {
  return pipelining && (step === 'MAIL' || step === 'RCPT') && code >= 200 && code < 300;
}

/** The next step after a reply; stores a refusal with the message. */
export function nextOf(message: Transaction, step: Step, reply: ServerReply, pipelining: boolean): Next {
  const isYes = step === 'DATA' ? reply.code === 354 : reply.code < 300;
  const said = `${reply.code} ${reply.text}`;
  if (!isYes && reply.code < 400) return { kind: 'lose', reason: `Unexpected answer: ${said}` };
  switch (step) {
    case 'MAIL':
    case 'RCPT':
      if (!isYes) message.refusal ??= reply;
      if (pipelining) return WAIT;
      if (!isYes) return RESET;
      if (step === 'RCPT') return { kind: 'say', step: 'DATA', command: 'DATA' };
      return { kind: 'say', step: 'RCPT', command: `RCPT TO:<${message.envelope.rcpt}>` };
    case 'DATA':
      if (!isYes) message.refusal ??= reply;
      if (!isYes) return RESET;
      // Refused, and yet the server asks for the message: no recipient is valid, so it gets an
      // empty one (RFC 2920, 3.1).
      return message.refusal ? { kind: 'say', step: 'empty', command: '.' } : HAND_OVER;
    case 'end':
      if (message.handedOver) return { kind: 'finish', reply };
      // A reply in the middle of the message: a refusal counts, a 2xx promises nothing.
      if (!isYes) message.refusal = reply;
      else message.isTaken = true;
      return { kind: 'lose', reason: `Unexpected answer: ${said}` };
    default: // the transaction is over; a server that disagrees gets no other
      return isYes ? { kind: 'finish', reply: message.refusal ?? reply } : { kind: 'lose', reason: reply.text };
  }
}

/** MAIL, RCPT and DATA as one group. */
export function commandsOf({ mail, rcpt }: Envelope): string {
  return `MAIL ${mail}\r\nRCPT TO:<${rcpt}>\r\nDATA\r\n`;
}
