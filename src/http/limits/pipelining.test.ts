// Requests that come together on one connection.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { createLogger } from '../../kernel/log.ts';
import { createServer } from '../server.ts';

const REQUESTS = 200;

test('requests that come together are answered one after the other, and others between them', async (t) => {
  const app = await createServer({ log: createLogger('silent') });
  t.after(() => app.close());
  let running = 0;
  let turns = 0;
  const turnsOf: number[] = [];
  app.get<{ Params: { n: string } }>('/:n', async (request) => {
    running += 1;
    assert.equal(running, 1);
    turnsOf.push(turns);
    if (Number(request.params.n) % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return `<${request.params.n}>`;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const timer = setImmediate(function count() {
    turns += 1;
    if (turnsOf.length < REQUESTS) setImmediate(count);
  });
  t.after(() => clearImmediate(timer));
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  const text = Array.from({ length: REQUESTS }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
  socket.write(text);
  let answers = '';
  for await (const chunk of socket) {
    answers += chunk;
    if (answers.includes(`<${REQUESTS - 1}>`)) break;
  }
  const order = [...answers.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
  assert.deepEqual(
    order,
    Array.from({ length: REQUESTS }, (_, n) => n),
  );
  assert.equal(new Set(turnsOf).size, REQUESTS, 'each in a turn of the loop of its own');
});
