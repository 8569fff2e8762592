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
import type { Socket } from 'node:net';
import { type Answer, replySplitter } from './answers.ts';
import { END } from './data-block.ts';
import { parseReply, type Reply, type ServerReply } from './replies.ts';

export type Envelope = {
  /** The parameter of MAIL, e.g. `FROM:<a@b.test> SIZE=9`. */
  mail: string;
  rcpt: string;
  /** The message, dot-stuffed and with its end (data-block.ts). */
  block: string;
  /** What stands before that end, behind the rest of the block. */
  tail?: Uint8Array | undefined;
  encoding: 'latin1' | 'utf8';
  /** Called before the final dot; absent: yes. */
  mayHandOver?: MayHandOver | undefined;
};

export type MayHandOver = () => boolean | Promise<boolean>;

export type Transactions = {
  /** Sends one message; one at a time. Never rejects. */
  run(envelope: Envelope): Promise<Reply>;
  /** Sends QUIT. */
  quit(): void;
  /** Closes at once. */
  close(): void;
  readonly alive: boolean;
  ended: Promise<void>;
};

/**
 * What the next reply answers. `empty`: a message without content, which ends a DATA requested in
 * vain.
 */
type Step = 'MAIL' | 'RCPT' | 'DATA' | 'end' | 'empty' | 'RSET' | 'QUIT';

type CurrentMessage = Envelope & {
  done: (reply: Reply) => void;
  /** The first refusal, which becomes the message's result. */
  refusal?: ServerReply;
  isTaken: boolean;
  /** The end of the message was passed to the socket: the server may have it. */
  handedOver: boolean;
};

/**
 * How long the final dot waits: a share of the time the server took for its last reply to a
 * message, small enough that no lane notices; the longest wait for a connection's first message,
 * when nothing is known of the server.
 */
const WAIT_SHARE = 1 / 20;
const WAIT_MOST_MS = 5;
/**
 * Polls of the network before the final dot, however short the wait: during the first a server on
 * this machine reads, in the next its disconnect is seen.
 */
const LOOKS = 3;

/**
 * Transactions over an open session.
 * @param socket of an open session; nothing else listens to it any more
 * @param pipelining whether the server offers it
 * @param silenceMs time without a reply after which the connection is closed
 */
export function openTransactions(socket: Socket, pipelining: boolean, silenceMs: number): Transactions {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const steps: Step[] = [];
  let current: CurrentMessage | undefined;
  let alive = true;
  let handedOverAt = 0;
  let answerMs = Number.POSITIVE_INFINITY; // for the last message

  function write(step: Step, command: string): void {
    steps.push(step);
    socket.write(`${command}\r\n`, 'utf8');
  }

  function finish(reply: Reply): void {
    const message = current;
    current = undefined;
    message?.done(reply);
  }

  /** Marks the connection as unusable; a message under way is lost, in the phase it had reached. */
  function lose(reason: string): void {
    alive = false;
    socket.destroy();
    end();
    if (current) finish(current.refusal ?? lost(current, reason));
  }

  function take({ code, raw }: Answer) {
    const step = steps.shift();
    if (current && isNoNews(step, code, pipelining)) return;
    const reply = parseReply(raw());
    if (!reply || !step || !current) {
      // An unsolicited reply: the server ends an idle session, or is out of step.
      if (step !== 'QUIT') lose(`Unexpected answer: ${raw().trim()}`);
      return;
    }
    if (reply.code === 421) {
      current.refusal ??= reply;
      return lose(reply.text);
    }
    answered(current, step, reply);
  }

  function answered(message: CurrentMessage, step: Step, reply: ServerReply) {
    const next = nextOf(message, step, reply, pipelining);
    if (next.kind === 'say') write(next.step, next.command);
    else if (next.kind === 'hand over') handOver(message);
    else if (next.kind === 'lose') lose(next.reason);
    else if (next.kind === 'finish') {
      if (step === 'end') answerMs = performance.now() - handedOverAt;
      finish(next.reply);
    }
  }

  function handOver(message: CurrentMessage): void {
    steps.push('end');
    const waitMs = Math.min(answerMs * WAIT_SHARE, WAIT_MOST_MS);
    const end = (may: boolean) => {
      if (current !== message) return; // lost meanwhile, or refused before its end
      if (!may) return lose('Cut before the end of the message');
      message.handedOver = true;
      handedOverAt = performance.now();
      socket.write(END, message.encoding);
    };
    writeAllButTheEnd(socket, message, waitMs, () => {
      if (current !== message) return;
      const may = message.mayHandOver?.() ?? true;
      if (typeof may === 'boolean') end(may);
      else void may.then(end);
    });
  }

  listen(socket, silenceMs, lose, (answer) => {
    take(answer);
    return alive;
  });

  return {
    get alive() {
      return alive;
    },
    ended,
    close: () => lose('Connection closed'),
    quit() {
      alive = false;
      write('QUIT', 'QUIT');
    },
    run(envelope) {
      return new Promise((done) => {
        const message: CurrentMessage = { ...envelope, done, isTaken: false, handedOver: false };
        if (!alive) return done(lost(message, 'Connection closed'));
        current = message;
        if (!pipelining) return write('MAIL', `MAIL ${envelope.mail}`);
        steps.push('MAIL', 'RCPT');
        write('DATA', `MAIL ${envelope.mail}\r\nRCPT TO:<${envelope.rcpt}>\r\nDATA`);
      });
    },
  };
}

