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
  /** Takes a mail. @throws when the store failed */
  take(source: Buffer): Promise<void>;
};

/** Mails of a session: an interruption lets so many be read again at most. */
const SESSION = 50;
const FAILURES_MAX = 3; // in a row: then the store is at fault, not the mail

/** Takes all mails. @returns their number. @throws AppError with a sentence for the owner */
export async function emptyByPop3(visit: Pop3Visit): Promise<number> {
  let count = 0;
  for (;;) {
    const client = await openPop3(visit.access, visit.accessToken, visit.signal);
    try {
      const mails = await client.list();
      const { done, failure } = await takeSome(visit, client, mails.slice(0, SESSION));
      await client.quit();
      count += done;
      if (failure !== undefined) throw failure;
      if (mails.length <= SESSION || visit.signal.aborted) return count;
    } finally {
      client.close();
    }
  }
}

async function takeSome({ signal, take }: Pop3Visit, client: Pop3, mails: readonly number[]) {
  const failures: string[] = [];
  let done = 0;
  for (const n of mails) {
    if (signal.aborted || failures.length >= FAILURES_MAX) break;
    const source = await client.retrieve(n);
    try {
      await take(source);
      failures.length = 0;
    } catch (error) {
      failures.push(asError(error).message);
      continue;
    }
    await client.remove(n);
    done += 1;
  }
  const failure =
    failures.length > 0 ? new AppError('unavailable', say('mailbox-store-failed'), { cause: failures[0] }) : undefined;
  return { done, failure };
}

/** How many mails are there; none is changed. @throws as emptyByPop3 */
export async function countByPop3({ access, accessToken, signal }: Omit<Pop3Visit, 'take'>): Promise<number> {
  const client = await openPop3(access, accessToken, signal);
  try {
    const mails = await client.list();
    await client.quit();
    return mails.length;
  } finally {
    client.close();
  }
}
