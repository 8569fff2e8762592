// What is seen of a request before anybody reads it: Host, and what it expects; how long its
// connection is kept.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { exchange } from '../../../test/support/raw-http.ts';
import { until } from '../../../test/support/until.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import { createServer } from '../server.ts';

let app: FastifyInstance;
before(async () => {
  app = await createServer({ log: createLogger('silent') });
  app.all('/', async (request) => ({ got: request.body ?? 'nothing' }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => app.close());

async function send(...lines: string[]) {
  const { port } = app.server.address() as AddressInfo;
  const { status, headers, body } = await exchange(port, Buffer.from(lines.join('\r\n')));
  assert.match(headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/);
  return { status, json: JSON.parse(body) as { error?: string; got?: unknown } };
}

test('a request of HTTP/1.1 without Host is refused in our form, one of HTTP/1.0 needs none', async () => {
  const { status, json } = await send('GET / HTTP/1.1', '', '');
  assert.deepEqual([status, json.error], [400, 'The request has no Host header.']);
  const twice = await send('GET / HTTP/1.1', 'Host: a', 'host: b', '', '');
  assert.deepEqual([twice.status, twice.json.error], [400, 'The request has more than one Host header.']);
  for (const lines of [['GET / HTTP/1.0'], ['GET / HTTP/1.0', 'Host: a'], ['GET / HTTP/1.1', 'Host: a']])
    assert.equal((await send(...lines, '', '')).status, 200, lines.join());
});

test('what is expected beside 100-continue is passed over', async () => {
  const head = ['POST / HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 7'];
  const { status, json } = await send(...head, 'Expect: a-miracle', '', '{"a":1}');
  assert.equal(status, 200);
  assert.notEqual(json.got, 'nothing');
});

test('idle connections of proxies are kept longer than proxies keep them; those of others are not', async (t) => {
  for (const [trustedProxies, requests, least, most] of [
    [['127.0.0.0/8'], 3, 10 * MINUTE_MS, HOUR_MS],
    [['192.0.2.1'], 1, 1_000, 15_000], // a second one may come too late on a busy machine
  ] as const) {
    const server = await createServer({ log: createLogger('silent'), trustedProxies });
    t.after(() => server.close());
    const sockets: Socket[] = [];
    const whileAnswering: (number | undefined)[] = [];
    server.server.on('connection', (socket: Socket) => sockets.push(socket));
    server.get('/', async ({ raw }) => {
      whileAnswering.push(raw.socket.timeout);
      return {};
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < requests; count += 1) {
      const [answer] = await once(get({ port, host: '127.0.0.1', agent }), 'response');
      answer.resume();
      await once(answer, 'end');
      const [socket] = sockets;
      await until('the answer is taken', () => (socket?.timeout ?? 0) >= least);
      assert.ok((socket?.timeout ?? 0) <= most, `${socket?.timeout}`);
    }
    agent.destroy();
    assert.equal(sockets.length, 1);
    assert.deepEqual(
      whileAnswering.map((ms) => ms ?? 0),
      Array(requests).fill(0),
      'an answer may take its time',
    );
  }
});
