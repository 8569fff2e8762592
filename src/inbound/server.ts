// The SMTP server for returned mail. It is open to the internet: it accepts mail for return
// addresses of this installation only, relays nothing, and limits what strangers can make it store.
// It replies 250 after the effect is committed, and 451 (try again) when the store fails.
import type { AddressInfo, Socket } from 'node:net';
import { domainToASCII } from 'node:url';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { MINUTE_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { parseReturnAddress, type ReturnPath } from '../mail/address/verp.ts';
import { troubleText } from '../storage/trouble.ts';
import { READ_MAX, type ReturnedMail } from './evidence.ts';
import { type InboundTools, processMail } from './process-mail.ts';

const library = whenNeeded((take) => take('smtp-server') as { SMTPServer: typeof SMTPServer });

export type ReturnServer = { port: number; close(): Promise<void> };

/** Limits of the server; times in ms. */
export type Limits = {
  size: number;
  clients: number;
  clientsPerAddress: number;
  mailsPerConnection: number;
  refusalsPerConnection: number;
  idleMs: number;
  connectionMs: number;
};

const LIMITS: Limits = {
  size: 10 * 1024 * 1024,
  clients: 100,
  clientsPerAddress: 10,
  mailsPerConnection: 100,
  refusalsPerConnection: 20,
  idleMs: MINUTE_MS,
  connectionMs: 5 * MINUTE_MS, // however slowly a client sends
};

type ListenAddress = { host: string; port: number };

/**
 * Starts the server. Port 0 takes any free one.
 * @throws AppError `unavailable` with one clear line when it cannot listen there
 */
export async function startInboundServer(
  tools: InboundTools & { path: ReturnPath },
  listen: ListenAddress,
  given: Partial<Limits> = {},
): Promise<ReturnServer> {
  const { log, path } = tools;
  const limits = { ...LIMITS, ...given };
  const clients = clientLimits(limits);
  // One after the other: a flood of returned mail must not delay every statement of delivery.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const mail = await receive(stream, session);
    if (stream.sizeExceeded) throw refusal(552, 'The message is too large'); // the server itself replies so, with 5.3.4
    try {
      await inTurn(() => processMail(tools, mail));
    } catch (error) {
      log.error({ event: 'inbound.store-failed', reason: troubleText(error) });
      throw refusal(451, 'The message could not be stored; try again later');
    }
    return 'Done';
  }

  const server = new (library().SMTPServer)({
    name: path.address.slice(path.address.lastIndexOf('@') + 1),
    size: limits.size,
    rejectOversized: true,
    hideENHANCEDSTATUSCODES: false, // 550 5.1.1, 552 5.3.4, 452 4.5.3, 451 4.3.0
    disabledCommands: ['AUTH', 'STARTTLS', 'VRFY', 'HELP', 'WIZ', 'SHELL'],
    disableReverseLookup: true,
    allowHalfOpen: true, // or Node closes before the reply; see answerBeforeClosing
    logger: false,
    maxClients: limits.clients,
    maxRecipients: 1, // one effect, one reply: for a second recipient the client sends again
    maxCommandLength: 2048,
    socketTimeout: limits.idleMs,
    closeTimeout: 1000,
    onConnect: (session, done) => done(clients.enter(session)),
    onClose: (session) => clients.leave(session),
    onMailFrom: (_address, session, done) => done(clients.mail(session)),
    onRcptTo: (address, session, done) => {
      if (isReturnRecipient(path, withAsciiDomain(address.address))) return done();
      done(clients.refused(session) ?? refusal(550, 'No such mailbox here'));
    },
    onData: (stream, session, done) => void take(stream, session).then((answer) => done(null, answer), done),
  } as ConstructorParameters<typeof SMTPServer>[0]);
  server.on('error', (error) => log.debug({ event: 'inbound.connection', reason: error.message }));
  server.server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), limits.connectionMs);
    socket.once('close', () => clearTimeout(timer));
    answerBeforeClosing(server, socket);
  });
  const port = await begin(server, listen);
  log.info({ event: 'inbound.listening', host: listen.host, port });
  return {
    port,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await last;
    },
  };
}

/**
 * Exim sends QUIT together with the end of its last mail, and closes its side at once (RFC 2920,
 * section 3.1): without the reply it would send the mail again, for days.
 */
