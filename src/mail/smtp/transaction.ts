// Mail transactions over a session that the SMTP library has opened (greeting, TLS and login are its work): MAIL, RCPT and
// DATA in one write where the server offers PIPELINING (RFC 2920), then the message in one write, and the dot that ends it
// in one of its own. Knows at each moment whether the server can have the message: only that dot hands it over (RFC 5321,
// section 4.1.1.4).
//
// What was given to the kernel may arrive, whatever happens to the connection after; so the dot waits until the rest is
// given to it and the server had a moment to cut the connection. A cut that is heard of by then leaves no doubt. In one
// write with the rest, which no server can cut in time, each cut would leave one (measured: the second write and
// the wait cost 5 to 12 µs of processor a message, on top of 50).
import type { Socket } from 'node:net';
import { openAnswers } from './answers.ts';
import { END } from './data-block.ts';
import { parseReply, type Reply, type ServerReply } from './replies.ts';

export type Envelope = {
  /** The parameter of MAIL, e.g. `FROM:<a@b.test> SIZE=9`. */
  mail: string;
  rcpt: string;
  /** The message with its dots doubled and its end (data-block.ts). */
  block: string;
  encoding: 'latin1' | 'utf8';
  /** Asked before the dot; absent: yes. */
  mayHandOver?: (() => boolean) | undefined;
};

export type Transactions = {
  /** Hands over one message; one at a time. Never rejects. */
  run(envelope: Envelope): Promise<Reply>;
  /** Says QUIT. */
  quit(): void;
  /** Closes at once. */
  close(): void;
  readonly alive: boolean;
  ended: Promise<void>;
};

/** What the next answer is an answer to. `empty`: to a message without content, which ends DATA that was asked for in vain. */
type Step = 'MAIL' | 'RCPT' | 'DATA' | 'end' | 'empty' | 'RSET' | 'QUIT';

type CurrentMessage = Envelope & {
  done: (reply: Reply) => void;
  /** The first refusal; what the message comes to. */
  refusal?: ServerReply;
  isTaken: boolean;
  /** The end of the message was given to the socket: the server may have it. */
  handedOver: boolean;
};

/**
 * How long the dot waits: the share of the time that the server took for its last answer to a message which no lane
 * misses, and for the first message of a connection, of whose server nothing is known, the most.
 */
const WAIT_SHARE = 1 / 20;
const WAIT_MOST_MS = 5;
/** Looks at the network before the dot, however short the wait: in the first a server beside us reads, in the next its cut is seen. */
const LOOKS = 3;

/**
 * @param socket of an open session; nobody else listens to it any more
 * @param pipelining whether the server offers it
 * @param silenceMs a server that says nothing for so long is given up
 */
export function openTransactions(socket: Socket, pipelining: boolean, silenceMs: number): Transactions {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const steps: Step[] = [];
  let current: CurrentMessage | undefined;
  let alive = true;
  let handedOverAt = 0;
  let answerMs = Number.POSITIVE_INFINITY; // of the last message

  function write(step: Step, command: string): void {
    steps.push(step);
    socket.write(`${command}\r\n`, 'utf8');
  }

  function finish(reply: Reply): void {
    const message = current;
    current = undefined;
    message?.done(reply);
  }

  /** The connection is of no use any more; a message that is under way is lost, at the place it had come to. */
  function lose(reason: string): void {
    alive = false;
    socket.destroy();
    end();
    if (current) finish(current.refusal ?? lost(current, reason));
  }

  function take(raw: string) {
    const reply = parseReply(raw);
    const step = steps.shift();
    if (!reply || !step || !current) {
      // Nothing was asked: the server ends an idle session, or has lost the thread.
      if (step !== 'QUIT') lose(`Unexpected answer: ${raw.trim()}`);
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
    writeAllButTheEnd(socket, message, waitMs, () => {
      if (current !== message) return; // lost meanwhile, or refused before its end
      if (message.mayHandOver?.() === false) return lose('Cut before the end of the message');
      message.handedOver = true;
      handedOverAt = performance.now();
      socket.write(END, message.encoding);
    });
  }

  socket.setTimeout(silenceMs);
  const unexpected = (text: string) => lose(`Unexpected answer: ${text}`);
  const hear = openAnswers((answer) => {
    take(answer);
    return alive;
  }, unexpected);
  socket.on('data', hear);
  socket.on('timeout', () => lose('Timeout'));
  socket.on('error', (error) => lose(error.message));
  socket.on('end', () => lose('Connection closed unexpectedly'));
  socket.on('close', () => lose('Connection closed unexpectedly'));

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

type Next =
  | { kind: 'wait' | 'hand over' }
  | { kind: 'say'; step: Step; command: string }
  | { kind: 'finish'; reply: Reply }
  | { kind: 'lose'; reason: string };

const WAIT: Next = { kind: 'wait' };
const HAND_OVER: Next = { kind: 'hand over' };
const RESET: Next = { kind: 'say', step: 'RSET', command: 'RSET' };

/** What follows from an answer; the message remembers what it was refused with. */
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
      // Refused, but asked for the message all the same: there is nobody to take it, so it gets nothing (RFC 2920, 3.1).
      return message.refusal ? { kind: 'say', step: 'empty', command: '.' } : HAND_OVER;
    case 'end':
      if (message.handedOver) return { kind: 'finish', reply };
      // An answer in the middle of the message: a refusal counts, a yes is no promise.
      if (!isYes) message.refusal = reply;
      else message.isTaken = true;
      return { kind: 'lose', reason: `Unexpected answer: ${said}` };
    default: // the transaction is over; a server that does not agree takes no other
      return isYes ? { kind: 'finish', reply: message.refusal ?? reply } : { kind: 'lose', reason: reply.text };
  }
}

/** Gives the socket the message without the dot that ends it; calls when the server had its moment to cut the connection. */
function writeAllButTheEnd(socket: Socket, { block, encoding }: Envelope, waitMs: number, then: () => void): void {
  socket.write(block.slice(0, -END.length), encoding, (error) => {
    if (error) return;
    if (waitMs < 1) afterLooks(LOOKS, then);
    else setTimeout(() => afterLooks(LOOKS, then), waitMs);
  });
}

/** Calls after so many turns of the event loop. */
function afterLooks(looks: number, then: () => void): void {
  setImmediate(() => (looks > 1 ? afterLooks(looks - 1, then) : then()));
}

function lost(message: Pick<CurrentMessage, 'handedOver' | 'isTaken'>, text: string): Reply {
  return { kind: 'lost', phase: message.handedOver || message.isTaken ? 'after_data' : 'before_data', text };
}
