// One attempt: makes the message, hands it to the mail server, and says what became of it. Never throws: whatever
// happens to one message is an outcome of that message.
import type { Clock } from '../kernel/clock.ts';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { messageBytes } from '../mail/compose.ts';
import { classifyReply, type Reply } from '../mail/replies.ts';
import type { Lane } from '../mail/smtp.ts';
import { RETRY, type RetryPolicy, retryDelayMs } from './backoff.ts';
import type { ComposedMessage } from './personalise.ts';
import type { Outcome } from './record.ts';

type Tools = { clock: Clock; log: Logger; retry?: RetryPolicy | undefined };

/** Sends one message that is committed as in flight. */
export async function deliver(lane: Lane, message: ComposedMessage, tools: Tools): Promise<Outcome> {
  const { clock, log } = tools;
  const settled = (state: Outcome['state'], reply: string | null, nextAttemptAt: number | null = null): Outcome => {
    return { messageId: message.id, state, reply, nextAttemptAt, at: clock.now() };
  };
  // The server closed the connection while it was idle: nothing was tried.
  if (!lane.alive) return settled('pending', null);
  const made = make(message, tools);
  if (made.kind === 'refused') return settled('rejected', made.text);
  const { email } = message.subscriber;
  const reply = await lane.send({ from: made.from, to: email, data: messageBytes(made) });
  const { outcome, code, enhanced, text } = classifyReply(reply);
  const about = { message: message.id, campaign: message.campaignId, code, enhanced };
  if (outcome === 'deferred') {
    const nextAttemptAt = retryAt(message.attempts + 1, reply, tools);
    if (nextAttemptAt !== undefined) {
      log.debug({ event: 'delivery.deferred', ...about, to: email, reply: text });
      return settled('deferred', text, nextAttemptAt);
    }
  }
  if (outcome === 'accepted') {
    log.debug({ event: 'delivery.accepted', ...about, to: email });
    return settled('accepted', text);
  }
  if (outcome === 'uncertain') {
    log.warn({ event: 'delivery.uncertain', ...about });
    return settled('uncertain', text);
  }
  log.info({ event: 'delivery.rejected', ...about }); // the reply may quote the address
  return settled('rejected', text);
}

/** When to try again, or undefined when it was tried often enough. */
function retryAt(attempt: number, reply: Reply, { clock, retry = RETRY }: Tools): number | undefined {
  // A lost connection says little about the message: sooner again, and far more often before giving up.
  const policy =
    reply.kind === 'lost' ? { ...retry, firstMs: retry.firstMs / 10, attempts: retry.attempts * 4 } : retry;
  return attempt >= policy.attempts ? undefined : clock.now() + retryDelayMs(attempt, policy);
}

function make(message: ComposedMessage, { log, clock }: Tools): ReturnType<ComposedMessage['compose']> {
  try {
    return message.compose(message, clock.now());
  } catch (error) {
    log.error({ event: 'delivery.compose-failed', message: message.id, reason: asError(error).message });
    return { kind: 'refused', text: 'The message could not be made.' };
  }
}
