// Mail transactions over a session opened by the SMTP library (which does greeting, TLS and login):
// MAIL, RCPT and DATA in one write where the server offers PIPELINING (RFC 2920), then the message
// in one write, and its final dot in one of its own. Knows at each moment whether the server can
// have the message: only that dot hands it over (RFC 5321, section 4.1.1.4).
//
// What was passed to the kernel may arrive, whatever happens to the connection later; so the dot
// waits until the rest was passed on and the server had a moment to close the connection. When a
// disconnect is seen by then, the message is certainly not delivered. In one write with the rest,
// which no server can interrupt in time, each disconnect would leave the message uncertain
// (measured: the second write and the wait cost 5 to 12 µs of processor time a message, on top of
// 50).
//
// With the final dot goes the envelope of the message after it, where that is known by then, as the
// end of a message may be the first command in a group (RFC 2920, section 3.1). So a message costs
// one round trip instead of two, and a write and a read less. Of an envelope alone nothing is
// delivered: its content waits until `run` gets that message. It has no SIZE, as the message is not
// made before it may be sent.
import type { Socket } from 'node:net';
import { tlsWords } from '../../kernel/text/tls-words.ts';
import { type Answer, replySplitter } from './answers.ts';
import { type Content, END, writeAllButTheEnd } from './data-block.ts';
import { parseReply, type Reply, type ServerReply } from './replies.ts';
import { commandsOf, type Envelope, isEnough, isNoNews, nextOf, type Step, type Transaction } from './steps.ts';

/** What is asked while a message is being sent. */
export type Questions<Address> = {
  /** Before the final dot, which waits for the answer; absent: yes. */
  mayHandOver?: (() => boolean | Promise<boolean>) | undefined;
  /**
   * With the final dot, of a server that takes groups: whom the next message is from and to, if
   * that is known.
   */
  next?: (() => Address | undefined) | undefined;
};

export type Transactions = {
  /**
   * Sends one message; one at a time. Never rejects. When `isBegun`, its envelope is the one that
   * the server has.
   */
  run(envelope: Envelope, content: Content, questions: Questions<Envelope>): Promise<Reply>;
  /** Sends QUIT; closes at once when a transaction is begun. */
  quit(): void;
  /** Closes at once. */
  close(): void;
  readonly alive: boolean;
  /**
   * Whether the server has an envelope whose message is still to be sent, or has refused it: also
   * when it closed the connection with that.
   */
  readonly isBegun: boolean;
  /** Whether the next envelope may go with the end of a message, as far as is known. */
  readonly takesGroups: boolean;
  ended: Promise<void>;
};

/** A transaction, and who waits for it: nobody yet when only its envelope was sent. */
type Current = Transaction & {
  /** With these three somebody waits for it. */
  content?: Content;
  questions?: Questions<Envelope>;
  done?: (reply: Reply) => void;
  /** How it ended before anybody waited for it. */
  result?: Reply;
  /** The server waits for its content. */
  isAsked: boolean;
};

/**
 * How long the final dot waits: a share of the time the server took for its last reply to a
 * message, small enough that no lane notices; the longest wait for a connection's first message,
 * when nothing is known of the server.
 */
const WAIT_SHARE = 1 / 20;
const WAIT_MOST_MS = 5;
/**
 * A server that says nothing to an envelope for this long after its reply to the message before
 * (half as long again at most) has thrown it away: it takes no groups.
 */
const PATIENCE_MS = 10_000;
/**
 * How long a message may take as a whole: this many silences, and its bytes at the slowest pace. A
 * server that says or takes a byte now and then is never silent, and would hold it for ever.
 */
const SILENCES = 4;
const BYTES_A_MS = 8;

