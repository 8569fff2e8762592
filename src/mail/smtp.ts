// A lane: one SMTP connection that takes one message after the other.
//
//   parseRelayUrl(url): Relay                            (relays.ts)
//   openLane(relay, options?): Promise<Lane>             rejects with AppError 'unavailable' when no session comes up
//   lane.send({ from, to, data }): Promise<Reply>        never rejects; `to` is one address
//   lane.quit(): Promise<void>, lane.close(): void, lane.alive: boolean
//
// After every reply `alive` says whether the lane takes another message. A connection that ends while a message is
// under way is a `lost` reply. Its phase comes from what was really written: the message counts as possibly taken
// (`after_data`) only once the dot that ends it was handed to the socket, for before that no server may accept it
// (RFC 5321, section 4.1.1.4).
import type { Readable } from 'node:stream';
import type SmtpConnection from 'nodemailer/lib/smtp-connection';
import { AppError } from '../kernel/errors.ts';
import { isAscii, wireAddress } from './addresses.ts';
import { dataBlock, END } from './data-block.ts';
import { explainFault } from './relay-faults.ts';
import type { Relay } from './relays.ts';
import { relayName } from './relays.ts';
import { parseReply, type Reply } from './replies.ts';
import { insideOf, openSession, type SessionOptions } from './session.ts';

/**
 * One message for one recipient. `from` may be '' (no bounces wanted). `data` has CRLF line ends, dots not stuffed; each of
 * its characters is a byte, or with `encoding` utf8 a character.
 */
export type Outgoing = { from: string; to: string; data: string; encoding?: 'latin1' | 'utf8' };

export type Lane = {
  /** Hands over one message and waits for the answer. One at a time. */
  send(message: Outgoing): Promise<Reply>;
  /** Says QUIT and waits until the connection is closed, at most 2 s. */
  quit(): Promise<void>;
  /** Closes at once. */
  close(): void;
  readonly alive: boolean;
};

export type LaneOptions = SessionOptions;

const QUIT_PATIENCE_MS = 2000;
/** A message of this size is handed to the socket at once; of a larger one the end waits until the rest is out. */
const ONE_PIECE = 65_536;

type SmtpError = Error & { response?: string; responseCode?: number; code?: string; command?: string };

/**
 * Connects, greets, starts TLS and logs in as the relay asks.
 * @throws AppError `unavailable`; its message says which step failed, has the server's words, and never the password.
 */
export async function openLane(relay: Relay, options: LaneOptions = {}): Promise<Lane> {
  try {
    return laneOf(await openSession(relay, options));
  } catch (thrown) {
    const reason = explainFault(thrown, relay);
    throw new AppError('unavailable', `${relayName(relay)} cannot be used: ${reason}`, undefined, { cause: thrown });
  }
}

function laneOf(connection: SmtpConnection): Lane {
  let alive = true;
  const ended = new Promise<void>((resolve) => {
    connection.once('end', () => {
      alive = false;
      resolve();
    });
  });
  // Errors reach the message under way through its callback; this keeps one that comes between messages from throwing.
  connection.on('error', () => {
    alive = false;
  });
  const close = () => {
    alive = false;
    connection.close();
  };
  return {
    get alive() {
      return alive;
    },
    close,
    async quit() {
      if (!alive) return;
      alive = false;
      connection.quit();
      const patience = setTimeout(() => connection.close(), QUIT_PATIENCE_MS);
      await ended;
      clearTimeout(patience);
    },
    async send(message) {
      const refused = refusal(connection, message);
      if (refused) return refused;
      const { reply, inStep, isOpen } = await transmit(connection, message);
      if (!inStep || (isOpen && !(await forget(connection, ended)))) close();
      return reply;
    },
  };
}

/**
 * Ends a transaction whose recipient was refused: MAIL within one is a 503 (RFC 5321, section 4.1.4). False when the
 * server does not agree or is gone.
 */
function forget(connection: SmtpConnection, ended: Promise<void>): Promise<boolean> {
  const reset = new Promise<boolean>((resolve) => {
    connection.reset((error) => resolve(!error));
  });
  return Promise.race([reset, ended.then(() => false)]);
}

