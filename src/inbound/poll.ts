// One visit to a mailbox: each mail is processed, and removed after the commit. A crash in between
// is harmless: the mail is fetched again, and processing is idempotent.
import { MINUTE_MS } from '../kernel/durations.ts';
import { AppError, asError } from '../kernel/errors.ts';
import { type Sentence, say } from '../kernel/sentences/sentence.ts';
import type { Mailbox } from '../storage/tables/delivery.ts';
import type { AccessTokens } from './access-tokens.ts';
import { parseHead } from './evidence.ts';
import { type Imap, openFolders, openImap } from './imap.ts';
import { numbersOf, remove, sourcesOf } from './imap-mails.ts';
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
  /** After so long a visit ends in order, so that other mailboxes get their turn; VISIT_MS. */
  visitMs?: number;
  /** How long a server may take for a command; COMMAND_MS of imap.ts. */
  commandMs?: number;
};

const VISIT_MS = 10 * MINUTE_MS;
const BATCH = 8; // mails in memory, READ_MAX bytes each at most
const STRETCH = 500; // numbers that a server is asked for at a time
const FAILURES_MAX = 3; // in a row: then the store is at fault, not the mail

/**
 * Processes all mails of a mailbox.
 * @returns the number of processed mails
 * @throws AppError with a sentence for the owner; mails processed until then are removed
 */
export async function visitMailbox(visit: Visit): Promise<number> {
  const access = openedMailbox(visit.secret, visit.mailbox);
  if (access.protocol === 'pop3') return emptyPop3(visit, access);
  const imap = await login(visit, access);
  try {
    await openFolders(imap, access);
    const count = await empty(visit, access, imap);
    await logout(imap);
    return count;
  } finally {
    imap.client.close();
  }
}

function login(visit: Visit, access: MailboxAccess): Promise<Imap> {
  return withAccess(visit, access, (accessToken) => openImap(access, accessToken, visit));
}

const logout = ({ run }: Imap) => run((client) => client.logout()).catch(() => undefined);

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
  const { tools, mailbox, visitMs = VISIT_MS } = visit;
  const take = async (source: Buffer) => void (await processMail(tools, returnedMail(mailbox.id, source)));
  return withAccess(visit, access, (accessToken) => emptyByPop3({ ...visit, visitMs, access, accessToken, take }));
}

/** Takes the mails in the order in which they came, a stretch of their numbers after the other. */
async function empty(visit: Visit, access: MailboxAccess, imap: Imap): Promise<number> {
  const until = performance.now() + (visit.visitMs ?? VISIT_MS);
  const left: Left = { inARow: 0, whys: [] };
  let count = 0;
  let last = 0;
  let gone: number[] = [];
  for (let from = 1; from <= existing(imap) && isGoingOn(left, until); ) {
    const to = Math.min(from + STRETCH - 1, existing(imap));
    const found = await numbersOf(imap, from, to);
    if (gone.some((uid) => found.includes(uid))) throw new AppError('unavailable', say('mailbox-kept'));
    const uids = found.filter((uid) => uid > last);
    last = Math.max(last, found.at(-1) ?? 0);
    gone = [];
    for (let i = 0; i < uids.length && isGoingOn(left, until); i += BATCH) {
      visit.signal.throwIfAborted();
      gone.push(...(await takeBatch({ visit, access, imap, left }, uids.slice(i, i + BATCH))));
    }
    count += gone.length;
    from = to + 1 - gone.length;
  }
  throwIfLeft(visit, left);
  return count;
}

/** Mails that stay where they are; `why`: the first reason of each kind. */
type Left = { inARow: number; whys: Sentence[]; store?: string };

const isGoingOn = ({ inARow }: Left, until: number) => inARow < FAILURES_MAX && performance.now() < until;
const existing = ({ client }: Imap) => (client.mailbox ? client.mailbox.exists : 0);

type Taking = { visit: Visit; access: MailboxAccess; imap: Imap; left: Left };

/** @returns those that are gone */
async function takeBatch({ visit, access, imap, left }: Taking, uids: readonly number[]): Promise<number[]> {
  const { tools, mailbox, signal } = visit;
  const done: number[] = [];
  const unread = (words: string) => left.whys.push(say('mailbox-mails-unread', { words }));
  for (const [uid, source] of await sourcesOf(imap, uids, unread)) {
    if (signal.aborted || left.inARow >= FAILURES_MAX) break;
    try {
      await processMail(tools, returnedMail(mailbox.id, source));
      done.push(uid);
      left.inARow = 0;
    } catch (error) {
      left.inARow += 1;
      left.store ??= asError(error).message;
    }
  }
  await remove(imap, access, done);
  return done;
}

/** @throws AppError that says why mails stay where they are */
function throwIfLeft({ tools, mailbox }: Visit, { store, whys: [why] }: Left): void {
  if (store !== undefined) {
    tools.log.error({ event: 'inbound.store-failed', mailbox: mailbox.id, reason: store });
    throw new AppError('unavailable', say('mailbox-store-failed'));
  }
  if (why) throw new AppError('unavailable', why);
}

/** The envelope sender is in the Return-Path of the last server (RFC 5321, section 4.4). */
function returnedMail(mailboxId: number, source: Buffer) {
  const path = parseHead(source).get('return-path')?.[0];
  const mailFrom = path === undefined ? undefined : path.replace(/^<|>$/g, '');
  return { origin: `mailbox:${mailboxId}`, mailFrom, rcptTo: '', source };
}

/**
 * Counts the mails of a mailbox without changing any. @returns their number. @throws AppError as
 * visitMailbox
 */
export async function countMailboxMails(visit: Visit): Promise<number> {
  const access = openedMailbox(visit.secret, visit.mailbox);
  if (access.protocol === 'pop3') {
    return withAccess(visit, access, (accessToken) => countByPop3({ ...visit, access, accessToken }));
  }
  const imap = await login(visit, access);
  try {
    return await openFolders(imap, access);
  } finally {
    await logout(imap);
    imap.client.close();
  }
}