function answerBeforeClosing(server: SMTPServer, socket: Socket): void {
  // The library replies to an open socket only, which for Node is one that both sides write to.
  Object.defineProperty(socket, 'readyState', { get: () => (socket.writable ? 'open' : 'closed') });
  socket.once('end', () => {
    const parser = [...server.connections].find((one) => one._socket === socket)?._parser;
    // Finished when all that came is answered; a mail that was cut off never is.
    if (parser) parser.once('finish', () => socket.end());
    else socket.end();
  });
}

/** Reads a mail to its end and keeps its beginning: memory is limited by the number of clients. */
async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<ReturnedMail> {
  const { mailFrom, rcptTo } = session.envelope;
  const parts: Buffer[] = [];
  let room = READ_MAX;
  for await (const part of stream as AsyncIterable<Buffer>) {
    // Copied: the chunk is part of a larger buffer, which it would keep in memory.
    if (room > 0) parts.push(Buffer.from(part.subarray(0, room)));
    room -= part.length;
  }
  const recipient = withAsciiDomain(rcptTo[0]?.address ?? '');
  const sender = mailFrom ? mailFrom.address : '';
  return { origin: 'smtp', mailFrom: sender, rcptTo: recipient, source: Buffer.concat(parts) };
}

type ClientConnection = { address: string; mails: number; refusals: number };

/** Connected clients by network, and the refusals each has left. */
function clientLimits(limits: Limits) {
  const clients = new Map<string, ClientConnection>();
  const tooMany = (what: string) => refusal(421, `Too many ${what}; try again later`);
  return {
    enter(session: SMTPServerSession): Error | undefined {
      const address = neighbourhood(session.remoteAddress);
      const there = [...clients.values()].filter((client) => client.address === address).length;
      if (there >= limits.clientsPerAddress) return tooMany('connections from your address');
      clients.set(session.id, { address, mails: 0, refusals: 0 });
      return undefined;
    },
    leave: (session: SMTPServerSession) => void clients.delete(session.id),
    mail(session: SMTPServerSession): Error | undefined {
      const client = clients.get(session.id);
      if (client) client.mails += 1;
      return client && client.mails > limits.mailsPerConnection ? tooMany('mails in one connection') : undefined;
    },
    refused(session: SMTPServerSession): Error | undefined {
      const client = clients.get(session.id);
      if (client) client.refusals += 1;
      return client && client.refusals > limits.refusalsPerConnection ? tooMany('unknown recipients') : undefined;
    },
  };
}

/** The /64 of an IPv6 address, all of which usually belongs to one client. */
function neighbourhood(address: string): string {
  if (!address.includes(':')) return address;
  const [head, tail] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail ? 8 - (head?.length ?? 0) - tail.length : 0;
  return [...(head ?? []), ...Array<string>(zeros).fill('0'), ...(tail ?? [])].slice(0, 4).join(':');
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

async function begin(server: SMTPServer, { host, port }: ListenAddress): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject);
      server.listen(port, host, () => {
        server.server.off('error', reject);
        resolve();
      });
    });
    return (server.server.address() as AddressInfo).port;
  } catch (error) {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} on ${host}, for returned mail, is in use. Stop what uses it, or set MAILWRIGHT_RETURN_LISTEN to another port.`,
      EACCES: `Port ${port}, for returned mail, cannot be used without permission. Set MAILWRIGHT_RETURN_LISTEN to a port above 1023 and redirect port 25 to it, or allow the node program to use it (docs/return-path.md).`,
      EADDRNOTAVAIL: `This machine has no address ${host}. Set MAILWRIGHT_RETURN_LISTEN to one that it has.`,
      ENOTFOUND: `The host name ${host} has no address. Set MAILWRIGHT_RETURN_LISTEN to an address of this machine.`,
    };
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason ? new AppError('unavailable', reason, { cause: error }) : error;
  }
}

/**
 * Whether mail for an address is accepted: a signed return address; the bare one, to which feedback
 * reports are addressed and servers that ignore the envelope reply; and postmaster of its domain
 * (RFC 5321, section 4.5.1).
 */
function isReturnRecipient(path: ReturnPath, address: string): boolean {
  if (parseReturnAddress(path, address)) return true;
  const own = path.address.toLowerCase();
  const folded = address.toLowerCase();
  return folded === own || folded === `postmaster${own.slice(own.lastIndexOf('@'))}`;
}

/** The address with its domain in A-labels (RFC 5890), as the return address is configured. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + domainToASCII(address.slice(at));
}
