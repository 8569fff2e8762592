// The mail server of the chaos test, in a separate process: accepts messages, and sometimes fails
// in all the ways that mail servers do. `node sink.ts '{"seed":1,"log":"file","latencyMs":8}'`
// prints its port; ends when its parent does.
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { draw } from './random.ts';
import { openSinkLog, type Verdict } from './sink-log.ts';

/**
 * `latencyMs`: the longest usual delay before the reply to a whole message. `log`: the file of the
 * log.
 */
export type SinkOptions = { seed: number; log: string; latencyMs: number; calm?: boolean };

/** The failure of one attempt. */
type Fault = 'put-off' | 'refused' | 'tarpit' | 'cut-after-dot' | 'cut-in-data' | undefined;

const SHARES: readonly (readonly [Exclude<Fault, undefined>, number])[] = [
  ['put-off', 0.02],
  ['refused', 0.02],
  ['tarpit', 0.01],
  ['cut-after-dot', 0.01],
  ['cut-in-data', 0.01],
];
const TARPIT_MS = [200, 1_000] as const;
const BUSY_AT_CONNECT = 0.02;

const END = '\r\n.\r\n';

const options = JSON.parse(process.argv[2] ?? '{}') as SinkOptions;
const log = openSinkLog(options.log);
const attempts = new Map<string, number>();
let connections = 0;
let taken = 0;
let told = 0;

/** Depends on seed, recipient and attempt only: a retry gets a failure of its own. */
function faultOf(recipient: string): { fault: Fault; early: boolean } {
  const attempt = (attempts.get(recipient) ?? 0) + 1;
  attempts.set(recipient, attempt);
  if (options.calm) return { fault: undefined, early: false };
  let place = draw(options.seed, recipient, attempt);
  // An address that does not exist stays so for the next attempt.
  if (draw(options.seed, recipient, 'exists') < 0.02) return { fault: 'refused', early: place < 0.5 };
  for (const [fault, share] of SHARES) {
    if (fault === 'refused') continue;
    if (place < share) return { fault, early: place < share / 2 };
    place -= share;
  }
  return { fault: undefined, early: false };
}

function serve(socket: Socket): void {
  const number = ++connections;
  let buffered = '';
  let inData = false;
  let working = false;
  let gone = false; // we have closed: further data is ignored
  let envelope: { recipient: string; fault: Fault; early: boolean } | undefined;

  const say = (text: string) => void (socket.writable && socket.write(`${text}\r\n`));
  const close = (text: string) => {
    gone = true;
    if (socket.writable) socket.end(`${text}\r\n`);
  };
  const cut = () => {
    gone = true;
    socket.resetAndDestroy();
  };
  const note = (verdict: Verdict, messageId = '') => {
    log.add({ at: Date.now(), verdict, recipient: envelope?.recipient ?? '', messageId });
    if (verdict === 'took' || verdict === 'took-and-cut') taken += 1;
  };
  const slow = () => {
    const [least, most] = TARPIT_MS;
    return sleep(least + draw(options.seed, envelope?.recipient ?? '', 'slow') * (most - least));
  };

  async function command(line: string): Promise<void> {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') say('250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 ENHANCEDSTATUSCODES');
    else if (verb === 'HELO') say('250 sink');
    else if (verb === 'QUIT') close('221 2.0.0 Bye');
    else if (verb === 'RCPT') await recipientGiven(/<([^>]*)>/.exec(line)?.[1] ?? '');
    else if (verb === 'DATA') dataBegins();
    else if (verb === 'MAIL' || verb === 'RSET' || verb === 'NOOP') {
      envelope = undefined;
      say('250 2.0.0 Ok');
    } else say('502 5.5.2 Not known here');
  }

  async function recipientGiven(recipient: string): Promise<void> {
    envelope = { recipient, ...faultOf(recipient) };
    if (envelope.fault === 'tarpit' && envelope.early) await slow();
    if (envelope.fault === 'put-off' && envelope.early) {
      note('put-off');
      close('421 4.7.0 Too much at the moment, closing');
    } else if (envelope.fault === 'refused' && envelope.early) {
      note('refused');
      say('550 5.1.1 No such user here');
      envelope = undefined;
    } else say('250 2.1.5 Ok');
  }

  function dataBegins(): void {
    if (!envelope) {
      say('503 5.5.1 Whom to?');
      return;
    }
    inData = true;
    say('354 Go on');
    if (envelope.fault === 'cut-in-data' && envelope.early) {
      note('cut');
      gone = true;
      socket.destroySoon();
    }
  }

  async function dataEnded(source: string): Promise<void> {
    const messageId = messageIdIn(source);
    const { fault, early } = envelope ?? {};
    await sleep(draw(options.seed, messageId, 'answer') * options.latencyMs);
    if (fault === 'tarpit' && !early) await slow();
    // A client that has disconnected changes nothing: the sink has its whole message.
    if (fault === 'put-off') {
      note('put-off', messageId);
      close('421 4.3.2 Going down, closing');
    } else if (fault === 'refused') {
      note('refused', messageId);
      say('550-5.7.1 We do not want\r\n550 5.7.1 this message');
    } else if (fault === 'cut-after-dot') {
      note('took-and-cut', messageId);
      cut();
    } else {
      note('took', messageId);
      say(`250 2.0.0 Taken as ${number}-${taken}`);
    }
    envelope = undefined;
  }

  /** One step after the other, whatever data has arrived already. */
  async function work(): Promise<void> {
    while (!gone) {
      if (inData) {
        // An empty message begins with its end.
        const end = buffered.startsWith('.\r\n') ? -2 : buffered.indexOf(END);
        if (end === -1) return;
        const source = buffered.slice(0, Math.max(end, 0));
        buffered = buffered.slice(end + END.length);
        inData = false;
        await dataEnded(source);
      } else {
        const end = buffered.indexOf('\r\n');
        if (end === -1) return;
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        await command(line);
      }
    }
  }

  socket.setNoDelay(true);
  socket.on('error', () => undefined); // cut connections
  socket.on('data', (part: Buffer) => {
    if (gone) return;
    if (inData && envelope?.fault === 'cut-in-data') {
      note('cut', messageIdIn(part.toString('latin1')));
      return cut();
    }
    buffered += part.toString('latin1');
    if (working) return;
    working = true;
    void work().finally(() => {
      working = false;
    });
  });
  if (!options.calm && draw(options.seed, number, 'connect') < BUSY_AT_CONNECT) close('421 4.3.2 Too busy');
  else say('220 sink ESMTP');
}

function messageIdIn(source: string): string {
  return /^message-id:\s*<([^>]*)>/im.exec(source)?.[1] ?? '';
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
// Reports how many messages came, for blows that wait for a moment.
setInterval(() => {
  if (taken !== told) process.send?.(taken);
  told = taken;
}, 5);
process.on('disconnect', () => process.exit());
