// A lane: one SMTP connection that sends messages one after the other.
//
//   parseRelayUrl(url): Relay                            (relay-url.ts)
//   openLane(relay, options?): Promise<Lane>             rejects with RelayFault
//   lane.send({ from, to, data }, { next }?): Promise<Reply>  never rejects; `to` is one address
//   lane.quit(): Promise<void>, lane.close(): void, lane.alive: boolean
//
// After every reply `alive` says whether the lane accepts another message. A connection that ends
// during a message is a `lost` reply. Its phase follows from what was really written: the message
// counts as possibly accepted (`after_data`) only once its final dot was passed to the socket,
// because before that no server may accept it (RFC 5321, section 4.1.1.4).
import type { Socket } from 'node:net';
import type SmtpConnection from 'nodemailer/lib/smtp-connection';
import { isAscii, wireAddress } from '../address/addresses.ts';
import { dataBlock } from './data-block.ts';
import { RelayFault } from './relay-faults.ts';
import type { Relay } from './relay-url.ts';
import type { Reply } from './replies.ts';
import { internalsOf, openSession, REPLY_TIMEOUT_MS, type SessionOptions } from './session.ts';
import type { Envelope } from './steps.ts';
import { openTransactions, type Questions } from './transaction.ts';

export type Addresses = { from: string; to: string };

/**
 * One message for one recipient. `from` may be '' (no bounces wanted). `data` has CRLF line ends,
 * dots not stuffed; each of its characters is a byte, or with `encoding` utf8 a character. With
 * `isLined` it is certain that no CR or LF stands alone in it; otherwise that is seen to.
 */
export type Outgoing = Addresses & {
  data: string;
  /** What follows `data`: complete lines, none of which begins with a dot. Not copied. */
  tail?: Uint8Array | undefined;
  encoding?: 'latin1' | 'utf8';
  isLined?: boolean | undefined;
};

export type Lane = {
  /**
   * Sends one message and waits for the reply. One at a time. `mayHandOver` false: the connection
   * is cut, and no server may accept the message. `next`: this envelope goes with the end of the
   * message, where the server takes it; then its message must be next, or the lane be closed.
   */
  send(message: Outgoing, questions?: Questions<Addresses>): Promise<Reply>;
  /** Sends QUIT and waits until the connection is closed, at most 2 s. */
  quit(): Promise<void>;
  /** Closes at once. */
  close(): void;
  readonly alive: boolean;
  /**
   * Whether the server has the envelope of the next message, or has refused it: `send` that one
   * also when the lane is not alive.
   */
  readonly isBegun: boolean;
  /** Whether the server takes a message's end and the next envelope together (PIPELINING). */
  readonly takesGroups: boolean;
};

export type LaneOptions = SessionOptions;

const QUIT_PATIENCE_MS = 2000;

/**
 * Connects, sends EHLO, starts TLS and logs in as the relay requires.
 * @throws RelayFault; its message names the failed step and has the server's reply,
 * never the password
 */
export async function openLane(relay: Relay, options: LaneOptions = {}): Promise<Lane> {
  try {
    return laneOf(await openSession(relay, options), options.replyTimeoutMs ?? REPLY_TIMEOUT_MS);
  } catch (thrown) {
    throw new RelayFault(relay, thrown);
  }
}

function laneOf(connection: SmtpConnection, silenceMs: number): Lane {
  const { _supportedExtensions, _maxAllowedSize: most } = internalsOf(connection);
  const server: MailServer = { extensions: new Set(_supportedExtensions), most };
  const transactions = openTransactions(takeSocket(connection), server.extensions.has('PIPELINING'), silenceMs);
  const { close, ended } = transactions;
  let begun: Addresses | undefined; // of an envelope that the server has
  const begin = (next: Addresses | undefined) => {
    const envelope = next && envelopeOf(next, server);
    if (!envelope || 'kind' in envelope) return undefined;
    begun = next;
    return envelope;
  };
  return {
    get alive() {
      return transactions.alive;
    },
    get takesGroups() {
      return transactions.takesGroups;
    },
    close,
    async quit() {
      if (!transactions.alive) return;
      transactions.quit();
      const patience = setTimeout(close, QUIT_PATIENCE_MS);
      await ended;
      clearTimeout(patience);
    },
    get isBegun() {
      return transactions.isBegun;
    },
    send(message, { mayHandOver, next } = {}) {
      const { data, tail, encoding = 'latin1', isLined } = message;
      const size = (encoding === 'latin1' ? data.length : Buffer.byteLength(data, encoding)) + (tail?.length ?? 0);
      const envelope = envelopeOf(message, server, size);
      const isAnother = transactions.isBegun && !(begun?.from === message.from && begun.to === message.to);
      if (isAnother || (transactions.isBegun && 'kind' in envelope)) close(); // the server waits for another one
      if ('kind' in envelope) return Promise.resolve(envelope);
      const content = { block: dataBlock(data, isLined), tail, encoding };
      return transactions.run(envelope, content, { mayHandOver, next: next && (() => begin(next())) });
    },
  };
}

type MailServer = { extensions: ReadonlySet<string> /** The largest message, bytes; 0: any. */; most: number };

/**
 * The envelope as the server gets it, or the reply that it would give.
 * @param size of the message in bytes, as far as it is made
 */
function envelopeOf({ from, to }: Addresses, { extensions, most }: MailServer, size?: number): Envelope | Reply {
  const [sender, recipient] = [from === '' ? '' : wireAddress(from), wireAddress(to)];
  if (sender === undefined || recipient === undefined) return NO_ADDRESS;
  const isInternational = !isAscii(to.slice(0, to.lastIndexOf('@')));
  // RFC 6531, section 3.5: such a message must not be sent to a server that doesn't offer it.
  if (isInternational && !extensions.has('SMTPUTF8')) return NO_SMTPUTF8;
  if (size !== undefined && most > 0 && size > most) return tooLarge(size, most);
  const hasSize = size !== undefined && extensions.has('SIZE');
  const parameters = (hasSize ? ` SIZE=${size}` : '') + (isInternational ? ' SMTPUTF8' : '');
  return { mail: `FROM:<${sender}>${parameters}`, rcpt: recipient };
}

const NO_ADDRESS: Reply = { kind: 'reply', code: 553, enhanced: '5.1.3', text: 'Not a valid email address' };
const NO_SMTPUTF8: Reply = {
  kind: 'reply',
  code: 553,
  enhanced: '5.6.7',
  text: 'The mail server does not accept non-ASCII addresses',
};

/** The refusal for a message above the server's SIZE limit (RFC 1870, section 6.1). */
function tooLarge(size: number, most: number): Reply {
  const text = `The message has ${size} bytes, but the mail server accepts at most ${most}`;
  return { kind: 'reply', code: 552, enhanced: '5.3.4', text };
}

/** The session's socket, without the library's listeners. */
function takeSocket(connection: SmtpConnection): Socket {
  const inside = internalsOf(connection);
  const socket = inside._socket;
  socket.off('data', inside._onSocketData);
  socket.off('timeout', inside._onSocketTimeout);
  socket.off('close', inside._onSocketClose);
  socket.off('end', inside._onSocketEnd);
  socket.off('error', inside._onSocketError);
  return socket;
}
