// One attempt: composes the message, signs it, hands it to the mail server, and returns the
// outcome. Never throws: every failure of one message is an outcome of that message.
import type { SendingRelay } from '../../campaigns/merge/source.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { AppError, asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import { bounceTypeOf } from '../../mail/bounce/rules.ts';
import { classifyDeferral } from '../../mail/smtp/deferrals.ts';
import type { Addresses, Lane, Outgoing } from '../../mail/smtp/lane.ts';
import { type ClassifiedReply, classifyReply } from '../../mail/smtp/replies.ts';
import type { ReasonOf } from '../../messages/reasons.ts';
import { attemptOf } from '../../messages/turn.ts';
import { noteDeferral } from '../../metrics/messages.ts';
import { troubleText } from '../../storage/trouble.ts';
import type { QueuedMessage } from '../compose/personalise.ts';
import { type Signers, signedMessage } from '../compose/sign.ts';
import { givenUpAfter, isExpired, type Outcome } from '../outcome.ts';
import type { Permit, Throttling } from '../throttling/throttling.ts';
import { RETRY, type RetryPolicy, retryDelayMs } from './backoff.ts';
import { type Refusals, refusedForAll } from './refused-for-all.ts';

type Tools = {
  clock: Clock;
  log: Logger;
  throttling: Pick<Throttling, 'learn' | 'giveBack'>;
  signers: Signers;
  refusals: Refusals;
  retry?: RetryPolicy | undefined;
  /** How long after the first 4xx a message is given up, ms. */
  expireMs: number;
  /** Whether the message is certainly still ours; absent: yes. */
  isOurs?: () => boolean;
  /** Whether everything committed by now survives a power cut; absent: yes. */
  onDisk?: () => true | Promise<boolean>;
};

/** The result of an attempt. `relayFault`: the relay accepts no message from us at all. */
export type AttemptResult = { outcome: Outcome; relayFault?: string | undefined };

/** Makes the message's outcome. */
type ResultMaker = (state: Outcome['state'], more?: Partial<Outcome>) => AttemptResult;

/** A message that cannot be signed now is tried again after this time. */
const HOLD_MS = MINUTE_MS;

/** Gives the addresses of the message that the lane sends after this one, if they are known. */
export type Next = () => Addresses | undefined;

/** What lines of the log say of a message; its campaign and customer as `logged` of campaigns. */
const logged = ({ id, campaignId, customerId }: QueuedMessage) => {
  return { message: id, campaign_id: campaignId, customer: customerId };
};

/** Sends one message that is committed as in flight, over a lane of the relay. */
export async function deliver(
  lane: Lane,
  message: QueuedMessage,
  relay: SendingRelay,
  tools: Tools,
  next?: Next,
): Promise<AttemptResult> {
  try {
    return await attempt(lane, message, relay, tools, next);
  } catch (error) {
    // A fault of ours, after the message may have been sent: it must neither stay in flight for
    // ever nor be sent again.
    tools.log.error({ event: 'delivery.fault', ...logged(message), err: asError(error) });
    const account = {
      reason: 'fault',
      detail: 'fault of the engine while the message was in flight',
      reply: null,
    } as const;
    const at = tools.clock.now();
    const of = attemptOf(message);
    return { outcome: { ...of, state: 'uncertain', ...account, nextAttemptAt: null, relayId: relay.id, at } };
  }
}

async function attempt(
  lane: Lane,
  message: QueuedMessage,
  relay: SendingRelay,
  tools: Tools,
  next: Next | undefined,
): Promise<AttemptResult> {
  const mayHandOver = handingOver(tools);
  const { clock, log, throttling } = tools;
  const { id: relayId } = relay;
  const permit: Permit = { relayId, campaignId: message.campaignId, destination: message.destination };
  const settled: ResultMaker = (state, more = {}) => {
    const nothing = { reason: null, detail: null, reply: null, nextAttemptAt: null };
    return { outcome: { ...attemptOf(message), state, ...nothing, at: clock.now(), ...more } };
  };
  const made = await make(message, relay, tools);
  if (made.kind !== 'made') {
    throttling.giveBack(permit);
    if (made.kind === 'refused') return settled('rejected', { reason: 'not-made', detail: made.text });
    return settled('deferred', { reason: made.reason, detail: made.text, nextAttemptAt: clock.now() + HOLD_MS });
  }
  // The server closed the connection while it was idle, or the message may belong to another worker
  // by now: nothing was tried.
  if (!(lane.alive || lane.isBegun) || tools.isOurs?.() === false) {
    throttling.giveBack(permit);
    return settled('pending');
  }
  const email = message.address;
  const { from, data, encoding, isLined, tail } = made;
  const reply = await lane.send({ from, to: email, data, tail, encoding, isLined }, { mayHandOver, next });
  if (reply.kind === 'lost' && reply.isSpent) {
    throttling.giveBack(permit);
    return settled('pending'); // it goes over the next connection
  }
  const answer = classifyReply(reply);
  throttling.learn(permit, answer);
  const about = {
    ...logged(message),
    relay: `${relay.label} (${relay.host})`,
    code: answer.code,
    enhanced: answer.enhanced,
  };
  // Of direct delivery it is about one receiver.
  if (isRelayFault(answer) && !relay.direct) {
    return { ...settled('pending'), relayFault: answer.text };
  }
  const forAll = refusedForAll(answer, relay);
  if (forAll === 'until-mended') tools.refusals.refused(message.campaignId, relay, answer.text);
  switch (forAll ? 'deferred' : answer.outcome) {
    case 'accepted':
      tools.refusals.accepted(message.campaignId, relay);
      log.debug({ event: 'delivery.accepted', ...about, to: email });
      return settled('accepted', { reply: answer.text, relayId });
    case 'deferred': {
      const deferral = classifyDeferral(answer);
      if (reply.kind !== 'lost' && forAll !== 'until-mended') tools.refusals.deferred(message, relay, answer, deferral);
      noteDeferral(reply.kind === 'lost' ? 'lost' : (deferral?.kind ?? 'unknown'));
      const again = retryAt(message, tools, { waitMs: deferral?.waitMs, isCut: reply.kind === 'lost' });
      log.debug({ event: 'delivery.deferred', ...about, to: email, reply: answer.text });
      const said = { reply: answer.text, relayId };
      const reason = reply.kind === 'lost' ? 'cut' : 'answered';
      if (again.kind === 'at') return settled('deferred', { ...said, reason, nextAttemptAt: again.at });
      return settled('rejected', { ...said, reason: again.reason, detail: again.why });
    }
    case 'uncertain':
      log.warn({ event: 'delivery.uncertain', ...about });
      return uncertain(message, settled, { reply: answer.text, relayId }, tools);
    case 'rejected':
      log.info({ event: 'delivery.rejected', ...about }); // the reply may quote the address
      return settled('rejected', {
        reason: 'refused',
        reply: answer.text,
        relayId,
        // What answers MAIL cannot be about their mailbox.
        isHardBounce: !answer.isToMail && bounceTypeOf(answer).type === 'hard',
      });
  }
}

