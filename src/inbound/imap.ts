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
/** One line: parsing a longer one holds up everything else in the process. */
const LINE_MAX = 32 * 1024;
/** What a command may be answered with, unless it asks for mails. */
const ANSWER_MAX = 4 * 1024 * 1024;
const WATCH_MS = 100;
/**
 * Responses to a command. The library takes those that came together in one go, a tenth of a
 * millisecond each, and nothing else runs meanwhile.
 */
const RESPONSES_MAX = 2_000;

/** How long a server may take for an answer, though it sends something now and then, ms. */
export const COMMAND_MS = 5 * MINUTE_MS;

export type Imap = {
  client: ImapFlow;
  /**
   * Runs a command, or some, watched: a server that takes too long or sends too much is left.
   * @param most bytes that it may send meanwhile
   * @throws AppError as openImap
   */
  run<T>(command: (client: ImapFlow) => Promise<T>, most?: number): Promise<T>;
  /** The server's words when it refused a command last; empty: it did not. */
  refusal(): string;
};

/**
 * Connects and logs in. The caller must close the connection.
 * @param accessToken for OAuth; else the password is used
 * @param signal ends the connection
 * @param commandMs see COMMAND_MS
 * @throws AppError `unauthorized` when the server refuses the user, else `unavailable`: a sentence
 * for the owner
 */
export async function openImap(
  access: MailboxAccess,
  accessToken: string | undefined,
  { signal, commandMs = COMMAND_MS }: { signal?: AbortSignal; commandMs?: number } = {},
): Promise<Imap> {
  const { host, port, tls, verifyTls, username, credentials } = access;
  let refused: unknown;
  let failed: unknown;
  let responses = 0;
  let isGreeted = false;
  let stop: (why: Sentence) => void = () => undefined;
  const note = (said: unknown) => {
    refused = (said as { err?: unknown } | undefined)?.err ?? refused;
  };
  const count = (said: unknown) => {
    const { src, msg } = (said ?? {}) as { src?: string; msg?: string };
    if (src !== 's') return;
    responses += 1;
    if (responses > RESPONSES_MAX) stop(say('mailbox-floods', { place: placeOf(access) }));
    const other = isGreeted ? undefined : otherGreeting(access, String(msg));
    isGreeted = true;
    if (other) stop(other);
  };
  const imap = await import('imapflow'); // loaded with the first mailbox: the server starts faster without it
  const client = new imap.ImapFlow({
    host,
    port,
    secure: tls === 'implicit',
    doSTARTTLS: tls === 'starttls',
    tls: { rejectUnauthorized: verifyTls },
    auth: { user: username, ...('password' in credentials ? { pass: credentials.password } : { accessToken }) },
    clientInfo: { name: 'Mailwright', vendor: false, version: false, 'support-url': false },
    // The library tells its log alone of each response, and why a command was refused.
    logger: { trace: count, debug: count, info: () => undefined, error: count, warn: note },
    disableAutoIdle: true,
    disableCompression: true,
    maxLineLength: LINE_MAX,
    maxLiteralSize: 2 * READ_MAX,
    maxResponseSize: 3 * READ_MAX,
    ...TIMES,
  });
  client.on('error', (error) => {
    failed ??= error; // the running command fails with another one
  });
  const close = () => client.close();
  signal?.addEventListener('abort', close);
  client.on('close', () => signal?.removeEventListener('abort', close));
  const run: Imap['run'] = async (command, most = ANSWER_MAX) => {
    refused = undefined;
    responses = 0;
    const watch = watched(client, { access, most, commandMs });
    stop = watch.stop;
    try {
      const answer = await command(client);
      const fault = watch.fault() ?? failed;
      if (fault) throw fault;
      if (!client.usable) throw CUT();
      return answer;
    } catch (error) {
      throw faultOf(watch.fault() ?? failed ?? error, access);
    } finally {
      watch.end();
    }
  };
  try {
    signal?.throwIfAborted();
    await run(() => client.connect());
    return { client, run, refusal: () => wordsOf(refused) };
  } catch (error) {
    client.close();
    throw faultOf(error, access);
  }
}

const CUT = () => Object.assign(new Error('The connection ended.'), { code: 'NoConnection' });

/** Closes the connection when its server takes too long or sends too much. */
function watched(
  client: ImapFlow,
  { access, most, commandMs }: { access: MailboxAccess; most: number; commandMs: number },
) {
  const before = client.stats().received;
  const place = placeOf(access);
  let fault: AppError | undefined;
  const stop = (why: Sentence) => {
    fault ??= new AppError('unavailable', why);
    client.close();
  };
  const late = setTimeout(() => stop(say('mailbox-slow', { place })), commandMs);
  const looking = setInterval(() => {
    if (client.stats().received - before > most) stop(say('mailbox-floods', { place }));
  }, WATCH_MS);
  return {
    stop,
    fault: () => fault,
    end() {
      clearTimeout(late);
      clearInterval(looking);
    },
  };
}

