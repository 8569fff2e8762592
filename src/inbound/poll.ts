// One visit to a mailbox: each mail is processed, and removed after the commit. A crash in between
// is harmless: the mail is fetched again, and processing is idempotent.
import type { ImapFlow } from 'imapflow';
import { AppError, asError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Mailbox } from '../storage/tables/delivery.ts';
import type { AccessTokens } from './access-tokens.ts';
import { parseHead, READ_MAX } from './evidence.ts';
import { faultOf, openFolders, openImap } from './imap.ts';
import type { MailboxAccess } from './mailbox-rules.ts';
import { openedMailbox, sealCredentials } from './mailboxes.ts';
import { countByPop3, emptyByPop3 } from './poll-pop3.ts';
import { type InboundTools, processMail } from './process-mail.ts';
import { replaceCredentials } from './queries-mailboxes.ts';

export type Visit = {
  tools: InboundTools;
  secret: string;
  tokens: AccessTokens;
  mailbox: Mailbox;
  /** Aborts the visit; mails that were processed and not removed are fetched again. */
  signal: AbortSignal;
};

const BATCH = 8; // mails in memory, READ_MAX bytes each at most
const FAILURES_MAX = 3; // in a row: then the store is at fault, not the mail

/**
 * Processes all mails of a mailbox.
 * @returns the number of processed mails
 * @throws AppError with a sentence for the owner; mails processed until then are removed
 */
export async function visitMailbox(visit: Visit): Promise<number> {
  const access = openedMailbox(visit.secret, visit.mailbox);
  if (access.protocol === 'pop3') return emptyPop3(visit, access);
  const client = await login(visit, access);
  try {
    await openFolders(client, access);
    const count = await empty(visit, access, client);
    await client.logout().catch(() => undefined);
    return count;
  } catch (error) {
    throw faultOf(error, access);
  } finally {
    client.close();
  }
}

function login(visit: Visit, access: MailboxAccess): Promise<ImapFlow> {
  return withAccess(visit, access, (accessToken) => openImap(access, accessToken, visit.signal));
}

/** Logs in with the password, or with a token; one that is refused is not used again. */
async function withAccess<T>(
  { tools, secret, tokens, mailbox, signal }: Visit,
  { credentials }: MailboxAccess,
  open: (accessToken: string | undefined) => Promise<T>,
): Promise<T> {
  if ('password' in credentials) return open(undefined);
  const key = `${mailbox.id} ${mailbox.updated_at}`;
  const renewed = (oauth: typeof credentials) => replaceCredentials(tools.db, mailbox, sealCredentials(secret, oauth));
  try {
    return await open(await tokens.get(key, credentials, renewed, signal));
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') tokens.forget(key);
    throw error;
  }
}

function emptyPop3(visit: Visit, access: MailboxAccess): Promise<number> {
  const { tools, mailbox, signal } = visit;
  const take = async (source: Buffer) => void (await processMail(tools, returnedMail(mailbox.id, source)));
  return withAccess(visit, access, (accessToken) => emptyByPop3({ access, accessToken, signal, take }));
}

async function empty({ tools, mailbox, signal }: Visit, access: MailboxAccess, client: ImapFlow): Promise<number> {
  const uids = (await client.search({ all: true }, { uid: true })) || [];
  const failures: string[] = [];
  let count = 0;
  for (let i = 0; i < uids.length; i += BATCH) {
    signal.throwIfAborted();
    const query = { uid: true, source: { start: 0, maxLength: READ_MAX } };
    const mails = await client.fetchAll(uids.slice(i, i + BATCH).join(','), query, { uid: true });
    const done: number[] = [];
    for (const { uid, source } of mails) {
      if (signal.aborted || failures.length >= FAILURES_MAX) break;
      try {
        await processMail(tools, returnedMail(mailbox.id, source ?? Buffer.alloc(0)));
        done.push(uid);
        failures.length = 0;
      } catch (error) {
        failures.push(asError(error).message);
      }
    }
    await remove(client, access, done);
    count += done.length;
    if (failures.length >= FAILURES_MAX) break;
  }
  const [first] = failures;
  if (first !== undefined) {
    tools.log.error({ event: 'inbound.store-failed', mailbox: mailbox.id, reason: first });
    throw new AppError('unavailable', say('mailbox-store-failed'));
  }
  return count;
}

/** The envelope sender is in the Return-Path of the last server (RFC 5321, section 4.4). */
function returnedMail(mailboxId: number, source: Buffer) {
  const path = parseHead(source).get('return-path')?.[0];
  const mailFrom = path === undefined ? undefined : path.replace(/^<|>$/g, '');
  return { origin: `mailbox:${mailboxId}`, mailFrom, rcptTo: '', source };
}

async function remove(client: ImapFlow, { folder, doneFolder }: MailboxAccess, uids: number[]): Promise<void> {
  if (uids.length === 0) return;
  const range = uids.join(',');
  const done = doneFolder
    ? await client.messageMove(range, doneFolder, { uid: true })
    : await client.messageDelete(range, { uid: true });
  if (!done) {
    if (!client.usable) throw Object.assign(new Error('The connection ended.'), { code: 'NoConnection' });
    const why = doneFolder
      ? say('mailbox-not-moved', { done: doneFolder, folder })
      : say('mailbox-not-deleted', { folder });
    throw new AppError('unavailable', why);
  }
}

/**
 * Counts the mails of a mailbox without changing any. @returns their number. @throws AppError as
 * visitMailbox
 */
export async function countMailboxMails(visit: Visit): Promise<number> {
  const access = openedMailbox(visit.secret, visit.mailbox);
  if (access.protocol === 'pop3') {
    return withAccess(visit, access, (accessToken) => countByPop3({ access, accessToken, signal: visit.signal }));
  }
  const client = await login(visit, access);
  try {
    return await openFolders(client, access);
  } finally {
    await client.logout().catch(() => undefined);
    client.close();
  }
}
