// An IMAP connection to a mailbox, with limits on everything that its server sends, and errors that
// say what to do.
import type { ImapFlow } from 'imapflow';
import { MINUTE_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { type Sentence, say } from '../kernel/sentences/sentence.ts';
import { tlsWords } from '../kernel/text/tls-words.ts';
import { READ_MAX } from './evidence.ts';
import type { MailboxAccess } from './mailbox-rules.ts';

const TIMES = { connectionTimeout: 20_000, greetingTimeout: 15_000, socketTimeout: MINUTE_MS };

/**
 * Connects and logs in. The caller must close the connection.
 * @param accessToken for OAuth; else the password is used
 * @throws AppError `unauthorized` when the server refuses the user, else `unavailable`: a sentence
 * for the owner
 */
export async function openImap(
  access: MailboxAccess,
  accessToken: string | undefined,
  signal?: AbortSignal,
): Promise<ImapFlow> {
  const { host, port, tls, verifyTls, username, credentials } = access;
  const imap = await import('imapflow'); // loaded with the first mailbox: the server starts faster without it
  const client = new imap.ImapFlow({
    host,
    port,
    secure: tls === 'implicit',
    doSTARTTLS: tls === 'starttls',
    tls: { rejectUnauthorized: verifyTls },
    auth: { user: username, ...('password' in credentials ? { pass: credentials.password } : { accessToken }) },
    clientInfo: { name: 'Mailwright', vendor: false, version: false, 'support-url': false },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    maxLineLength: 16 * READ_MAX, // the numbers of all mails come on one line
    maxLiteralSize: 2 * READ_MAX,
    maxResponseSize: 32 * READ_MAX,
    ...TIMES,
  });
  client.on('error', () => undefined); // the running command fails with it
  const close = () => client.close();
  signal?.addEventListener('abort', close);
  client.on('close', () => signal?.removeEventListener('abort', close));
  try {
    signal?.throwIfAborted();
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw faultOf(error, access);
  }
}

/**
 * Opens the folder.
 * @returns the number of mails in it
 * @throws AppError `unavailable` that lists the existing folders
 */
export async function openFolders(client: ImapFlow, access: MailboxAccess): Promise<number> {
  const { folder, doneFolder } = access;
  try {
    const { exists, readOnly } = await client.mailboxOpen(folder);
    if (readOnly) throw new AppError('unavailable', say('mailbox-folder-read-only', { folder }));
    if (doneFolder === null) return exists;
    const found = (await client.list()).some(({ path }) => path === doneFolder);
    if (found) return exists;
    throw new AppError('unavailable', await missing(client, doneFolder));
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isMissing(error)) throw new AppError('unavailable', await missing(client, folder));
    throw faultOf(error, access);
  }
}

function isMissing(error: unknown): boolean {
  const { mailboxMissing, code, responseStatus } = error as Record<string, unknown>;
  return mailboxMissing === true || code === 'NotFound' || responseStatus === 'NO';
}

async function missing(client: ImapFlow, folder: string): Promise<Sentence> {
  const folders = await client.list().catch(() => []);
  const names = folders.slice(0, 20).map(({ path }) => plain(path, 60));
  const more = folders.length > names.length ? ' …' : '';
  return say('mailbox-folder-missing', { folder, folders: `${names.join(', ')}${more}` });
}

const NETWORK: Record<string, (at: { place: string; host: string }) => Sentence> = {
  ENOTFOUND: ({ host }) => say('mailbox-name-unknown', { host }),
  EAI_AGAIN: ({ host }) => say('mailbox-dns-failed', { host }),
  ECONNREFUSED: ({ place }) => say('mailbox-refused', { place }),
  ETIMEDOUT: ({ place }) => say('mailbox-no-answer', { place }),
  CONNECT_TIMEOUT: ({ place }) => say('mailbox-no-answer', { place }),
  EHOSTUNREACH: ({ place }) => say('mailbox-unreachable', { place }),
  ENETUNREACH: ({ place }) => say('mailbox-unreachable', { place }),
  GREETING_TIMEOUT: ({ place }) => say('mailbox-no-greeting', { place }),
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => say('mailbox-certificate-name', { host }),
  CERT_HAS_EXPIRED: ({ place }) => say('mailbox-certificate-expired', { place }),
};
const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT\w*)$/;

/** The error in one sentence without secrets. */
export function faultOf(thrown: unknown, { host, port, tls, username }: MailboxAccess): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown as Error & { code?: string; reason?: string; tlsFailed?: boolean } & Record<string, unknown>;
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const fault = (why: Sentence) => new AppError('unavailable', why, { cause: thrown });
  if (error['authenticationFailed'] === true) {
    const reply = plain(String(error['response'] ?? error.message), 200);
    return new AppError('unauthorized', say('mailbox-user', { user: username, reply }));
  }
  const code = String(error.code ?? '');
  const known = NETWORK[code];
  if (known) return fault(known({ place, host }));
  if (UNTRUSTED.test(code)) return fault(say('mailbox-certificate-untrusted', { place }));
  if (code === 'EPROTO' || /SSL|TLS/.test(code)) {
    const other = tls === 'implicit' ? 'starttls' : 'implicit';
    return fault(say('mailbox-tls-failed', { place, words: plain(tlsWords(error.message), 100), other }));
  }
  if (error.tlsFailed) return fault(say('mailbox-no-starttls', { place }));
  if (['NoConnection', 'EConnectionClosed', 'ECONNRESET', 'ClosedAfterConnectText'].includes(code)) {
    const words = typeof error.reason === 'string' ? plain(error.reason, 200) : '';
    return fault(words === '' ? say('mailbox-closed', { place }) : say('mailbox-closed-saying', { place, words }));
  }
  return fault(say('mailbox-says', { place, words: plain(String(error['responseText'] ?? error.message), 200) }));
}

/** A server's text for display: one line, no control characters. */
function plain(text: string, length: number): string {
  return text
    .toWellFormed()
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, length);
}
