// Opens an SMTP session ready for messages: connected, greeted, TLS as the relay requires, logged
// in.
import type { Socket } from 'node:net';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import type SmtpConnection from 'nodemailer/lib/smtp-connection';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { connectTo } from './connect.ts';
import { hiddenLogin, mayLogIn, mechanismsFor, type Opened } from './login.ts';
import type { Relay } from './relay-url.ts';

const library = whenNeeded((take) => take('nodemailer/lib/smtp-connection') as { default: typeof SmtpConnection });

export const REPLY_TIMEOUT_MS = 300_000;

/** More than any server says before the first message, with the names of all authorities. */
const OPENING_BYTES = 256 * 1024;
const LOOK_MS = 250;

/**
 * Times in ms. The defaults are below RFC 5321's (section 4.5.3.2) where a campaign would wait for
 * nothing. `signal`: aborts a session that is not open yet, and leaves nothing of it.
 */
export type SessionOptions = {
  connectTimeoutMs?: number;
  greetingTimeoutMs?: number;
  replyTimeoutMs?: number;
  signal?: AbortSignal;
  /** Instead of the addresses that the system finds for the host. */
  address?: string;
  /** The address of this machine that the connection comes from; absent: whichever it chooses. */
  localAddress?: string;
  /** More about TLS, in place of what the relay says. */
  tls?: Pick<ConnectionOptions, 'ca' | 'servername' | 'allowPartialTrustChain' | 'checkServerIdentity'>;
  /** Throws unless the server is the right one. Called with TLS in use, before login and mail. */
  verifyPeer?: (socket: TLSSocket) => void;
};

/**
 * `made`: called with the connection before it is used. `heard`: called with each reply of the
 * server.
 */
export type SessionListener = { made(connection: SmtpConnection): void; heard(answer: string): void };

/**
 * Private members of the library's connection. Its version is pinned, and the tests of lanes and
 * probes cover them.
 */
export type ConnectionInternals = Opened & {
  _socket: Socket & { getProtocol?(): string | null };
  _supportedExtensions: string[];
  _maxAllowedSize: number;
  _authMethod: string | false;
  _responseQueue: string[];
  _responseActions: ((reply: string) => void)[];
  _sendCommand(command: string): void;
  _onSocketData(chunk: Buffer): void;
  _onSocketTimeout(): void;
  _onSocketClose(): void;
  _onSocketEnd(): void;
  _onSocketError(error: Error): void;
};

/** The private members of a connection. */
export function internalsOf(connection: SmtpConnection): ConnectionInternals {
  return connection as unknown as ConnectionInternals;
}

/**
 * Connects, sends EHLO, starts TLS and logs in as the relay requires.
 * @throws ConnectError, or the session's error with `code`, `command` and `response`;
 * relay-faults.ts explains both
 */
export async function openSession(
  relay: Relay,
  options: SessionOptions,
  listener?: SessionListener,
): Promise<SmtpConnection> {
  const greetingTimeout = options.greetingTimeoutMs ?? MINUTE_MS;
  const { signal, address, localAddress } = options;
  const place = address === undefined ? relay : { ...relay, host: address };
  const socket = await connectTo(place, { timeoutMs: options.connectTimeoutMs ?? 30_000, signal, localAddress });
  const giveUp = () => socket.destroy();
  signal?.addEventListener('abort', giveUp);
  const connection = new (library().default)({
    connection: socket,
    host: relay.host, // the name that the certificate must have
    port: relay.port,
    secure: relay.secure,
    requireTLS: relay.requireTls,
    ignoreTLS: relay.ignoreTls,
    tls: { rejectUnauthorized: relay.verifyTls, ...options.tls },
    ...(relay.name === undefined ? {} : { name: relay.name }),
    connectionTimeout: 2 * greetingTimeout, // greeting and TLS handshake
    greetingTimeout,
    socketTimeout: options.replyTimeoutMs ?? REPLY_TIMEOUT_MS,
    customAuth: hiddenLogin,
    ...(listener ? { logger: answersTo(listener), transactionLog: true } : { logger: false }),
  });
  listener?.made(connection);
  connection.on('error', () => undefined); // errors are handled where they matter; without a listener one would be thrown
  const openingMs = 2 * greetingTimeout + (options.replyTimeoutMs ?? REPLY_TIMEOUT_MS);
  const watching = watch(connection, openingMs);
  try {
    signal?.throwIfAborted();
    await settled(connection, socket, (done) => connection.connect(done));
    if (options.verifyPeer) {
      if (!internalsOf(connection).secure) throw new Error('TLS is not in use');
      options.verifyPeer(internalsOf(connection)._socket as TLSSocket);
    }
    const { user, password } = relay;
    if (user !== undefined && password !== undefined) {
      mayLogIn(internalsOf(connection), relay);
      await logIn(connection, socket, { user, pass: password });
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    clearInterval(watching);
    // Empty lines wait in it: the library takes one a turn, also when the connection is closed, and
    // each costs as much as all that wait.
    internalsOf(connection)._responseQueue.length = 0;
    signal?.removeEventListener('abort', giveUp);
  }
}

/** @throws the error of the last mechanism; of one before, unless the server refused it for good */
async function logIn(connection: SmtpConnection, socket: Socket, login: { user: string; pass: string }): Promise<void> {
  const mechanisms = mechanismsFor(internalsOf(connection));
  for (const [n, method] of mechanisms.entries()) {
    try {
      const credentials = method === undefined ? login : { ...login, method };
      return await settled(connection, socket, (done) => connection.login(credentials, done));
    } catch (error) {
      const { responseCode = 0 } = error as { responseCode?: number };
      if (n === mechanisms.length - 1 || responseCode < 500) throw error;
    }
  }
}

/** Opening the session took too long as a whole. */
export class TooSlow extends Error {
  readonly seconds: number;
  constructor(ms: number) {
    super(`The session did not open within ${ms / 1000} s`);
    this.seconds = ms / 1000;
  }
}

/**
 * Ends the opening with an error after `mostMs`, or when the server says too much: the library's
 * times begin anew with each byte, so a server that says one now and then would hold it for ever.
 */
function watch(connection: SmtpConnection, mostMs: number): NodeJS.Timeout {
  const until = performance.now() + mostMs;
  const look = () => {
    if (performance.now() >= until) connection.emit('error', new TooSlow(mostMs));
    else if (internalsOf(connection)._socket?.bytesRead > OPENING_BYTES)
      connection.emit('error', new Error('The server says too much before the first message'));
  };
  return setInterval(look, Math.min(LOOK_MS, mostMs / 4));
}

/**
 * One step of opening the session; ends with its callback or the connection's first error,
 * whichever comes first.
 */
function settled(
  connection: SmtpConnection,
  socket: Socket,
  step: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('Connection closed unexpectedly'));
    const off = () => {
      connection.off('error', reject);
      connection.off('end', fail);
      socket.off('close', late);
    };
    // A socket that closes before the session listens to it would leave the session waiting.
    const late = () => setImmediate(fail);
    connection.once('error', reject);
    connection.once('end', fail);
    socket.once('close', late);
    step((error) => {
      off();
      if (error) reject(error);
      else resolve();
    });
  });
}

/**
 * Takes the server's replies from the library's log; our own commands may hold secrets and are
 * ignored.
 */
function answersTo({ heard }: SessionListener) {
  const nothing = () => undefined;
  const debug = (entry: unknown, text: unknown) => {
    if ((entry as { tnx?: string }).tnx === 'server') heard(String(text));
  };
  return { level: nothing, trace: nothing, debug, info: nothing, warn: nothing, error: nothing, fatal: nothing };
}