/** What no server needs to be asked: addresses that can't be written in this session. */
function refusal(connection: SmtpConnection, { from, to }: Outgoing): Reply | undefined {
  const recipient = wireAddress(to);
  if (recipient === undefined || (from !== '' && wireAddress(from) === undefined)) {
    return { kind: 'reply', code: 553, enhanced: '5.1.3', text: 'Not a valid email address' };
  }
  if (isAscii(to.slice(0, to.lastIndexOf('@'))) || offers(connection, 'SMTPUTF8')) return undefined;
  // RFC 6531, section 3.5: such a message must not be sent to a server that doesn't offer it.
  return { kind: 'reply', code: 553, enhanced: '5.6.7', text: 'The mail server does not take non-ASCII addresses' };
}

function offers(connection: SmtpConnection, extension: string): boolean {
  return insideOf(connection)._supportedExtensions.includes(extension);
}

/**
 * `inStep`: client and server still agree where they are, so the connection can take another message.
 * `isOpen`: the server may still hold a transaction that came to no end.
 */
type Transmitted = { reply: Reply; inStep: boolean; isOpen?: boolean };

function transmit(connection: SmtpConnection, message: Outgoing): Promise<Transmitted> {
  const { from, to, data, encoding = 'latin1' } = message;
  const progress = { begun: false, handedOver: false };
  const envelope = {
    from: from === '' ? '' : (wireAddress(from) ?? ''),
    to: [wireAddress(to) ?? ''],
    size: Buffer.byteLength(data, encoding),
  };
  return new Promise((resolve) => {
    connection.send(envelope, watchedMessage(connection, dataBlock(data), encoding, progress), (error, info) => {
      resolve(error ? afterError(error as SmtpError, progress) : afterSuccess(String(info?.response ?? ''), progress));
    });
  });
}

type Progress = { begun: boolean; handedOver: boolean };

/**
 * The message as the connection takes it, telling how far it got. The connection calls `pipe` once the server has asked
 * for the data, with its stream that doubles dots byte by byte; what is written here has its dots doubled already and
 * goes to the socket in one piece, at half the time a message costs.
 */
function watchedMessage(
  connection: SmtpConnection,
  block: string,
  encoding: 'latin1' | 'utf8',
  progress: Progress,
): Readable {
  const message = {
    pipe(stream: Readable) {
      progress.begun = true;
      const socket = insideOf(connection)._socket;
      stream.unpipe(socket);
      if (!socket.writable) return; // it is closing, and the message will be told so
      if (block.length <= ONE_PIECE) {
        socket.write(block, encoding);
        progress.handedOver = true;
        return;
      }
      socket.write(block.slice(0, -END.length), encoding, (error) => {
        if (error || !socket.writable) return;
        socket.write(END, encoding);
        progress.handedOver = true;
      });
    },
  };
  return message as unknown as Readable;
}

function afterSuccess(response: string, progress: Progress): Transmitted {
  const reply = parseReply(response);
  if (reply && progress.handedOver) return { reply, inStep: true };
  // A yes before the message's end is no promise for the message.
  return { reply: { kind: 'lost', phase: 'after_data', text: `Unexpected answer: ${response}` }, inStep: false };
}

function afterError(error: SmtpError, progress: Progress): Transmitted {
  const raw = typeof error.response === 'string' ? error.response : '';
  const reply = parseReply(raw);
  const isAnswer = error.command !== 'CONN' || error.responseCode === 421;
  if (reply && reply.code >= 400 && isAnswer) {
    const inStep = reply.code !== 421 && progress.begun === progress.handedOver;
    return { reply, inStep, isOpen: !progress.begun };
  }
  if (error.code === 'EMESSAGE' && error.command === 'MAIL FROM' && raw === '') {
    // RFC 1870, section 6.1: larger than the server said it takes.
    return { reply: { kind: 'reply', code: 552, enhanced: '5.3.4', text: error.message }, inStep: true };
  }
  const phase = progress.handedOver ? 'after_data' : 'before_data';
  return { reply: { kind: 'lost', phase, text: error.message }, inStep: false };
}
