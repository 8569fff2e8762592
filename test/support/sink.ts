// A real SMTP server for tests: stores whole messages, replies as told, and can close the
// connection at each phase.
import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { freePort } from '../../src/network/free-port.ts';

/**
 * A message that the server answered with 250, or received completely before it closed the
 * connection.
 */
export type SinkMail = { from: string; to: string; source: string; at: number };

export type Phase = 'connect' | 'mail' | 'rcpt' | 'data_begun' | 'data_done';
/**
 * Code and text of a refusal, `'cut'` to close the connection without a reply, undefined to
 * continue.
 */
export type Answer = { code: number; text: string } | 'cut' | undefined;
export type Answers = (phase: Phase, to: string) => Answer | Promise<Answer>;

export type Sink = {
  readonly port: number;
  readonly url: string;
  readonly received: SinkMail[];
  /** Recipients in the order of their messages. */
  recipients(): string[];
  /** Replaces the replies. */
  answer(answers: Answers): void;
  /** Open connections: those that the sink has not ended. */
  connections(): number;
  /** Refuses new connections and cuts the open ones; `open` accepts them again on the same port. */
  down(): Promise<void>;
  up(): Promise<void>;
};

/**
 * Starts a sink on loopback. It is closed when the test (or suite) ends.
 */
export async function openSink(
  t: { after(close: () => Promise<void>): void },
  answers: Answers = () => undefined,
): Promise<Sink> {
  const received: SinkMail[] = [];
  let current = answers;
  const port = await freePort(); // of others, a connection of anybody might take it between down and up
  let server = await listen(port);

  async function listen(at: number): Promise<SMTPServer> {
    const made = makeServer((phase, to) => current(phase, to), received);
    await new Promise<void>((resolve, reject) => {
      made.on('error', reject);
      made.listen(at, '127.0.0.1', resolve);
    });
    return made;
  }

  async function down(): Promise<void> {
    for (const connection of connectionsOf(server)) connection._socket.destroy();
    await new Promise<void>((resolve) => {
      if (server.server.listening) server.close(resolve);
      else resolve();
    });
  }

  t.after(down);
  return {
    port,
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    received,
    recipients: () => received.map((message) => message.to),
    answer(next) {
      current = next;
    },
    connections: () => connectionsOf(server).filter(({ _socket }) => isOpen(_socket)).length,
    down,
    async up() {
      server = await listen(port);
    },
  };
}

/** The server forgets a connection a moment after its client has seen it close. */
const isOpen = ({ destroyed, writableEnded }: Socket) => !destroyed && !writableEnded;

type OpenConnection = { session: SMTPServerSession; _socket: Socket };

function connectionsOf(server: SMTPServer): OpenConnection[] {
  return [...(server as unknown as { connections: Set<OpenConnection> }).connections];
}

function makeServer(answers: Answers, received: SinkMail[]): SMTPServer {
  const server: SMTPServer = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onConnect: (session, done) => void step('connect', '', session, done),
    onMailFrom: (_address, session, done) => void step('mail', '', session, done),
    onRcptTo: (address, session, done) => void step('rcpt', address.address, session, done),
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
      const parts: Buffer[] = [];
      let begun = false;
      stream.on('data', (part: Buffer) => {
        parts.push(part);
        if (!begun) void step('data_begun', to, session, () => undefined);
        begun = true;
      });
      stream.on('error', () => undefined);
      stream.on('end', () => {
        void step('data_done', to, session, done, () => {
          received.push({ from, to, source: Buffer.concat(parts).toString('utf8'), at: Date.now() });
        });
      });
    },
  });
  server.on('error', () => undefined); // cut connections

  async function step(
    phase: Phase,
    to: string,
    session: SMTPServerSession,
    done: (error?: Error | null) => void,
    keep: () => void = () => undefined,
  ): Promise<void> {
    const answer = await answers(phase, to);
    if (answer === undefined || answer === 'cut') keep();
    if (answer === undefined) return done();
    if (answer !== 'cut') return done(Object.assign(new Error(answer.text), { responseCode: answer.code }));
    for (const connection of connectionsOf(server)) {
      if (connection.session === session) connection._socket.destroy();
    }
  }
  return server;
}