/** The state of a connection. */
type Connection = {
  readonly socket: Socket;
  readonly pipelining: boolean;
  /** What the next replies answer. */
  readonly steps: Step[];
  current: Current | undefined;
  /** Its envelope went with the end of the current one. */
  following: Current | undefined;
  isAlive: boolean;
  takesGroups: boolean;
  readonly patienceMs: number;
  /** Since when the server owes a reply to an envelope alone, by performance.now(). */
  owedSince: number | undefined;
  handedOverAt: number;
  /** By when the message that somebody waits for must have its reply. */
  lateAt: number;
  watch: NodeJS.Timeout | undefined;
  /** How long the reply to the last message took. */
  answerMs: number;
  readonly ended: PromiseWithResolvers<void>;
};

/**
 * Transactions over an open session.
 * @param socket of an open session; nothing else listens to it any more
 * @param pipelining whether the server offers it
 * @param silenceMs time without a reply after which the connection is closed
 */
export function openTransactions(socket: Socket, pipelining: boolean, silenceMs: number): Transactions {
  const connection: Connection = {
    socket,
    pipelining,
    steps: [],
    current: undefined,
    following: undefined,
    isAlive: true,
    takesGroups: pipelining,
    owedSince: undefined,
    patienceMs: Math.min(PATIENCE_MS, silenceMs / 2),
    lateAt: 0,
    watch: undefined,
    handedOverAt: 0,
    answerMs: Number.POSITIVE_INFINITY,
    ended: Promise.withResolvers<void>(),
  };
  listen(connection, silenceMs);
  return {
    get alive() {
      return connection.isAlive;
    },
    get isBegun() {
      const { current, isAlive } = connection;
      return current !== undefined && !current.done && (isAlive || current.result?.kind === 'reply');
    },
    get takesGroups() {
      return connection.takesGroups;
    },
    ended: connection.ended.promise,
    close: () => lose(connection, 'Connection closed'),
    quit() {
      if (connection.current) return lose(connection, 'Connection closed');
      connection.isAlive = false;
      write(connection, 'QUIT', 'QUIT');
    },
    run: (envelope, content, questions) =>
      new Promise((done) => {
        const { current, isAlive } = connection;
        const message = current ?? transactionOf(envelope);
        Object.assign(message, { content, questions, done });
        if (current?.result) return finish(connection, current.result);
        if (!isAlive) return done(lost(message, 'Connection closed'));
        const size = content.block.length + (content.tail?.length ?? 0);
        connection.lateAt = performance.now() + SILENCES * silenceMs + size / BYTES_A_MS;
        if (current?.isAsked) handOver(connection, current, content);
        if (current) return;
        connection.current = message;
        if (!pipelining) return write(connection, 'MAIL', `MAIL ${envelope.mail}`);
        connection.steps.push('MAIL', 'RCPT', 'DATA');
        socket.write(commandsOf(envelope), 'utf8');
      }),
  };
}

/** @param isGrouped its envelope goes with the end of the message before it */
function transactionOf(envelope: Envelope, { isGrouped } = { isGrouped: false }): Current {
  return { envelope, isGrouped, isTaken: false, isAsked: false, handedOver: false };
}

function write({ steps, socket }: Connection, step: Step, command: string): void {
  steps.push(step);
  socket.write(`${command}\r\n`, 'utf8');
}

function finish(connection: Connection, reply: Reply): void {
  const { current, following } = connection;
  if (!current) return;
  if (!current.done) {
    current.result = reply;
    return;
  }
  connection.current = following;
  connection.following = undefined;
  if (following && connection.isAlive) {
    connection.owedSince = performance.now();
  }
  current.done(reply);
}

/** Marks the connection as unusable; a message under way is lost, in the phase it had reached. */
function lose(connection: Connection, reason: string): void {
  connection.isAlive = false;
  clearInterval(connection.watch);
  connection.socket.destroy();
  connection.ended.resolve();
  const { current } = connection;
  if (current) finish(connection, current.refusal ?? lost(current, reason));
}

function leaveGroups(connection: Connection, reason: string): void {
  connection.takesGroups = false;
  lose(connection, reason);
}

