// Requests with an Idempotency-Key are done once. The key is reserved before anything is changed.
// Where a request is one change, its answer is written in the transaction of the change, so after a
// cut there are both or neither, and a repetition begins anew. Elsewhere the answer follows the
// change: a request that was cut off in between has changed something or nothing, nobody knows.
// Where it may be done again, as an upload may, a repetition begins anew; elsewhere its key says
// that it was cut off, for the rest of its day.
import type { Once, OnceRequest } from '../../http/requests/once.ts';
import type { JsonReply, Reply } from '../../http/route.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { AppError } from '../../kernel/errors.ts';
import { newUid, sha256 } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inUnsyncedTransaction } from '../../storage/db.ts';
import { storeTrouble } from '../../storage/trouble.ts';
import { inWholeTransaction } from './after-commit.ts';
import { answerText, replyOf } from './answer.ts';
import { type Attempt, deleteAttempt, findRequest, insertRequest, updateAttempt } from './queries.ts';

/** How long a key is known. */
export const KEPT_MS = DAY_MS;
/**
 * How long an attempt of another process counts as under way; one that takes longer renews this.
 */
const HELD_MS = 15_000;
/**
 * The same where the request is one change: when a slow attempt is taken over it finds its row
 * gone, and changes nothing.
 */
const HELD_AT_ONCE_MS = 5_000;
const RENEW_MS = 5_000;
/** No attempt is held for this long: a later instant was written before a clock was set back. */
const BEYOND_MS = HOUR_MS;

const OTHER_REQUEST = say('request-used-key');
const UNDER_WAY = say('request-key-under-way');
const CUT_OFF = say('request-key-cut-off');
const NOT_KEPT = say('request-key-not-kept');

type Tools = { db: Db; clock: Clock; secret: string };
type Run = Parameters<Once>[1];

/** What does requests with keys once, for one store. */
export function openOnce({ db, clock, secret }: Tools): Once {
  const here = new Set<string>();
  return async (request, run) => {
    const place = { customer_id: request.customerId, hash: sha256(`${request.callerUid}\n${request.key}`) };
    const name = `${place.customer_id} ${place.hash}`;
    if (here.has(name)) throw new AppError('conflict', UNDER_WAY, { retryAfter: 1 });
    here.add(name);
    try {
      const attempt: Attempt = { ...place, token: newUid() };
      const before = await reserve({ db, clock, secret }, attempt, request);
      if (before) return before;
      return await (request.isOneChange ? doneAtOnce : doneInParts)({ db, clock, secret }, attempt, run);
    } finally {
      here.delete(name);
    }
  };
}

/**
 * Reserves a key for an attempt.
 * @returns the answer of before, if there is one; else the attempt may go on
 * @throws AppError `conflict` when the key stands for another request, one under way or one cut off
 */
function reserve({ db, clock, secret }: Tools, attempt: Attempt, { print, isOneChange, isRepeatable }: OnceRequest) {
  return inUnsyncedTransaction(db, async (tx): Promise<Reply | undefined> => {
    const now = agreedNow(clock);
    const holdMs = isOneChange ? HELD_AT_ONCE_MS : HELD_MS;
    const ours = { print, is_one_change: isOneChange ? 1 : 0, held_until: now + holdMs, created_at: now } as const;
    if (await insertRequest(tx, { ...attempt, ...ours })) return undefined;
    const known = await findRequest(tx, attempt);
    const takeOver = async () => {
      const isOurs = known && (await updateAttempt(tx, known, { ...ours, token: attempt.token, answer: null }));
      if (!isOurs) throw new AppError('conflict', UNDER_WAY, { retryAfter: 1 }); // another one was faster
      return undefined;
    };
    if (!known || known.created_at <= now - KEPT_MS) return takeOver();
    if (known.print !== print) throw new AppError('conflict', OTHER_REQUEST);
    if (known.answer === '') throw new AppError('conflict', NOT_KEPT);
    if (known.answer !== null) return replyOf(secret, known.answer);
    const heldMs = known.held_until - now;
    if (heldMs > 0 && heldMs <= BEYOND_MS) {
      const retryAfter = Math.ceil(heldMs / 1_000);
      throw new AppError('conflict', UNDER_WAY, { retryAfter });
    }
    // What was cut off was undone by the store, or may be done again.
    if (known.is_one_change === 1 || isRepeatable) return takeOver();
    throw new AppError('conflict', CUT_OFF);
  });
}

/** Change and answer in one transaction. An attempt that was taken over changes nothing. */
async function doneAtOnce({ db, secret }: Tools, attempt: Attempt, run: Run): Promise<Reply> {
  try {
    return await inWholeTransaction(db, async (tx) => {
      const reply = await run(tx);
      const answer = answerText(secret, jsonReply(reply));
      if (!(await updateAttempt(tx, attempt, { answer }))) throw new AppError('conflict', UNDER_WAY, { retryAfter: 1 });
      return reply;
    });
  } catch (error) {
    await deleteAttempt(db, attempt); // nothing was changed
    throw error;
  }
}

/** The answer follows the change. */
async function doneInParts({ db, clock, secret }: Tools, attempt: Attempt, run: Run): Promise<Reply> {
  const renewing = setInterval(() => {
    updateAttempt(db, attempt, { held_until: agreedNow(clock) + HELD_MS }).catch(() => undefined); // at worst it counts as cut off
  }, RENEW_MS);
  try {
    const reply = await run(db);
    const answer = answerText(secret, jsonReply(reply));
    // What was done is told also when the store does not take the answer; the key then counts as
    // cut off.
    await inUnsyncedTransaction(db, (tx) => updateAttempt(tx, attempt, { answer })).catch((error: unknown) => {
      if (!storeTrouble(error)) throw error;
    });
    return reply;
  } catch (error) {
    // A refusal changed nothing; after a fault nobody knows.
    const isRefusal = error instanceof AppError && error.code !== 'internal';
    if (isRefusal) await deleteAttempt(db, attempt);
    else await updateAttempt(db, attempt, { held_until: 0 });
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

function jsonReply(reply: Reply): JsonReply {
  if ('body' in reply) return reply;
  throw new AppError('internal', 'An answer that is no JSON cannot be kept for an Idempotency-Key.');
}
