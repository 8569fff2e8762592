// A POP3 connection to a mailbox (RFC 1939, STLS of RFC 2595, XOAUTH2), with limits on everything
// that its server sends, and errors that say what to do.
import { once } from 'node:events';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { MINUTE_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { READ_MAX } from './evidence.ts';
import { COMMAND_MS, faultOf, otherGreeting, placeOf, plain } from './imap.ts';
import type { MailboxAccess } from './mailbox-rules.ts';

const SILENCE_MS = MINUTE_MS;
/** What a server may say on one line. Those of a mail, which a stranger wrote, may be longer. */
const LINE_MAX = 65_536;
/** So much may wait to be read. */
const WAITING_MAX = 262_144;
const LF = 10;
const CR = 13;
const DOT = 46;

export type Pop3 = {
  /** The numbers of the mails; they count in this session alone. */
  list(): Promise<number[]>;
  /** The first READ_MAX bytes of a mail, or what the server says when it does not give it. */
  retrieve(n: number): Promise<Buffer | { refused: string }>;
  /** Marks a mail; it goes when the session ends in order. */
  remove(n: number): Promise<void>;
  /** Ends the session: what is marked goes. */
  quit(): Promise<void>;
  close(): void;
};

/**
 * Connects and logs in. The caller must close the connection.
 * @param accessToken for OAuth; else the password is used
 * @param signal ends the connection
 * @param commandMs how long the server may take for an answer
 * @throws AppError `unauthorized` when the server refuses the user, else `unavailable`: a sentence
 * for the owner
 */
export async function openPop3(
  access: MailboxAccess,
  accessToken: string | undefined,
  { signal, commandMs = COMMAND_MS }: { signal?: AbortSignal; commandMs?: number } = {},
): Promise<Pop3> {
  let session: Session | undefined;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), commandMs);
  try {
    signal?.throwIfAborted();
    session = await greeted(access, AbortSignal.any([late.signal, ...(signal ? [signal] : [])]));
    await login(session, access, accessToken);
    return commandsOf(session, { access, commandMs });
  } catch (error) {
    session?.socket.destroy();
    throw late.signal.aborted ? slow(access) : faultOf(error, access);
  } finally {
    clearTimeout(timer);
  }
}

const slow = (access: MailboxAccess) => new AppError('unavailable', say('mailbox-slow', { place: placeOf(access) }));

type Session = { socket: Socket; lines: Lines };

async function greeted(access: MailboxAccess, signal: AbortSignal | undefined): Promise<Session> {
  const { host, port, tls, verifyTls } = access;
  const checks = { rejectUnauthorized: verifyTls, ...(isIP(host) === 0 && { servername: host }) };
  const first = tls === 'implicit' ? connectTls({ host, port, ...checks }) : connectPlain({ host, port });
  let session = await sessionOn(first, tls === 'implicit' ? 'secureConnect' : 'connect', signal);
  try {
    await greeting(session, access);
    if (tls !== 'starttls') return session;
    await command(session, 'STLS').catch((error: unknown) => {
      throw error instanceof Refused ? Object.assign(new Error('no STLS'), { tlsFailed: true }) : error;
    });
    // What came with the answer was not protected, and might be taken for what comes after it.
    if (!session.lines.release()) throw new Error('it said more than the answer to STLS');
    const safe = connectTls({ socket: session.socket, ...checks });
    session = await sessionOn(safe, 'secureConnect', signal);
    return session;
  } catch (error) {
    session.socket.destroy();
    throw error;
  }
}

async function greeting({ lines }: Session, access: MailboxAccess): Promise<void> {
  const line = (await lines.next()).toString('utf8');
  const other = otherGreeting(access, line);
  if (other) throw new AppError('unavailable', other);
  readAnswer(line);
}

async function sessionOn(socket: Socket, event: string, signal: AbortSignal | undefined): Promise<Session> {
  const late = () => void socket.destroy(Object.assign(new Error('it is silent'), { code: 'ETIMEDOUT' }));
  socket.setTimeout(SILENCE_MS, late);
  const abort = () => void socket.destroy();
  signal?.addEventListener('abort', abort);
  socket.on('close', () => signal?.removeEventListener('abort', abort));
  await once(socket, event);
  return { socket, lines: linesOf(socket) };
}

type Lines = {
  /** The next line without its end. @throws Error when it is longer than LINE_MAX */
  next(): Promise<Buffer>;
  /** The next line, or as much of a longer one as has come; its rest is the next piece. */
  piece(): Promise<{ bytes: Buffer; isEnd: boolean }>;
  /** Reads no more. @returns whether nothing was waiting */
  release(): boolean;
};

