// The built-in test inbox: an SMTP server on loopback that stores what it receives, so that no mail
// leaves a machine without a configured relay.
//
//   startInbox({ db, port, log, clock?, ownersOf? })   starts it; port 0 = any free one
//     → Promise<{ url: string, close(): Promise<void> }>
//   statements: queries.ts
//
// A message is stored before it is answered with 250. Messages that arrive during a commit share
// the next one. It costs nothing when idle: no timer runs.
import type { AddressInfo } from 'node:net';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Db } from '../../storage/db.ts';
import { mime } from '../mime/reader.ts';
import { insertMails, type NewMail } from './queries.ts';

const library = whenNeeded((take) => take('smtp-server') as { SMTPServer: typeof SMTPServer });

/** Customer ids by Message-ID; ids of unknown messages are missing. */
export type OwnersOf = (messageIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

export type Inbox = { url: string; close(): Promise<void> };

const SIZE_MAX = 50 * 1024 * 1024;
/**
 * Largest size of a commit in bytes, so that a burst of large messages can't fill the memory twice.
 */
const COMMIT_BYTES_MAX = 32 * 1024 * 1024;
const COMMIT_MAILS_MAX = 500;

/**
 * Starts the server on 127.0.0.1.
 * @throws Error of the listening socket (EADDRINUSE and the like).
 */
export async function startInbox(options: {
  db: Db;
  port: number;
  log: Logger;
  clock?: Clock;
  ownersOf?: OwnersOf;
  /** Whether the inbox accepts mail now; absent: always. */
  mayTake?: () => Promise<boolean>;
}): Promise<Inbox> {
  const { db, port, log, clock = systemClock, mayTake = async () => true } = options;
  const store = groupedStore(db, log, options.ownersOf ?? (async () => new Map()));
  const server = new (library().SMTPServer)({
    banner: 'Mailwright test inbox',
    size: SIZE_MAX,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1000,
    onData(stream, session, callback) {
      receive(stream, session, clock)
        .then(async (mail) => {
          if (await mayTake()) return store(mail);
          const text = '4.3.2 A relay is configured: the test inbox accepts no messages';
          throw Object.assign(new Error(text), { responseCode: 451 });
        })
        .then((answer) => callback(null, answer), callback);
    },
  });
  server.on('error', (error) => log.debug({ event: 'inbox.connection', error: error.message }));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  const { port: actual } = server.server.address() as AddressInfo;
  log.info({ event: 'inbox.started', port: actual });
  return {
    url: `smtp://127.0.0.1:${actual}?ignoreTLS=true`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads a message to its end; one that is too large is drained and refused. */
async function receive(stream: SMTPServerDataStream, session: SMTPServerSession, clock: Clock): Promise<ReceivedMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) {
    throw Object.assign(new Error('5.3.4 The message is larger than 50 MB'), { responseCode: 552 });
  }
  const source = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  const { mailFrom, rcptTo } = session.envelope;
  const from = mailFrom ? mailFrom.address : '';
  const to = rcptTo.map((recipient) => recipient.address).join(', ');
  const subject = subjectOf(source);
  return {
    messageId: MESSAGE_ID.exec(headOf(source))?.[1]?.trim() ?? '',
    received_at: clock.now(),
    mail_from: from,
    rcpt_to: to,
    subject,
    search: `${from}\n${to}\n${subject}`.toLowerCase(),
    size: source.length,
    source,
  };
}

/** A received mail; its Message-ID determines its customer. */
type ReceivedMail = Omit<NewMail, 'customer_id'> & { messageId: string };

const MESSAGE_ID = /^message-id:([^\r\n]*)/im;
const SUBJECT = /^subject:[ \t]*([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/im;

/**
 * The decoded subject. Parsing the whole message would be the most expensive part of receiving it.
 */
function subjectOf(source: Buffer): string {
  const raw = SUBJECT.exec(headOf(source))?.[1]?.replace(/\r?\n(?=[ \t])/g, '') ?? '';
  const subject = raw.includes('=?') ? mime().decodeWords(raw) : raw;
  return subject.replaceAll('\0', '').slice(0, 1000); // PostgreSQL has no NUL in text
}

function headOf(source: Buffer): string {
  const end = source.indexOf('\r\n\r\n');
  return source.subarray(0, Math.min(end === -1 ? source.length : end, 65_536)).toString();
}

type PendingMail = { mail: ReceivedMail; resolve: (answer: string) => void; reject: (error: Error) => void };

/** Stores mails in as few transactions as possible; the promise resolves after the commit. */
function groupedStore(db: Db, log: Logger, ownersOf: OwnersOf): (mail: ReceivedMail) => Promise<string> {
  let waiting: PendingMail[] = [];
  let running = false;
  const flush = async () => {
    while (waiting.length > 0) {
      const group = takeGroup(waiting);
      waiting = waiting.slice(group.length);
      try {
        const owners = await ownersOf(group.map(({ mail }) => mail.messageId));
        const mails = group.map(({ mail: { messageId, ...mail } }) => ({
          ...mail,
          customer_id: owners.get(messageId) ?? null,
        }));
        const stored = await insertMails(db, mails);
        // The customer's log shows this answer.
        for (const [i, { resolve }] of group.entries()) {
          const number = stored[i]?.number ?? 0;
          resolve(number === 0 ? '2.0.0 Stored' : `2.0.0 Stored as ${number}`);
        }
      } catch (thrown) {
        const error = asError(thrown);
        log.error({ event: 'inbox.store_failed', error: error.message });
        const refused = Object.assign(new Error('4.3.0 The inbox could not store the message'), { responseCode: 451 });
        for (const { reject } of group) reject(refused);
      }
    }
    running = false;
  };
  return (mail) =>
    new Promise((resolve, reject) => {
      waiting.push({ mail, resolve, reject });
      if (running) return;
      running = true;
      setImmediate(() => void flush());
    });
}

function takeGroup(waiting: PendingMail[]): PendingMail[] {
  let bytes = 0;
  let count = 0;
  while (count < Math.min(waiting.length, COMMIT_MAILS_MAX)) {
    bytes += waiting[count]?.mail.size ?? 0;
    if (count > 0 && bytes > COMMIT_BYTES_MAX) break;
    count += 1;
  }
  return waiting.slice(0, count);
}
