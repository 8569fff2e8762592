// Large receivers for benchmarks, in a separate process: each domain has limits from the first
// argument (JSON: domain → Rules). Prints its port; for each line on standard input it prints what
// it accepted and refused so far, by domain.
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * perSecond: accepted on average, with bursts of one second's messages. window: this many in each
 * window. connections: messages at a time. greylist: a recipient's first attempt is deferred, and
 * further ones within this time.
 */
export type Rules = {
  perSecond?: number;
  window?: { most: number; ms: number };
  atATime?: number;
  greylistMs?: number;
};

export type Counts = Record<string, { taken: number; refused: number }>;

type Receiver = Rules & {
  tokens: number;
  at: number;
  window0: number;
  inWindow: number;
  open: number;
  seen: Map<string, number>;
};

const now = () => performance.now();

/** The refusal, undefined to accept the message. */
function refusalOf(receiver: Receiver, recipient: string): string | undefined {
  const at = now();
  if (receiver.greylistMs !== undefined) {
    const first = receiver.seen.get(recipient);
    if (first === undefined) receiver.seen.set(recipient, at);
    if (first === undefined || at - first < receiver.greylistMs)
      return '450 4.2.0 Recipient address rejected: Greylisted';
  }
  if (receiver.atATime !== undefined && receiver.open > receiver.atATime) {
    return '421 4.7.0 Too many concurrent connections from your address';
  }
  if (receiver.window) {
    const window = Math.floor(at / receiver.window.ms);
    if (window !== receiver.window0) receiver.inWindow = 0;
    receiver.window0 = window;
    if (receiver.inWindow >= receiver.window.most)
      return '421 4.7.0 [TSS04] Messages temporarily deferred due to unexpected volume';
    receiver.inWindow += 1;
  }
  if (receiver.perSecond !== undefined) {
    receiver.tokens = Math.min(
      Math.max(1, receiver.perSecond),
      receiver.tokens + ((at - receiver.at) * receiver.perSecond) / 1000,
    );
    receiver.at = at;
    if (receiver.tokens < 1) return '451 4.7.28 Unusual rate of mail: try again later';
    receiver.tokens -= 1;
  }
  return undefined;
}

const rules = JSON.parse(process.argv[2] ?? '{}') as Record<string, Rules>;
const receivers = new Map<string, Receiver>();
const counts: Counts = {};
for (const [domain, rule] of Object.entries(rules)) {
  const state = { tokens: Math.max(1, rule.perSecond ?? 0), at: now(), window0: 0, inWindow: 0, open: 0 };
  receivers.set(domain, { ...rule, ...state, seen: new Map() });
  counts[domain] = { taken: 0, refused: 0 };
}

/** Replies take a few milliseconds, so that messages overlap. */
const LATENCY_MS = 5;

function serve(socket: Socket): void {
  let [inData, rest, domain] = [false, '', ''];
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  const leave = () => {
    const receiver = receivers.get(domain);
    if (receiver) receiver.open -= 1;
    domain = '';
  };
  socket.on('close', leave);
  socket.write('220 bench ESMTP\r\n');

  function recipient(address: string): void {
    domain = address.slice(address.indexOf('@') + 1);
    const receiver = receivers.get(domain);
    if (receiver) receiver.open += 1;
    setTimeout(() => {
      const refusal = receiver ? refusalOf(receiver, address) : undefined;
      const count = counts[domain];
      if (refusal !== undefined) {
        if (count) count.refused += 1;
        leave();
      }
      socket.write(`${refusal ?? '250 2.1.5 OK'}\r\n`);
    }, LATENCY_MS);
  }

  function command(line: string): void {
    const address = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
    if (address !== undefined) recipient(address);
    else if (/^EHLO/i.test(line)) socket.write('250-bench\r\n250-ENHANCEDSTATUSCODES\r\n250 8BITMIME\r\n');
    else if (/^DATA/i.test(line)) {
      inData = true;
      socket.write('354 go\r\n');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else socket.write('250 OK\r\n');
  }

  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (;;) {
      const end = inData ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n');
      if (end < 0) return;
      const line = rest.slice(0, end);
      rest = rest.slice(end + (inData ? 5 : 2));
      if (!inData) command(line);
      else {
        inData = false;
        const count = counts[domain];
        if (count) count.taken += 1;
        leave();
        socket.write('250 2.0.0 OK\r\n');
      }
    }
  });
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  console.log(String((server.address() as AddressInfo).port));
});
process.stdin.on('data', () => console.log(JSON.stringify(counts)));
process.stdin.on('end', () => process.exit(0));