function linesOf(socket: Socket): Lines {
  let bytes: Buffer = Buffer.alloc(0);
  let looked = 0;
  let ended: Error | undefined;
  let wake: (() => void) | undefined;
  const onData = (part: Buffer) => {
    bytes = bytes.length === 0 ? part : Buffer.concat([bytes, part]);
    if (bytes.length > WAITING_MAX) socket.pause();
    wake?.();
  };
  const end = (error?: Error) => {
    ended ??= error instanceof Error ? error : Object.assign(new Error('closed'), { code: 'EConnectionClosed' });
    wake?.();
  };
  const onClose = () => end();
  socket.on('data', onData).on('error', end).on('close', onClose);
  const piece = async () => {
    for (;;) {
      const at = bytes.indexOf(LF, looked);
      if (at !== -1) return taken({ end: at > 0 && bytes[at - 1] === CR ? at - 1 : at, next: at + 1, isEnd: true });
      looked = bytes.length;
      // The last byte may be the first of the line's end.
      if (looked > LINE_MAX) return taken({ end: looked - 1, next: looked - 1, isEnd: false });
      if (ended) throw ended;
      socket.resume();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const taken = ({ end, next, isEnd }: { end: number; next: number; isEnd: boolean }) => {
    const line = bytes.subarray(0, end);
    bytes = bytes.subarray(next);
    looked = 0;
    if (bytes.length <= WAITING_MAX) socket.resume();
    return { bytes: line, isEnd };
  };
  return {
    piece,
    async next() {
      const { bytes: line, isEnd } = await piece();
      if (!isEnd) throw new Error('it sends a line without an end');
      return line;
    },
    release() {
      socket.off('data', onData).off('error', end).off('close', onClose);
      return bytes.length === 0;
    },
  };
}

/** `-ERR`: what the server said. */
class Refused extends Error {}

async function answer({ lines }: Session): Promise<string> {
  return readAnswer((await lines.next()).toString('utf8'));
}

function readAnswer(line: string): string {
  if (/^\+OK\b/i.test(line)) return line.slice(3).trim();
  throw new Refused(line.replace(/^-ERR\s*/i, ''));
}

/** Runs a command; its arguments have no line ends (mailbox-rules.ts). */
async function command(session: Session, text: string): Promise<string> {
  session.socket.write(`${text}\r\n`);
  return answer(session);
}

async function login(session: Session, access: MailboxAccess, accessToken: string | undefined): Promise<void> {
  const { username, credentials } = access;
  try {
    if ('password' in credentials) {
      if (/[\r\n]/.test(credentials.password)) throw new Refused('the password has a line break');
      await command(session, `USER ${username}`);
      await command(session, `PASS ${credentials.password}`);
      return;
    }
    const token = Buffer.from(`user=${username}\u0001auth=Bearer ${accessToken}\u0001\u0001`).toString('base64');
    session.socket.write(`AUTH XOAUTH2 ${token}\r\n`);
    const line = (await session.lines.next()).toString('utf8');
    if (/^\+OK\b/i.test(line)) return;
    throw new Refused(line.startsWith('+') ? await command(session, '') : line.replace(/^-ERR\s*/i, ''));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw Object.assign(new Error(error.message), { authenticationFailed: true, response: error.message });
  }
}

function commandsOf(session: Session, { access, commandMs }: { access: MailboxAccess; commandMs: number }): Pop3 {
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      session.socket.destroy();
    }, commandMs);
    try {
      return await work();
    } catch (error) {
      if (isLate) throw slow(access);
      if (!(error instanceof Refused)) throw faultOf(error, access);
      throw new AppError(
        'unavailable',
        say('mailbox-command', { host: access.host, words: plain(error.message, 200) }),
      );
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    list: () =>
      run(async () => {
        await command(session, 'LIST');
        const text = (await multiline(session, READ_MAX)).toString('latin1');
        return text.split('\n').flatMap((line) => (/^\d{1,9} /.test(line) ? [Number.parseInt(line, 10)] : []));
      }),
    retrieve: (n) =>
      run(async () => {
        try {
          await command(session, `RETR ${n}`);
        } catch (error) {
          if (error instanceof Refused) return { refused: plain(error.message, 200) };
          throw error;
        }
        return multiline(session, READ_MAX);
      }),
    remove: (n) => run(async () => void (await command(session, `DELE ${n}`))),
    quit: () => run(async () => void (await command(session, 'QUIT'))),
    close: () => void session.socket.destroy(),
  };
}

/** An answer of several lines, to a dot alone; what is beyond `most` bytes is dropped. */
async function multiline({ lines }: Session, most: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  for (let isBegin = true; ; ) {
    let { bytes: line, isEnd } = await lines.piece();
    if (isBegin && line[0] === DOT) {
      if (line.length === 1 && isEnd) return Buffer.concat(kept).subarray(0, most);
      line = line.subarray(1);
    }
    if (size < most) kept.push(line);
    if (size < most && isEnd) kept.push(CRLF);
    size += line.length + (isEnd ? 2 : 0);
    isBegin = isEnd;
  }
}

const CRLF = Buffer.from('\r\n');
