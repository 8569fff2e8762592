import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startDnsServer } from '../../../../test/support/dns-server.ts';
import { parseRelayUrl } from '../relay-url.ts';
import { directTools, openDirectHub } from './hub.ts';
import { NO_DIRECT } from './settings.ts';
import { openWaits } from './waits.ts';

test('while more than half of the lanes have looked for long, the longest is given up', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const waits = openWaits(4);
  const all = Array.from({ length: 4 }, () => waits.begin());
  const givenUp = () => all.map(({ signal }) => signal.aborted);
  all[0]?.end();
  t.mock.timers.tick(2_000);
  assert.deepEqual(givenUp(), [false, true, false, false], 'the first has ended before, two may go on');
  all.push(waits.begin());
  t.mock.timers.tick(2_000);
  assert.deepEqual(givenUp(), [false, true, true, false, false]);
  t.mock.timers.tick(600_000);
  assert.deepEqual(givenUp(), [false, true, true, false, false], 'nobody else needs their lanes');
});

test('one lane alone always goes on', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const wait = openWaits(1).begin();
  t.mock.timers.tick(600_000);
  assert.equal(wait.signal.aborted, false);
});

test('a server that does not greet is given up, and its message put off, when others wait as long', async (t) => {
  const dns = await startDnsServer();
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const ending = new AbortController();
  t.after(async () => {
    ending.abort();
    for (const socket of sockets) socket.destroy();
    server.close();
    await dns.close();
  });
  for (const name of ['a', 'b']) {
    dns.add(`${name}.test`, { type: 'MX', priority: 1, exchange: `mx.${name}.test` });
    dns.add(`mx.${name}.test`, { type: 'A', address: '127.0.0.1' });
  }
  const { port } = server.address() as AddressInfo;
  const relay = parseRelayUrl(`direct:?port=${port}&dns=${dns.address}&private=yes&name=us.test`);
  const hub = openDirectHub(relay, ending.signal, { ...directTools(relay.direct ?? NO_DIRECT), lanes: 2 });
  const send = (to: string) => hub.openLane().send({ from: 'n@us.test', to, data: 'Subject: x\r\n\r\nx\r\n' });
  let isSecondDone = false;
  const first = send('x@a.test');
  void send('x@b.test').then(() => {
    isSecondDone = true;
  });
  const reply = await first;
  assert.equal(reply.kind === 'reply' && `${reply.code} ${reply.enhanced}`, '451 4.4.1');
  assert.match(reply.text, /mx\.a\.test: the attempt was given up after \d s/);
  assert.equal(isSecondDone, false);
});
