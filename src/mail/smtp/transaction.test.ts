// Lanes against servers that disconnect at any byte of a message: it is sent again only when its
// end was never sent.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import fc from 'fast-check';
import { makeCertificate } from '../../../test/support/certificates.ts';
import { until } from '../../../test/support/until.ts';
import { dataBlock, END } from './data-block.ts';
import { openLane } from './lane.ts';
import { parseRelayUrl } from './relay-url.ts';

/**
 * `end`: closes its side and reads to the end. `destroy`: closes at once. `reset`: sends RST,
 * dropping everything under way.
 */
type Way = 'end' | 'destroy' | 'reset';

/**
 * The cut that the recipient's address asks of a server, and what the server had read of the
 * message in the end.
 */
type Cut = { at: number; way: Way; read: string; closed: Promise<unknown> };

const cuts = new Map<string, Cut>();

/** Disconnects as soon as it has read as many bytes of the message as the recipient's name says. */
function cutter(socket: net.Socket): void {
  let cut: Cut | undefined;
  let lines = '';
  socket.on('error', () => undefined);
  socket.on('end', () => socket.end());
  socket.write('220 cutter\r\n');
  const end = ({ way }: Cut, lastWord = '') => {
    if (way === 'end') socket.end(lastWord);
    else if (lastWord !== '')
      socket.write(lastWord, () => (way === 'reset' ? socket.resetAndDestroy() : socket.destroy()));
    else if (way === 'reset') socket.resetAndDestroy();
    else socket.destroy();
  };
  socket.on('data', (chunk) => {
    if (cut) {
      const before = cut.read.length;
      cut.read += chunk.toString('latin1');
      if (before < cut.at && cut.read.length >= cut.at) end(cut);
      return;
    }
    lines += chunk.toString('latin1');
    const name = /RCPT TO:<([^@]+)@/.exec(lines)?.[1];
    if (lines.startsWith('EHLO')) {
      lines = '';
      socket.write('250-cutter\r\n250 PIPELINING\r\n');
    } else if (name !== undefined && lines.endsWith('DATA\r\n')) {
      cut = cuts.get(name) as Cut;
      cut.closed = once(socket, 'close');
      const answers = '250 ok\r\n250 ok\r\n354 go on\r\n';
      if (cut.at === 0) end(cut, answers);
      else socket.write(answers);
    }
  });
}

const certificate = makeCertificate(['localhost']);
const servers = {
  smtp: net.createServer({ allowHalfOpen: true, noDelay: true }, cutter),
  smtps: tls.createServer({ ...certificate, allowHalfOpen: true, noDelay: true } as tls.TlsOptions, cutter),
};
const urls = { smtp: '', smtps: '' };

before(async () => {
  for (const [scheme, server] of Object.entries(servers) as ['smtp' | 'smtps', net.Server][]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    urls[scheme] = `${scheme}://127.0.0.1:${port}?rejectUnauthorized=false`;
  }
});
after(() => {
  for (const server of Object.values(servers)) server.close();
});

let numbered = 0;

/**
 * Sends a message of this many bytes to a server that disconnects at one of them. @returns the
 * phase of its loss, and whether the server read its end
 */
async function send({
  scheme = 'smtp',
  way,
  size,
  at,
}: {
  scheme?: 'smtp' | 'smtps';
  way: Way;
  size: number;
  at: number;
}) {
  const name = `n${numbered++}`;
  const cut: Cut = { at, way, read: '', closed: Promise.resolve() };
  cuts.set(name, cut);
  const data = 'x'.repeat(size - END.length - 2).concat('\r\n');
  assert.equal(dataBlock(data).length, size);
  const lane = await openLane(parseRelayUrl(urls[scheme]));
  const reply = await lane.send({ from: 'a@x.test', to: `${name}@y.test`, data });
  await cut.closed;
  assert.ok(reply.kind === 'lost', JSON.stringify(reply));
  assert.ok(!lane.alive);
  return { phase: reply.phase, hasEnd: cut.read.endsWith(`\r\n${END}`) };
}

const phaseOf = ({ size, at }: { size: number; at: number }) =>
  at <= size - END.length ? 'before_data' : 'after_data';