/** What servers of other kinds say first. */
const GREETINGS: Readonly<Record<string, RegExp>> = {
  IMAP: /^\* (?:OK|PREAUTH|BYE)\b/i, // RFC 9051, section 7.1
  POP3: /^(?:\+OK|-ERR)\b/i, // RFC 1939, section 3
  FTP: /^220[ -].*ftp/i, // RFC 959, section 5.4
  SMTP: /^(?:220|554)[ -]/, // RFC 5321, section 3.1
  SSH: /^SSH-/, // RFC 4253, section 4.2
};

/**
 * Why a server's first line is none of the protocol that a mailbox has; undefined: it is one.
 * @param line without its end
 */
export function otherGreeting(access: MailboxAccess, line: string): Sentence | undefined {
  const protocol = access.protocol === 'pop3' ? 'POP3' : 'IMAP';
  if (GREETINGS[protocol]?.test(line)) return undefined;
  const [spoken] = Object.entries(GREETINGS).find(([, greeting]) => greeting.test(line)) ?? [];
  const said = { place: placeOf(access), protocol, words: plain(line, 100) };
  return spoken === undefined ? say('mailbox-no-protocol', said) : say('mailbox-other-protocol', { ...said, spoken });
}

/** What a server said when it refused something. */
export function wordsOf(refused: unknown): string {
  const { responseText, response } = (refused ?? {}) as Record<string, unknown>;
  const said = responseText ?? response;
  return typeof said === 'string' ? plain(said, 200) : '';
}

/**
 * Opens the folder.
 * @returns the number of mails in it
 * @throws AppError `unavailable` that lists the existing folders
 */
export async function openFolders({ run }: Imap, access: MailboxAccess): Promise<number> {
  const { folder, doneFolder } = access;
  const opened = await run((client) => client.mailboxOpen(folder).catch(refusalIn));
  const isWithout = (names: readonly string[], name: string) =>
    !names.includes(name) && !(/^inbox$/i.test(name) && names.length === 0);
  if ('refusal' in opened) {
    const names = await namesOf(run);
    throw new AppError(
      'unavailable',
      isWithout(names, folder)
        ? missing(names, folder)
        : say('mailbox-folder-refused', { folder, words: opened.refusal }),
    );
  }
  if (opened.readOnly) throw new AppError('unavailable', say('mailbox-folder-read-only', { folder }));
  if (doneFolder === null) return opened.exists;
  const names = await namesOf(run);
  if (names.includes(doneFolder)) return opened.exists;
  throw new AppError('unavailable', missing(names, doneFolder));
}

/** What the server said when it refused a command; other errors are thrown again. */
function refusalIn(error: unknown): { refusal: string } {
  const { mailboxMissing, code, responseStatus } = error as Record<string, unknown>;
  if (mailboxMissing === true || code === 'NotFound' || responseStatus === 'NO') return { refusal: wordsOf(error) };
  throw error;
}

const namesOf = (run: Imap['run']) => run(async (client) => (await client.list()).map(({ path }) => path));

function missing(folders: readonly string[], folder: string): Sentence {
  const names = folders.slice(0, 20).map((path) => plain(path, 60));
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
export function faultOf(thrown: unknown, access: MailboxAccess): AppError {
  if (thrown instanceof AppError) return thrown;
  const { host, tls, username } = access;
  const error = thrown as Error & { code?: string; reason?: string; tlsFailed?: boolean } & Record<string, unknown>;
  const place = placeOf(access);
  const fault = (why: Sentence) => new AppError('unavailable', why, { cause: thrown });
  if (error['authenticationFailed'] === true) {
    const reply = plain(String(error['response'] ?? error.message).replace(/^\w+ (?=NO |BAD )/, ''), 200); // without the tag
    return new AppError('unauthorized', say('mailbox-user', { user: username, reply }));
  }
  const code = String(error.code ?? '');
  if (/^(Line|Literal|Response)TooLarge$/.test(code)) return fault(say('mailbox-floods', { place }));
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

/** Where a mailbox's server is, for sentences. */
export const placeOf = ({ host, port }: MailboxAccess) => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** A server's text for display: one line, no control characters. */
export function plain(text: string, length: number): string {
  return text
    .toWellFormed()
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, length);
}
