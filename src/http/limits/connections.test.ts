// What is seen of a request before anybody reads it: Host, and what it expects.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { exchange } from '../../../test/support/raw-http.ts';
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