function take(connection: Connection, { code, raw }: Answer): void {
  const { steps, current, pipelining } = connection;
  const step = steps.shift();
  if (step === 'MAIL') connection.owedSince = undefined;
  if (current && isNoNews(step, code, pipelining)) return;
  const reply = parseReply(raw());
  if (!reply || !step || !current) {
    // An unsolicited reply: the server ends an idle session, or is out of step.
    if (step !== 'QUIT') lose(connection, `Unexpected answer: ${raw().trim()}`);
    return;
  }
  if (step === 'MAIL') reply.isToMail = true;
  if (Number.isFinite(connection.answerMs) && isEnough(step, reply)) {
    current.isSpent = true;
    lose(connection, reply.text);
  } else if (reply.code === 421) {
    current.refusal ??= reply;
    lose(connection, reply.text);
  } else if (step === 'MAIL' && current.isGrouped && reply.code >= 500) {
    leaveGroups(connection, reply.text); // perhaps about the group: it is tried by itself
  } else answered(connection, current, step, reply);
}

function answered(connection: Connection, message: Current, step: Step, reply: ServerReply): void {
  const next = nextOf(message, step, reply, connection.pipelining);
  if (next.kind === 'say') write(connection, next.step, next.command);
  else if (next.kind === 'hand over') {
    message.isAsked = true;
    if (message.content) handOver(connection, message, message.content);
  } else if (next.kind === 'lose') lose(connection, next.reason);
  else if (next.kind === 'finish') {
    if (step === 'end') connection.answerMs = performance.now() - connection.handedOverAt;
    finish(connection, next.reply);
  }
}

function handOver(connection: Connection, message: Current, content: Content): void {
  const { socket, steps } = connection;
  steps.push('end');
  const waitMs = Math.min(connection.answerMs * WAIT_SHARE, WAIT_MOST_MS);
  const end = (may: boolean) => {
    if (connection.current !== message) return; // lost meanwhile, or refused before its end
    if (!may) return lose(connection, 'Cut before the end of the message');
    message.handedOver = true;
    connection.handedOverAt = performance.now();
    const next = connection.takesGroups ? message.questions?.next?.() : undefined;
    if (!next) return void socket.write(END, content.encoding);
    connection.following = transactionOf(next, { isGrouped: true });
    steps.push('MAIL', 'RCPT', 'DATA');
    socket.write(`${END}${commandsOf(next)}`, 'utf8');
  };
  writeAllButTheEnd(socket, content, waitMs, () => {
    if (connection.current !== message) return;
    const may = message.questions?.mayHandOver?.() ?? true;
    if (typeof may === 'boolean') end(may);
    else void may.then(end);
  });
}

function listen(connection: Connection, silenceMs: number): void {
  const { socket } = connection;
  const isLost = (reason: string) => lose(connection, reason);
  const onAnswer = (answer: Answer) => {
    take(connection, answer);
    return connection.isAlive;
  };
  socket.setTimeout(silenceMs);
  // One timer of a connection: one of each message would cost it a hundredth.
  const look = () => {
    const now = performance.now();
    const isOwed = now - (connection.owedSince ?? now) >= connection.patienceMs;
    if (isOwed) leaveGroups(connection, 'No reply to the next envelope');
    else if (connection.current?.done && now >= connection.lateAt) isLost('Timeout');
  };
  connection.watch = setInterval(look, connection.patienceMs / 2).unref();
  socket.on(
    'data',
    replySplitter(onAnswer, (text) => isLost(`Unexpected answer: ${text}`)),
  );
  socket.on('timeout', () => isLost('Timeout'));
  socket.on('error', (error) => isLost(tlsWords(error.message)));
  socket.on('end', () => isLost('Connection closed unexpectedly'));
  socket.on('close', () => isLost('Connection closed unexpectedly'));
}

function lost(message: Transaction, text: string): Reply {
  const phase = message.handedOver || message.isTaken ? 'after_data' : 'before_data';
  return { kind: 'lost', phase, text, ...(message.isSpent && { isSpent: true }) };
}