/**
 * Asked before the final dot of a message whose start is committed: it must still be ours, and on
 * the disk as started.
 */
function handingOver({ isOurs = () => true, onDisk }: Tools): () => boolean | Promise<boolean> {
  const isKept = onDisk?.() ?? true;
  return () => (isKept === true ? isOurs() : isKept.then((kept) => kept && isOurs()));
}

/**
 * Nobody knows whether the server accepted it: the campaign's policy decides. Each time that it is
 * sent again may be one more in the recipient's mailbox, so that has an end too.
 */
function uncertain(message: QueuedMessage, settled: ResultMaker, by: Partial<Outcome>, tools: Tools): AttemptResult {
  switch (message.uncertainPolicy) {
    case 'resend': {
      const again = retryAt(message, tools);
      if (again.kind === 'never') return settled('skipped', { ...by, reason: 'given-up', detail: again.why });
      return settled('deferred', { ...by, reason: 'unanswered', nextAttemptAt: again.at });
    }
    case 'skip':
      return settled('skipped', { ...by, reason: 'given-up' });
    case 'hold':
      return settled('uncertain', { ...by, reason: 'no-answer' });
  }
}

/**
 * Whether the answer is about us and the relay, not the message: it wants a login or encryption
 * that it does not get (RFC 4954, section 6; RFC 3207, section 4). Another relay may accept the
 * message.
 */
function isRelayFault({ code, enhanced }: ClassifiedReply): boolean {
  if (code === 530 || code === 535 || code === 538) return true;
  return enhanced === '5.7.8' || enhanced === '5.7.9' || enhanced === '5.7.11';
}

type Again = { kind: 'at'; at: number } | { kind: 'never'; reason: ReasonOf<'rejected'>; why: string };

/**
 * When to try again; not before `waitMs`, the delay that such an answer is known to require
 * (greylisting).
 * @param how.isCut the connection was lost before the mail server had it
 */
function retryAt(
  message: QueuedMessage,
  { clock, retry = RETRY, expireMs }: Tools,
  { waitMs = 0, isCut = false }: { waitMs?: number | undefined; isCut?: boolean } = {},
): Again {
  const attempt = message.attempts + 1;
  // A lost connection says little about the message: tried again sooner, and more often before it
  // is given up.
  const policy = isCut ? { ...retry, firstMs: retry.firstMs / 10, attempts: retry.attempts * 4 } : retry;
  if (attempt >= policy.attempts) {
    return { kind: 'never', reason: 'too-many-attempts', why: `given up after ${attempt} attempts` };
  }
  const at = clock.now() + Math.max(retryDelayMs(attempt, policy), waitMs);
  if (isExpired(message, at, expireMs)) return { kind: 'never', reason: 'expired', why: givenUpAfter(expireMs) };
  return { kind: 'at', at };
}

type MakeResult =
  | ({ kind: 'made' } & Omit<Outgoing, 'to'>)
  | { kind: 'refused'; text: string }
  | { kind: 'not_now'; reason: ReasonOf<'deferred'>; text: string };

async function make(message: QueuedMessage, relay: SendingRelay, { log, clock, signers }: Tools): Promise<MakeResult> {
  let reason: ReasonOf<'deferred'> = 'content'; // what it is that cannot be read
  try {
    const at = agreedNow(clock); // also of the signature
    const composed = await message.compose(at, relay);
    if (composed.kind === 'refused') return composed;
    reason = 'signing';
    const found = signers.find(message.customerId, composed.from);
    const keys = found instanceof Promise ? await found : found;
    const text = signedMessage(composed, keys, at);
    const data = typeof text === 'string' ? text : await text;
    const { envelopeFrom: from, encoding, isLined, tail } = composed;
    return { kind: 'made', from, data, encoding, isLined, tail };
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable')
      return { kind: 'not_now', reason, text: error.message };
    log.error({ event: 'delivery.compose-failed', ...logged(message), reason: troubleText(error) });
    return { kind: 'refused', text: 'The message could not be made.' };
  }
}