/** @param take hears each reply; false when it wants no more */
function listen(
  socket: Socket,
  silenceMs: number,
  lose: (why: string) => void,
  take: (answer: Answer) => boolean,
): void {
  socket.setTimeout(silenceMs);
  socket.on(
    'data',
    replySplitter(take, (text) => lose(`Unexpected answer: ${text}`)),
  );
  socket.on('timeout', () => lose('Timeout'));
  socket.on('error', (error) => lose(error.message));
  socket.on('end', () => lose('Connection closed unexpectedly'));
  socket.on('close', () => lose('Connection closed unexpectedly'));
}

type Next =
  | { kind: 'wait' | 'hand over' }
  | { kind: 'say'; step: Step; command: string }
  | { kind: 'finish'; reply: Reply }
  | { kind: 'lose'; reason: string };

const WAIT: Next = { kind: 'wait' };
const HAND_OVER: Next = { kind: 'hand over' };
const RESET: Next = { kind: 'say', step: 'RSET', command: 'RSET' };

/** Whether a reply only says what is expected, while others are on their way. */
function isNoNews(step: Step | undefined, code: number, pipelining: boolean): boolean {
  return pipelining && (step === 'MAIL' || step === 'RCPT') && code >= 200 && code < 300;
}

/** The next step after a reply; stores a refusal with the message. */
function nextOf(message: CurrentMessage, step: Step, reply: ServerReply, pipelining: boolean): Next {
  const isYes = step === 'DATA' ? reply.code === 354 : reply.code < 300;
  const said = `${reply.code} ${reply.text}`;
  if (!isYes && reply.code < 400) return { kind: 'lose', reason: `Unexpected answer: ${said}` };
  switch (step) {
    case 'MAIL':
    case 'RCPT':
      if (!isYes) message.refusal ??= reply;
      if (pipelining) return WAIT;
      if (!isYes) return RESET;
      if (step === 'RCPT') return { kind: 'say', step: 'DATA', command: 'DATA' };
      return { kind: 'say', step: 'RCPT', command: `RCPT TO:<${message.rcpt}>` };
    case 'DATA':
      if (!isYes) message.refusal ??= reply;
      if (!isYes) return RESET;
      // Refused, and yet the server asks for the message: no recipient is valid, so it gets an
      // empty one (RFC 2920, 3.1).
      return message.refusal ? { kind: 'say', step: 'empty', command: '.' } : HAND_OVER;
    case 'end':
      if (message.handedOver) return { kind: 'finish', reply };
      // A reply in the middle of the message: a refusal counts, a 2xx promises nothing.
      if (!isYes) message.refusal = reply;
      else message.isTaken = true;
      return { kind: 'lose', reason: `Unexpected answer: ${said}` };
    default: // the transaction is over; a server that disagrees gets no other
      return isYes ? { kind: 'finish', reply: message.refusal ?? reply } : { kind: 'lose', reason: reply.text };
  }
}

/**
 * Writes the message without its final dot; calls `then` when the server had its moment to close
 * the connection.
 */
function writeAllButTheEnd(
  socket: Socket,
  { block, tail, encoding }: Envelope,
  waitMs: number,
  then: () => void,
): void {
  const passed = (error?: Error | null) => {
    if (error) return;
    if (waitMs < 1) afterLooks(LOOKS, then);
    else setTimeout(() => afterLooks(LOOKS, then), waitMs);
  };
  const text = block.slice(0, -END.length);
  if (!tail) return void socket.write(text, encoding, passed);
  socket.write(text, encoding);
  socket.write(tail, passed);
}

/** Calls `then` after so many turns of the event loop. */
function afterLooks(looks: number, then: () => void): void {
  setImmediate(() => (looks > 1 ? afterLooks(looks - 1, then) : then()));
}

function lost(message: Pick<CurrentMessage, 'handedOver' | 'isTaken'>, text: string): Reply {
  return { kind: 'lost', phase: message.handedOver || message.isTaken ? 'after_data' : 'before_data', text };
}
