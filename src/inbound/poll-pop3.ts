// One visit to a mailbox by POP3. Mails that are done are marked, and go when the session ends: a
// crash before that is harmless, as processing is idempotent.
import { AppError, asError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { MailboxAccess } from './mailbox-rules.ts';
import { openPop3, type Pop3 } from './pop3.ts';

export type Pop3Visit = {
  access: MailboxAccess;
  accessToken: string | undefined;
  signal: AbortSignal;
  /** After so long it ends in order, ms. */
  visitMs: number;
  /** How long a server may take for an answer, ms; COMMAND_MS of imap.ts. */
  commandMs?: number;
  /** Takes a mail. @throws when the store failed */
  take(source: Buffer): Promise<void>;
};

/** Mails of a session: an interruption lets this many be read again at most. */
const SESSION = 50;
const FAILURES_MAX = 3; // in a row: then the store is at fault, not the mail

/** Takes all mails. @returns their number. @throws AppError with a sentence for the owner */
export async function emptyByPop3(visit: Pop3Visit): Promise<number> {
  const until = performance.now() + visit.visitMs;
  const left: Left = { mails: 0, inARow: 0 };
  let count = 0;
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const client = await openPop3(visit.access, visit.accessToken, visit);
    try {
      const mails = await client.list();
      if (mails.length >= before) throw new AppError('unavailable', say('mailbox-kept'));
      const some = mails.slice(left.mails, left.mails + SESSION);
      const done = await takeSome(visit, { client, mails: some, left });
      await client.quit();
      count += done;
      if (left.mails + done >= mails.length) break;
      before = done > 0 ? mails.length : before;
    } finally {
      client.close();
    }
    if (visit.signal.aborted || left.inARow >= FAILURES_MAX || performance.now() > until) break;
  }
  if (left.why) throw left.why;
  return count;
}

/** Mails that stay, before the others; those of the store in a row; the first reason. */
type Left = { mails: number; inARow: number; why?: AppError };

/** @returns how many are gone when the session has ended in order */
async function takeSome(
  { signal, take }: Pop3Visit,
  { client, mails, left }: { client: Pop3; mails: readonly number[]; left: Left },
): Promise<number> {
  const stays = (why: AppError) => {
    left.mails += 1;
    left.why ??= why;
  };
  let done = 0;
  for (const n of mails) {
    if (signal.aborted || left.inARow >= FAILURES_MAX) break;
    const source = await client.retrieve(n);
    if (!Buffer.isBuffer(source)) {
      stays(new AppError('unavailable', say('mailbox-mails-unread', { words: source.refused })));
      continue;
    }
    try {
      await take(source);
      left.inARow = 0;
    } catch (error) {
      left.inARow += 1;
      stays(new AppError('unavailable', say('mailbox-store-failed'), { cause: asError(error).message }));
      continue;
    }
    await client.remove(n);
    done += 1;
  }
  return done;
}

/** How many mails are there; none is changed. @throws as emptyByPop3 */
export async function countByPop3(visit: Omit<Pop3Visit, 'take' | 'visitMs'>): Promise<number> {
  const client = await openPop3(visit.access, visit.accessToken, visit);
  try {
    const mails = await client.list();
    await client.quit();
    return mails.length;
  } finally {
    client.close();
  }
}