test('a disconnect before the end of a message was sent leaves no doubt; after it, it does', async () => {
  for (const scheme of ['smtp', 'smtps'] as const) {
    const ways: Way[] = scheme === 'smtp' ? ['end', 'destroy', 'reset'] : ['end', 'destroy']; // TLS has no reset
    for (const way of ways) {
      for (const size of [40, 6_000, 65_536, 65_537, 200_000]) {
        const places = [0, 1, Math.floor(size / 2), size - END.length, size - END.length + 1, size];
        await Promise.all(
          places.map(async (at) => {
            const { phase } = await send({ scheme, way, size, at });
            assert.equal(phase, phaseOf({ size, at }), `${scheme}, ${way} at byte ${at} of ${size}`);
          }),
        );
      }
    }
  }
});

test('at any byte: a message whose end a server read is not sent again by itself', async () => {
  const cases = fc.record({
    way: fc.constantFrom<Way>('end', 'destroy', 'reset'),
    size: fc.oneof(fc.integer({ min: 40, max: 400 }), fc.integer({ min: 40, max: 150_000 })),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const held = fc.asyncProperty(cases, async ({ way, size, share }) => {
    const at = Math.round(share * size);
    const { phase, hasEnd } = await send({ way, size, at });
    assert.ok(!hasEnd || phase === 'after_data', 'the server has it, and it would go out again');
    assert.equal(phase, phaseOf({ size, at }));
  });
  await fc.assert(held, { numRuns: 20 });
});

test('a message that lost its claim is cut before its end: no server may accept it, and it is deferred', async () => {
  const answers = [() => false, async () => sleep(20, false)];
  for (const [scheme, answer] of (['smtp', 'smtps'] as const).flatMap((one) => answers.map((a) => [one, a] as const))) {
    const cut: Cut = { at: Number.POSITIVE_INFINITY, way: 'end', read: '', closed: Promise.resolve() };
    cuts.set('late', cut);
    const lane = await openLane(parseRelayUrl(urls[scheme]));
    const asked: number[] = [];
    const mayHandOver = () => {
      asked.push(cut.read.length);
      return answer();
    };
    const reply = await lane.send({ from: 'a@x.test', to: 'late@y.test', data: 'Hello\r\n' }, { mayHandOver });
    await cut.closed;
    assert.deepEqual(reply, { kind: 'lost', phase: 'before_data', text: 'Cut before the end of the message' });
    assert.equal(cut.read, 'Hello\r\n');
    assert.deepEqual(asked, ['Hello\r\n'.length], 'asked when all the rest was sent');
  }
});

test('the end of a message waits for the answer whether it may be handed over', async () => {
  const cut: Cut = { at: Number.POSITIVE_INFINITY, way: 'end', read: '', closed: Promise.resolve() };
  cuts.set('waits', cut);
  const lane = await openLane(parseRelayUrl(urls.smtp));
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const mail = { from: 'a@x.test', to: 'waits@y.test', data: 'Hello\r\n' };
  const sent = lane.send(mail, { mayHandOver: () => promise });
  await until('all but its end arrived', () => cut.read === 'Hello\r\n');
  await sleep(50);
  assert.equal(cut.read, 'Hello\r\n');
  resolve(true);
  await until('its end arrived', () => cut.read === `Hello\r\n${END}`);
  lane.close();
  assert.deepEqual(await sent, { kind: 'lost', phase: 'after_data', text: 'Connection closed' });
});

test('what breaks TLS in the middle is told in words', async (t) => {
  const sockets: net.Socket[] = [];
  const server = tls.createServer({ ...certificate } as tls.TlsOptions, (socket) => {
    socket.on('error', () => undefined);
    socket.write('220 broken\r\n');
    socket.on('data', (chunk) => {
      if (chunk.toString().startsWith('EHLO')) socket.write('250 broken\r\n');
      else sockets[0]?.write('250 ok, unencrypted\r\n');
    });
  });
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as net.AddressInfo;
  const lane = await openLane(parseRelayUrl(`smtps://127.0.0.1:${port}?rejectUnauthorized=false`));
  t.after(() => lane.close());
  const reply = await lane.send({ from: 'b@x.test', to: 'a@y.test', data: 'Subject: x\r\n\r\nbody\r\n' });
  assert.deepEqual(reply, { kind: 'lost', phase: 'before_data', text: 'bad record type' });
});
