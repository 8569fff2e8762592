import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import { createServer } from '../server.ts';
import { closeWithin } from './listen.ts';

test('closing answers what is asked and does not keep its connection for another request', async (t) => {
  const app = await createServer({ log: createLogger('silent') });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  app.get('/', async (_, reply) => {
    const { raw } = reply.hijack();
    asked.resolve();
    await answer.promise;
    raw.writeHead(200, ['Content-Length', '4']).end('done');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  app.server.keepAliveTimeout = HOUR_MS;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const ended = once(socket, 'end');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked.promise;
  const closed = closeWithin(app, HOUR_MS);
  await until('nobody else can connect', () => !app.server.listening);
  answer.resolve();
  await Promise.all([closed, ended]);
  assert.match(text, /^HTTP\/1\.1 200 [\s\S]*\r\n\r\ndone$/);
});
